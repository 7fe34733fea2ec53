// What a client chooses when it adds or edits a service or a destination (ipvs-control.md 5 and 6). Plain
// values with the defaults of ipvsadm, but for the scheduler: rr, the simplest.
#pragma once

#include <cstdint>
#include <string>

namespace ipvsim {

struct ServiceSettings {
  std::string scheduler = "rr";  // "none" for none
  std::string pe = "";           // empty: no persistence engine
  uint32_t flags = 0;            // IP_VS_SVC_F_*; HASHED is forced on
  uint32_t timeout_s = 0;        // of persistence
  // Which clients are one to persistence, as it lies in memory: IPv4 be32, IPv6 the prefix length in host
  // order. The default is a single address in either family: Kernel and request write it as 128 for IPv6.
  static constexpr uint32_t kOneAddress = 0xffffffff;
  uint32_t netmask = kOneAddress;
};

// Every field is overwritten by an edit.
struct DestSettings {
  // IP_VS_CONN_F_*: the forwarding method in the low 3 bits; the rest is told by the old interface only.
  uint32_t conn_flags = 0;
  int32_t weight = 1;
  uint32_t u_thresh = 0;
  uint32_t l_thresh = 0;
  uint16_t tun_type = 0;
  uint16_t tun_port = 0;  // host order
  uint16_t tun_flags = 0;
};

}  // namespace ipvsim
