// A service: its identity, what a client set, its destinations, and where it is linked.
#pragma once

#include <cstdint>
#include <string>

#include "sim/ipvs/dest.h"

namespace ipvsim::ipvs {

// What identifies a service inside a namespace. A firewall-mark service (fwmark != 0) is told apart by
// (fwmark, af) alone: protocol, address and port are what it was added with, TCP and 0 by netlink, anything
// by the old interface (ipvs-control.md 4 and 15).
struct ServiceKey {
  uint16_t af = uapi::kAfInet;
  uint16_t protocol = uapi::kIpprotoTcp;
  Address addr;
  uint16_t port = 0;  // host order
  uint32_t fwmark = 0;
  friend bool operator==(const ServiceKey& a, const ServiceKey& b) {
    if (a.fwmark != b.fwmark || a.af != b.af) return false;
    return a.fwmark != 0 || (a.port == b.port && a.protocol == b.protocol && a.addr == b.addr);
  }

  static ServiceKey of_fwmark(uint32_t fwmark, uint16_t af = uapi::kAfInet) {
    return {af, uapi::kIpprotoTcp, {}, 0, fwmark};
  }
};

// What a client chooses.
struct ServiceSettings {
  std::string scheduler = "rr";  // "none" for none
  std::string pe;                // empty: no persistence engine
  uint32_t flags = 0;            // HASHED is forced on
  uint32_t timeout_s = 0;
  // As it lies in memory: IPv4 be32, IPv6 the prefix length in host order.
  uint32_t netmask = 0xffffffff;
};

// List order is dump order: the newest first.
using DestList =
    bi::list<Dest, bi::member_hook<Dest, ListHook, &Dest::list_hook>, bi::constant_time_size<true>>;

struct DestSerialOf {
  using type = uint64_t;
  const type& operator()(const Dest& dest) const { return dest.serial; }
};
using DestsBySerial = bi::set<Dest, bi::member_hook<Dest, SerialHook, &Dest::serial_hook>,
                              bi::key_of_value<DestSerialOf>, bi::constant_time_size<false>>;

// A service's key together with its namespace: what the look-up compares.
struct ServiceId {
  uint32_t netns = 0;
  ServiceKey key;
  friend bool operator==(const ServiceId&, const ServiceId&) = default;
};

struct Service {
  ServiceId id;
  const std::string* scheduler = nullptr;  // of the profile's list; null: none
  const std::string* pe = nullptr;
  uint32_t flags = 0;
  uint32_t timeout_jiffies = 0;  // seconds * HZ, wrapped to 32 bits (ipvs-control.md 10)
  uint32_t netmask = 0;
  Stats stats;
  uint64_t serial = 0;
  DestList dests;
  DestsBySerial dests_by_serial;

  ListHook bucket_hook;
  ListHook order_hook;  // the same order as serial_hook's, for walking
  SerialHook serial_hook;
  IndexHook index_hook;

  const ServiceKey& key() const { return id.key; }
};

struct ServiceIdOf {
  using type = ServiceId;
  const type& operator()(const Service& service) const { return service.id; }
};
struct ServiceIdHash {
  size_t operator()(const ServiceId& id) const {
    KeyMixer mixer;
    mixer.add(uint64_t{id.netns} << 32 | id.key.fwmark);
    if (id.key.fwmark != 0) {
      mixer.add(id.key.af);
      return mixer.value();
    }
    mixer.add(uint64_t{id.key.af} << 32 | uint32_t{id.key.protocol} << 16 | id.key.port);
    mix(mixer, id.key.addr);
    return mixer.value();
  }
};

}  // namespace ipvsim::ipvs
