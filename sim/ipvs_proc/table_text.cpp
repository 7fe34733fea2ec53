// /proc/net/ip_vs. Separators are literal text, not columns: six blanks follow a destination's address
// whether it is short or long.
#include <fmt/format.h>

#include <cstring>
#include <iterator>

#include "sim/ipvs_proc/proc_net.h"

namespace ipvsim::ipvs_proc {

namespace {

using Out = std::back_insert_iterator<std::string>;

// Measured on 6.1.176 for all sorts of numbers; netlink takes any.
std::string protocol_name(uint16_t protocol) {
  constexpr uint16_t kIp = 0;
  constexpr uint16_t kIcmp = 1;
  constexpr uint16_t kIcmpV6 = 58;
  switch (protocol) {
    case uapi::kIpprotoTcp:
      return "TCP";
    case uapi::kIpprotoUdp:
      return "UDP";
    case uapi::kIpprotoSctp:
      return "SCTP";
    case kIp:
      return "IP";
    case kIcmp:
      return "ICMP";
    case kIcmpV6:
      return "ICMPv6";
    default:
      return "IP_" + std::to_string(protocol);
  }
}

// Bypass, and 5 to 7, which mean nothing, look like 0: measured on 6.1.176.
std::string_view forwarding_name(uint16_t method) {
  switch (method) {
    case uapi::kIpvsFwdLocalnode:
      return "Local";
    case uapi::kIpvsFwdTunnel:
      return "Tunnel";
    case uapi::kIpvsFwdDroute:
      return "Route";
    default:
      return "Masq";
  }
}

// "0A000001:0050", "[2001:0db8:0000:0000:0000:0000:0000:0001]:0050".
void put_endpoint(Out out, uint16_t af, const ipvs::Address& addr, uint16_t port) {
  if (af == uapi::kAfInet) {
    fmt::format_to(out, "{:08X}:{:04X}", addr.v4_number(), port);
    return;
  }
  for (size_t i = 0; i < addr.bytes.size(); i += 2)
    fmt::format_to(out, "{}{:02x}{:02x}", i == 0 ? "[" : ":", addr.bytes[i], addr.bytes[i + 1]);
  fmt::format_to(out, "]:{:04X}", port);
}

// A netmask as it reads in network order; an IPv6 prefix length lies in memory in host order and is read the
// same way.
uint32_t as_network_order(uint32_t in_memory) {
  ipvs::Address bytes;
  std::memcpy(bytes.bytes.data(), &in_memory, sizeof(in_memory));
  return bytes.v4_number();
}

void put_service(Out out, const ipvs::Service& service) {
  const ipvs::ServiceKey& key = service.key();
  if (key.fwmark != 0) {
    fmt::format_to(out, "FWM  {:08X}", key.fwmark);
  } else {
    fmt::format_to(out, "{}  ", protocol_name(key.protocol));
    put_endpoint(out, key.af, key.addr, key.port);
  }
  // "ops " brings its own blank. A row of an IPv6 address never tells it, whatever the flag: measured
  // on 6.1.176.
  const bool ipv6_row = key.fwmark == 0 && key.af == uapi::kAfInet6;
  const bool one_packet = (service.flags & uapi::kIpvsSvcFOnePacket) != 0 && !ipv6_row;
  fmt::format_to(out, " {} {}", service.scheduler == nullptr ? "none" : *service.scheduler,
                 one_packet ? "ops " : "");
  if (key.fwmark == 0 && key.af == uapi::kAfInet) *out = ' ';
  if ((service.flags & uapi::kIpvsSvcFPersistent) != 0)
    fmt::format_to(out, "persistent {} {:08X}", service.timeout_jiffies, as_network_order(service.netmask));
  *out = '\n';
}

void put_dest(Out out, const ipvs::Dest& dest) {
  fmt::format_to(out, "  -> ");
  put_endpoint(out, dest.key.af, dest.key.addr, dest.key.port);
  fmt::format_to(out, "      {:<7} {:<6} {:<10} {:<10}\n", forwarding_name(dest.forwarding()),
                 dest.settings.weight, dest.connections.active, dest.connections.inactive);
}

}  // namespace

std::string table_text(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns) {
  std::string text = ipvs.version_text() +
                     "\n"
                     "Prot LocalAddress:Port Scheduler Flags\n"
                     "  -> RemoteAddress:Port Forward Weight ActiveConn InActConn\n";
  const Out out = std::back_inserter(text);
  ipvs.table().for_each([&](const ipvs::Service& service) {
    if (service.id.netns != netns.id) return;
    put_service(out, service);
    for (const ipvs::Dest& dest : service.dests) put_dest(out, dest);
  });
  return text;
}

}  // namespace ipvsim::ipvs_proc
