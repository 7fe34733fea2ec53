// A sync daemon of a namespace: its settings only, nothing is ever synchronised (ipvs-control.md 13).
#pragma once

#include <cstdint>
#include <string>

#include "sim/ipvs/names.h"

namespace ipvsim::ipvs {

// What a client asks for; 0 in maxlen, port and ttl means "not given".
struct DaemonSettings {
  std::string interface;
  uint32_t syncid = 0;
  uint16_t sync_maxlen = 0;
  uint16_t group_af = 0;  // 0: the default group
  Address group;
  uint16_t port = 0;
  uint8_t ttl = 0;
};

// What runs, with the defaults filled in.
using Daemon = DaemonSettings;

}  // namespace ipvsim::ipvs
