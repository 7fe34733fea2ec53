// A virtual service: what names it, and what it is set to.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "client/values/address.h"
#include "client/values/stats.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {

// What identifies a service: fwmark and family where fwmark is not 0, else family, protocol, address and
// port. A fwmark service read from a kernel has protocol TCP, the unspecified address and port 0
// (ipvs-control.md 4); use by_fwmark() to get the same.
struct ServiceId {
  uint32_t fwmark = 0;
  Address address;
  uint16_t protocol = 0;  // IPPROTO number: 6, 17, 132
  uint16_t port = 0;      // host order

  uint16_t family() const { return address.family; }
  auto operator<=>(const ServiceId&) const = default;

  static ServiceId by_address(uint16_t protocol, const Address& address, uint16_t port) {
    return {0, address, protocol, port};
  }
  static ServiceId by_fwmark(uint32_t fwmark, uint16_t family) {
    return {fwmark, Address::any(family), uapi::kIpprotoTcp, 0};
  }
};

// "tcp 10.0.0.1:80", "fwmark 7", "fwmark 7 v6": for messages to people.
std::string to_string(const ServiceId& id);

// Flags that a program can set. HASHED belongs to the kernel: it is set on every service it reports, so
// writing back what was read must not count as a change.
inline constexpr uint32_t kSettableFlags = ~static_cast<uint32_t>(uapi::kIpvsSvcFHashed);

// The value 0xffffffff or 128: every client is its own group of persistence.
uint32_t default_netmask(uint16_t family);

struct Service {
  Service() {}  // NOLINT(modernize-use-equals-default): as Destination's

  ServiceId id;
  std::string scheduler;           // at most 15 characters; "none" where there is no scheduler
  std::string persistence_engine;  // at most 16 characters, empty where there is none
  uint32_t flags = 0;              // as the kernel reports them, HASHED (2) included
  uint32_t timeout_s = 0;          // of persistence
  // IPv4: the mask in host order, 0xffffff00 for 255.255.255.0. IPv6: the prefix length, 1 to 128. A new
  // Service has neither: set it (default_netmask) before adding.
  uint32_t netmask = 0;
  Stats stats;  // read only, never sent

  bool persistent() const { return (flags & uapi::kIpvsSvcFPersistent) != 0; }
  bool one_packet() const { return (flags & uapi::kIpvsSvcFOnePacket) != 0; }
  bool operator==(const Service&) const = default;
};

// The two describe the same service set the same way: HASHED and the statistics do not count.
bool same_settings(const Service& a, const Service& b);

}  // namespace ipvsim::client
