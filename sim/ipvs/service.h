// A service: its identity, what a client set, its destinations, and where it is linked.
#pragma once

#include <cstdint>
#include <string>

#include "sim/ipvs/dest.h"

namespace ipvsim::ipvs {

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
