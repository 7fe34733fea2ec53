// A destination (real server) of a service.
#pragma once

#include <compare>
#include <cstdint>

#include "client/values/address.h"
#include "client/values/stats.h"

namespace ipvsim::client {

// What identifies a destination inside its service. The family may differ from the service's (tunnels only).
struct DestinationId {
  Address address;
  uint16_t port = 0;  // host order

  auto operator<=>(const DestinationId&) const = default;
};

struct Destination {
  // Written out: with a defaulted constructor emplace_back() clears every object first and then sets it,
  // which is felt in a dump.
  Destination() {}  // NOLINT(modernize-use-equals-default)

  DestinationId id;
  uint32_t forward = 0;  // uapi::IpvsFwd
  int32_t weight = 1;
  uint32_t upper_threshold = 0;  // connections; 0 is "none"
  uint32_t lower_threshold = 0;
  uint8_t tunnel_type = 0;    // uapi::IpvsTunType
  uint16_t tunnel_port = 0;   // host order
  uint16_t tunnel_flags = 0;  // uapi::IpvsTunFlag
  // From here on read only, never sent.
  uint32_t active_connections = 0;
  uint32_t inactive_connections = 0;
  uint32_t persistent_connections = 0;
  Stats stats;

  bool operator==(const Destination&) const = default;
};

// The same destination set the same way: connections and statistics do not count.
inline bool same_settings(const Destination& a, const Destination& b) {
  return a.id == b.id && a.forward == b.forward && a.weight == b.weight &&
         a.upper_threshold == b.upper_threshold && a.lower_threshold == b.lower_threshold &&
         a.tunnel_type == b.tunnel_type && a.tunnel_port == b.tunnel_port && a.tunnel_flags == b.tunnel_flags;
}

}  // namespace ipvsim::client
