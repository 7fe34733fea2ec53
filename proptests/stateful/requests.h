// What a request says, attribute by attribute. A request as a sound program sends it has every attribute and
// every length right; each field that is not as usual is one mistake a program can make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "proptests/stateful/values.h"
#include "uapi/ipvs.h"

namespace ipvsim::stateful {

// A set of attribute numbers that are left out. Bit 0 stands for the whole nest.
using Absent = uint32_t;
inline constexpr Absent kNest = 1;
constexpr bool is_absent(Absent set, unsigned attribute) { return (set >> attribute & 1) != 0; }
constexpr Absent without(unsigned attribute) { return Absent{1} << attribute; }

// All flags but HASHED, which belongs to the kernel: what a sound program says of a service's flags.
inline constexpr uint32_t kUsualMask = ~static_cast<uint32_t>(uapi::kIpvsSvcFHashed);

struct ServiceRequest {
  uint16_t af = uapi::kAfInet;
  uint16_t protocol = uapi::kIpprotoTcp;
  Bytes16 addr{};
  uint8_t addr_bytes = 16;  // the length that ADDR has on the wire
  uint16_t port = 0;
  std::optional<uint32_t> fwmark;  // FWMARK is sent, beside all others
  // From here on only NEW_SERVICE and SET_SERVICE send it.
  std::string scheduler = "rr";
  std::string pe;         // empty: PE_NAME is not sent
  bool empty_pe = false;  // PE_NAME is sent, and empty
  uint32_t flags = 0;
  uint32_t mask = kUsualMask;
  uint8_t flags_bytes = 8;
  uint32_t timeout = 0;
  uint32_t netmask = 0xffffffff;  // IPv4: the mask in host order; IPv6: the prefix length
  Absent absent = 0;
};

struct DestRequest {
  std::optional<uint16_t> af;  // nothing: ADDR_FAMILY is not sent
  Bytes16 addr{};
  uint8_t addr_bytes = 16;
  uint16_t port = 0;
  uint32_t forward = uapi::kIpvsFwdMasq;
  uint32_t weight = 1;
  uint32_t upper = 0;
  uint32_t lower = 0;
  // All three are sent when one of them is not 0.
  uint8_t tun_type = 0;
  uint16_t tun_port = 0;
  uint16_t tun_flags = 0;
  Absent absent = 0;

  bool tunnel_sent() const { return tun_type != 0 || tun_port != 0 || tun_flags != 0; }
};

struct DaemonRequest {
  uint32_t state = uapi::kIpvsDaemonMaster;
  std::string interface = "eth0";
  uint32_t sync_id = 0;
  uint16_t maxlen = 0;           // 0: not sent, like the three below
  std::optional<Bytes16> group;  // its first four bytes
  std::optional<Bytes16> group6;
  uint16_t port = 0;
  uint8_t ttl = 0;
  Absent absent = 0;
};

struct ConfigRequest {
  uint32_t tcp = 0;
  uint32_t tcp_fin = 0;
  uint32_t udp = 0;
  Absent absent = 0;
};

// One line each, what is usual left out.
std::string identity_text(const ServiceRequest& request);
std::string to_text(const ServiceRequest& request);
std::string identity_text(const DestRequest& request);
std::string to_text(const DestRequest& request);
std::string to_text(const DaemonRequest& request);
std::string to_text(const ConfigRequest& request);

}  // namespace ipvsim::stateful
