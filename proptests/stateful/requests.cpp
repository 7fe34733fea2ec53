// Requests as a person reads them in a counterexample.
#include "proptests/stateful/requests.h"

#include <fmt/format.h>

namespace ipvsim::stateful {

namespace {

std::string absent_text(Absent absent) {
  std::string text;
  if (is_absent(absent, 0)) text += " (no nest)";
  constexpr unsigned kBits = 32;
  for (unsigned attribute = 1; attribute < kBits; ++attribute)
    if (is_absent(absent, attribute)) text += fmt::format(" (no attribute {})", attribute);
  return text;
}

std::string addr_text(uint16_t af, const Bytes16& addr, uint8_t bytes) {
  // A family that is none is shown as IPv4.
  const uint16_t shown = af == uapi::kAfInet6 ? af : uapi::kAfInet;
  constexpr uint8_t kUsual = 16;
  return to_text(shown, addr) + (bytes == kUsual ? "" : fmt::format(" in {} bytes", bytes));
}

template <class T>
std::string unless(T usual, T value, const char* name) {
  return value == usual ? "" : fmt::format(" {} {}", name, value);
}

}  // namespace

std::string identity_text(const ServiceRequest& r) {
  std::string text = r.fwmark ? fmt::format("fwmark {}", *r.fwmark)
                              : fmt::format("protocol {} {} port {}", r.protocol,
                                            addr_text(r.af, r.addr, r.addr_bytes), r.port);
  return text + unless<uint16_t>(uapi::kAfInet, r.af, "af") + absent_text(r.absent);
}

std::string to_text(const ServiceRequest& r) {
  constexpr uint32_t kAll = 0xffffffff;
  std::string text = identity_text(r) + fmt::format(" scheduler '{}'", r.scheduler);
  if (!r.pe.empty() || r.empty_pe) text += fmt::format(" pe '{}'", r.pe);
  if (r.flags != 0 || r.mask != kUsualMask) text += fmt::format(" flags {:#x}/{:#x}", r.flags, r.mask);
  text += unless<uint8_t>(8, r.flags_bytes, "flags in bytes:") + unless<uint32_t>(0, r.timeout, "timeout");
  return text + (r.netmask == kAll ? "" : fmt::format(" netmask {:#x}", r.netmask));
}

std::string identity_text(const DestRequest& r) {
  const uint16_t shown = r.af.value_or(0);
  return fmt::format("{} port {} af {}{}", addr_text(shown, r.addr, r.addr_bytes), r.port,
                     r.af ? std::to_string(*r.af) : "not sent", absent_text(r.absent));
}

std::string to_text(const DestRequest& r) {
  return identity_text(r) + unless<uint32_t>(uapi::kIpvsFwdMasq, r.forward, "forward") +
         unless<uint32_t>(1, r.weight, "weight") + unless<uint32_t>(0, r.upper, "upper") +
         unless<uint32_t>(0, r.lower, "lower") +
         (r.tunnel_sent() ? fmt::format(" tunnel {}/{}/{}", r.tun_type, r.tun_port, r.tun_flags) : "");
}

std::string to_text(const DaemonRequest& r) {
  return fmt::format("state {} interface '{}'", r.state, r.interface) + unless<uint32_t>(0, r.sync_id, "id") +
         unless<uint16_t>(0, r.maxlen, "maxlen") +
         (r.group ? " group " + to_text(uapi::kAfInet, *r.group) : "") +
         (r.group6 ? " group6 " + to_text(uapi::kAfInet6, *r.group6) : "") +
         unless<uint16_t>(0, r.port, "port") + unless<uint8_t>(0, r.ttl, "ttl") + absent_text(r.absent);
}

std::string to_text(const ConfigRequest& r) {
  return fmt::format("tcp {} fin {} udp {}", r.tcp, r.tcp_fin, r.udp) + absent_text(r.absent);
}

}  // namespace ipvsim::stateful
