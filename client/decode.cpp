// Attributes of answers to values.
#include "client/decode.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

constexpr Problem kBadAttribute = "an attribute reaches beyond its message";

uint16_t u16(Bytes v) { return static_cast<uint16_t>(number(v)); }
uint32_t u32(Bytes v) { return static_cast<uint32_t>(number(v)); }
uint16_t be16(Bytes v) { return ntohs(u16(v)); }

// Up to the first NUL; the NUL itself may be missing.
void assign(std::string& out, Bytes v) {
  const char* text = reinterpret_cast<const char*>(v.data());
  out.assign(text, strnlen(text, v.size()));
}

// As much as the family has room for; what the bytes do not say is zero (nlattr.md 6).
void assign(Address& out, uint16_t family, Bytes v) {
  out.family = family;
  const size_t room = family == kAfInet ? 4 : out.bytes.size();
  const size_t n = std::min(room, v.size());
  if (n != 0) std::memcpy(out.bytes.data(), v.data(), n);
  if (n < out.bytes.size()) std::memset(out.bytes.data() + n, 0, out.bytes.size() - n);
}

template <typename C>
Problem decode_counters(Bytes nest, C& out) {
  out = C{};
  AttrWalk walk(nest);
  Attr a;
  const auto set = [&a](auto& field) {
    field = static_cast<std::remove_reference_t<decltype(field)>>(number(a.value));
  };
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsStatsAttrConns:
        set(out.conns);
        break;
      case kIpvsStatsAttrInpkts:
        set(out.in_packets);
        break;
      case kIpvsStatsAttrOutpkts:
        set(out.out_packets);
        break;
      case kIpvsStatsAttrInbytes:
        set(out.in_bytes);
        break;
      case kIpvsStatsAttrOutbytes:
        set(out.out_bytes);
        break;
      case kIpvsStatsAttrCps:
        set(out.cps);
        break;
      case kIpvsStatsAttrInpps:
        set(out.in_pps);
        break;
      case kIpvsStatsAttrOutpps:
        set(out.out_pps);
        break;
      case kIpvsStatsAttrInbps:
        set(out.in_bps);
        break;
      case kIpvsStatsAttrOutbps:
        set(out.out_bps);
        break;
      default:
        break;
    }
  }
  return walk.bad() ? kBadAttribute : nullptr;
}

uint16_t guess_family(uint32_t fwmark, Bytes address) {
  if (fwmark != 0 || address.size() <= 4) return kAfInet;
  const bool only_four =
      std::all_of(address.begin() + 4, address.end(), [](std::byte b) { return b == std::byte{0}; });
  return only_four ? kAfInet : kAfInet6;
}

}  // namespace

Problem decode_service(Bytes nest, Service& out, Bytes& dests, bool& has_dests) {
  out = Service{};
  has_dests = false;
  uint16_t family = 0;
  Bytes address;
  uint32_t netmask = 0;
  out.id.protocol = kIpprotoTcp;  // what FWMARK with value 0 and nothing else means (ipvs-control.md 4)
  AttrWalk walk(nest);
  Attr a;
  Problem problem = nullptr;
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsSvcAttrAf:
        family = u16(a.value);
        break;
      case kIpvsSvcAttrProtocol:
        out.id.protocol = u16(a.value);
        break;
      case kIpvsSvcAttrAddr:
        address = a.value;
        break;
      case kIpvsSvcAttrPort:
        out.id.port = be16(a.value);
        break;
      case kIpvsSvcAttrFwmark:
        out.id.fwmark = u32(a.value);
        break;
      case kIpvsSvcAttrSchedName:
        assign(out.scheduler, a.value);
        break;
      case kIpvsSvcAttrPeName:
        assign(out.persistence_engine, a.value);
        break;
      case kIpvsSvcAttrFlags:
        // Flags and mask; kernels differ in nothing but a program may send the flags alone.
        out.flags = a.value.size() >= 8 ? load<uint32_t>(a.value.data()) : u32(a.value);
        break;
      case kIpvsSvcAttrTimeout:
        out.timeout_s = u32(a.value);
        break;
      case kIpvsSvcAttrNetmask:
        netmask = u32(a.value);
        break;
      case kIpvsSvcAttrStats:
        out.stats.has_narrow = true;
        problem = decode_counters(a.value, out.stats.narrow);
        break;
      case kIpvsSvcAttrStats64:
        out.stats.has_wide = true;
        problem = decode_counters(a.value, out.stats.wide);
        break;
      case kIpvsSvcAttrDests:
        dests = a.value;
        has_dests = true;
        break;
      default:
        break;
    }
    if (problem != nullptr) return problem;
  }
  if (walk.bad()) return kBadAttribute;
  if (family == 0) family = guess_family(out.id.fwmark, address);
  if (out.id.fwmark != 0) {
    // Identity is mark and family alone, whatever else was sent.
    out.id = ServiceId::by_fwmark(out.id.fwmark, family);
  } else {
    assign(out.id.address, family, address);
  }
  out.netmask = family == kAfInet6 ? netmask : ntohl(netmask);
  return nullptr;
}

