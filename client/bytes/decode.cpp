// Attributes of answers to values.
#include "client/bytes/decode.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "client/bytes/assign.h"
#include "client/bytes/fixed_layout.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

constexpr Problem kBadAttribute = "an attribute reaches beyond its message";

uint16_t u16(Bytes v) { return static_cast<uint16_t>(number(v)); }
uint32_t u32(Bytes v) { return static_cast<uint32_t>(number(v)); }
uint16_t be16(Bytes v) { return ntohs(u16(v)); }

// Slots by attribute number; 0 and what lies above the last are waste bins.
using RawCounters = std::array<uint64_t, kIpvsStatsAttrOutbps + 2>;

Problem walk_counters(Bytes nest, RawCounters& raw) {
  raw = {};
  AttrWalk walk(nest);
  Attr a;
  while (walk.next(a)) raw[std::min<size_t>(a.type, raw.size() - 1)] = number(a.value);
  return walk.bad() ? kBadAttribute : nullptr;
}

Problem decode_narrow(Bytes nest, Stats& out) {
  RawCounters raw;
  const Problem problem = walk_counters(nest, raw);
  const auto low = [&raw](IpvsStatsAttr a) { return static_cast<uint32_t>(raw[a]); };
  Counters32& c = out.narrow;
  c.conns = low(kIpvsStatsAttrConns);
  c.in_packets = low(kIpvsStatsAttrInpkts);
  c.out_packets = low(kIpvsStatsAttrOutpkts);
  c.in_bytes = raw[kIpvsStatsAttrInbytes];
  c.out_bytes = raw[kIpvsStatsAttrOutbytes];
  c.cps = low(kIpvsStatsAttrCps);
  c.in_pps = low(kIpvsStatsAttrInpps);
  c.out_pps = low(kIpvsStatsAttrOutpps);
  c.in_bps = low(kIpvsStatsAttrInbps);
  c.out_bps = low(kIpvsStatsAttrOutbps);
  out.has_narrow = true;
  return problem;
}

Problem decode_wide(Bytes nest, Stats& out) {
  RawCounters raw;
  const Problem problem = walk_counters(nest, raw);
  out.wide = {raw[kIpvsStatsAttrConns],   raw[kIpvsStatsAttrInpkts],   raw[kIpvsStatsAttrOutpkts],
              raw[kIpvsStatsAttrInbytes], raw[kIpvsStatsAttrOutbytes], raw[kIpvsStatsAttrCps],
              raw[kIpvsStatsAttrInpps],   raw[kIpvsStatsAttrOutpps],   raw[kIpvsStatsAttrInbps],
              raw[kIpvsStatsAttrOutbps]};
  out.has_wide = true;
  return problem;
}

uint16_t guess_family(uint32_t fwmark, Bytes address) {
  if (fwmark != 0 || address.size() <= 4) return kAfInet;
  const bool only_four =
      std::all_of(address.begin() + 4, address.end(), [](std::byte b) { return b == std::byte{0}; });
  return only_four ? kAfInet : kAfInet6;
}

}  // namespace

Problem decode_service(Bytes nest, Service& out, Bytes& dests, bool& has_dests) {
  if (read_fixed_service(nest, out, dests, has_dests)) return nullptr;
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
        problem = decode_narrow(a.value, out.stats);
        break;
      case kIpvsSvcAttrStats64:
        problem = decode_wide(a.value, out.stats);
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
  if (read_fixed_destination(nest, service_family, out)) return nullptr;
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
        problem = decode_narrow(a.value, out.stats);
        break;
      case kIpvsDestAttrAddrFamily:
        family = u16(a.value);
        break;
      case kIpvsDestAttrStats64:
        problem = decode_wide(a.value, out.stats);
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
