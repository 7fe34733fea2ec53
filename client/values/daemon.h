// A connection synchronisation daemon (ipvs-control.md 13).
#pragma once

#include <cstdint>
#include <string>

#include "client/values/address.h"

namespace ipvsim::client {

// When starting one, fields that are 0 (or an address without family) are not sent: the kernel takes its
// defaults.
struct Daemon {
  uint32_t state = 0;  // uapi::kIpvsDaemonMaster or kIpvsDaemonBackup
  std::string interface;
  uint32_t sync_id = 0;
  uint16_t sync_maxlen = 0;  // bytes
  Address multicast_group;
  uint16_t multicast_port = 0;  // host order, on the wire too
  uint8_t multicast_ttl = 0;

  bool operator==(const Daemon&) const = default;
};

}  // namespace ipvsim::client