Problem decode_destination(Bytes nest, uint16_t service_family, Destination& out) {
  out = Destination{};
  uint16_t family = 0;
  Bytes address;
  AttrWalk walk(nest);
  Attr a;
  Problem problem = nullptr;
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsDestAttrAddr:
        address = a.value;
        break;
      case kIpvsDestAttrPort:
        out.id.port = be16(a.value);
        break;
      case kIpvsDestAttrFwdMethod:
        out.forward = u32(a.value) & kIpvsFwdMask;
        break;
      case kIpvsDestAttrWeight:
        out.weight = static_cast<int32_t>(u32(a.value));
        break;
      case kIpvsDestAttrUThresh:
        out.upper_threshold = u32(a.value);
        break;
      case kIpvsDestAttrLThresh:
        out.lower_threshold = u32(a.value);
        break;
      case kIpvsDestAttrActiveConns:
        out.active_connections = u32(a.value);
        break;
      case kIpvsDestAttrInactConns:
        out.inactive_connections = u32(a.value);
        break;
      case kIpvsDestAttrPersistConns:
        out.persistent_connections = u32(a.value);
        break;
      case kIpvsDestAttrStats:
        out.stats.has_narrow = true;
        problem = decode_counters(a.value, out.stats.narrow);
        break;
      case kIpvsDestAttrAddrFamily:
        family = u16(a.value);
        break;
      case kIpvsDestAttrStats64:
        out.stats.has_wide = true;
        problem = decode_counters(a.value, out.stats.wide);
        break;
      case kIpvsDestAttrTunType:
        out.tunnel_type = static_cast<uint8_t>(number(a.value));
        break;
      case kIpvsDestAttrTunPort:
        out.tunnel_port = be16(a.value);
        break;
      case kIpvsDestAttrTunFlags:
        out.tunnel_flags = u16(a.value);
        break;
      default:
        break;
    }
    if (problem != nullptr) return problem;
  }
  if (walk.bad()) return kBadAttribute;
  assign(out.id.address, family != 0 ? family : service_family, address);
  return nullptr;
}

Problem decode_daemon(Bytes nest, Daemon& out) {
  out = Daemon{};
  AttrWalk walk(nest);
  Attr a;
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsDaemonAttrState:
        out.state = u32(a.value);
        break;
      case kIpvsDaemonAttrMcastIfn:
        assign(out.interface, a.value);
        break;
      case kIpvsDaemonAttrSyncId:
        out.sync_id = u32(a.value);
        break;
      case kIpvsDaemonAttrSyncMaxlen:
        out.sync_maxlen = u16(a.value);
        break;
      case kIpvsDaemonAttrMcastGroup:
        assign(out.multicast_group, kAfInet, a.value);
        break;
      case kIpvsDaemonAttrMcastGroup6:
        assign(out.multicast_group, kAfInet6, a.value);
        break;
      case kIpvsDaemonAttrMcastPort:
        out.multicast_port = u16(a.value);
        break;
      case kIpvsDaemonAttrMcastTtl:
        out.multicast_ttl = static_cast<uint8_t>(number(a.value));
        break;
      default:
        break;
    }
  }
  return walk.bad() ? kBadAttribute : nullptr;
}

Problem decode_config(Bytes attributes, Config& out) {
  out = Config{};
  AttrWalk walk(attributes);
  Attr a;
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsCmdAttrTimeoutTcp:
        out.tcp_s = u32(a.value);
        break;
      case kIpvsCmdAttrTimeoutTcpFin:
        out.tcp_fin_s = u32(a.value);
        break;
      case kIpvsCmdAttrTimeoutUdp:
        out.udp_s = u32(a.value);
        break;
      default:
        break;
    }
  }
  return walk.bad() ? kBadAttribute : nullptr;
}

Problem decode_info(Bytes attributes, Info& out) {
  out = Info{};
  AttrWalk walk(attributes);
  Attr a;
  while (walk.next(a)) {
    switch (a.type) {
      case kIpvsInfoAttrVersion:
        out.version = u32(a.value);
        break;
      case kIpvsInfoAttrConnTabSize:
        out.connection_table_size = u32(a.value);
        break;
      default:
        break;
    }
  }
  return walk.bad() ? kBadAttribute : nullptr;
}

Problem find_attribute(Bytes attributes, uint16_t type, Bytes& value, bool& found) {
  found = false;
  AttrWalk walk(attributes);
  Attr a;
  while (walk.next(a)) {
    if (a.type != type) continue;
    value = a.value;
    found = true;
  }
  return walk.bad() ? kBadAttribute : nullptr;
}

}  // namespace ipvsim::client
