// Comparison and naming of services.
#include "client/values/service.h"

#include <fmt/format.h>

namespace ipvsim::client {

uint32_t default_netmask(uint16_t family) { return family == uapi::kAfInet6 ? 128 : 0xffffffff; }

std::string to_string(const ServiceId& id) {
  if (id.fwmark != 0) return fmt::format("fwmark {}{}", id.fwmark, id.address.is_v6() ? " v6" : "");
  std::string out;
  switch (id.protocol) {
    case uapi::kIpprotoTcp:
      out = "tcp ";
      break;
    case uapi::kIpprotoUdp:
      out = "udp ";
      break;
    case uapi::kIpprotoSctp:
      out = "sctp ";
      break;
    default:
      out = fmt::format("protocol {} ", id.protocol);
  }
  append_address_port(out, id.address, id.port);
  return out;
}

bool same_settings(const Service& a, const Service& b) {
  return a.id == b.id && a.scheduler == b.scheduler && a.persistence_engine == b.persistence_engine &&
         (a.flags & kSettableFlags) == (b.flags & kSettableFlags) && a.timeout_s == b.timeout_s &&
         a.netmask == b.netmask;
}

}  // namespace ipvsim::client
