// Attribute by attribute, in the kernel's order. The writers work on a copy of the cursor, which stays in
// registers.
#include "sim/ipvs_genl/emit.h"

#include <string_view>

#include "uapi/ipvs.h"

namespace ipvsim::ipvs_genl {

namespace {

using ipvs::Counter;
using wire::Cursor;

// STATS: u32 except the two byte counters (ipvs-control.md 14).
void put_stats(Cursor& cursor, uint16_t type, const ipvs::Stats& stats) {
  const auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  uint8_t* const nest = cursor.begin_nest(type);
  cursor.put_u32(uapi::kIpvsStatsAttrConns, low(stats.counter(ipvs::kConns)));
  cursor.put_u32(uapi::kIpvsStatsAttrInpkts, low(stats.counter(ipvs::kInPkts)));
  cursor.put_u32(uapi::kIpvsStatsAttrOutpkts, low(stats.counter(ipvs::kOutPkts)));
  cursor.put_u64(uapi::kIpvsStatsAttrInbytes, uapi::kIpvsStatsAttrPad, stats.counter(ipvs::kInBytes));
  cursor.put_u64(uapi::kIpvsStatsAttrOutbytes, uapi::kIpvsStatsAttrPad, stats.counter(ipvs::kOutBytes));
  cursor.put_u32(uapi::kIpvsStatsAttrCps, low(stats.rate(ipvs::kConns)));
  cursor.put_u32(uapi::kIpvsStatsAttrInpps, low(stats.rate(ipvs::kInPkts)));
  cursor.put_u32(uapi::kIpvsStatsAttrOutpps, low(stats.rate(ipvs::kOutPkts)));
  cursor.put_u32(uapi::kIpvsStatsAttrInbps, low(stats.rate(ipvs::kInBytes)));
  cursor.put_u32(uapi::kIpvsStatsAttrOutbps, low(stats.rate(ipvs::kOutBytes)));
  cursor.end_nest(nest);
}

// STATS64: all u64; attribute numbers follow the order of the counters, then of the rates.
void put_stats64(Cursor& cursor, uint16_t type, const ipvs::Stats& stats) {
  uint8_t* const nest = cursor.begin_nest(type);
  for (uint16_t i = 0; i < ipvs::kCounters; ++i)
    cursor.put_u64(static_cast<uint16_t>(uapi::kIpvsStatsAttrConns + i), uapi::kIpvsStatsAttrPad,
                   stats.counter(static_cast<Counter>(i)));
  for (uint16_t i = 0; i < ipvs::kCounters; ++i)
    cursor.put_u64(static_cast<uint16_t>(uapi::kIpvsStatsAttrCps + i), uapi::kIpvsStatsAttrPad,
                   stats.rate(static_cast<Counter>(i)));
  cursor.end_nest(nest);
}

// One message with one nest that `fill` writes.
template <class Fill>
bool append(wire::Skb& skb, const MessageHead& head, uint8_t cmd, uint16_t nest_type, Fill fill) {
  Cursor cursor(skb);
  uint8_t* const start =
      cursor.begin_message(head.type, head.flags, head.seq, head.portid, cmd, uapi::kIpvsVersion);
  uint8_t* const nest = cursor.begin_nest(nest_type);
  fill(cursor);
  cursor.end_nest(nest);
  cursor.end_message(start);
  if (!cursor.ok()) return false;
  cursor.commit(skb);
  return true;
}

}  // namespace

void put_service(Cursor& out, const ipvs::Service& service, const ipvs::IpvsConfig& config) {
  Cursor cursor = out;
  const ipvs::ServiceKey& key = service.key();
  cursor.put_u16(uapi::kIpvsSvcAttrAf, key.af);
  if (key.fwmark != 0) {
    cursor.put_u32(uapi::kIpvsSvcAttrFwmark, key.fwmark);
  } else {
    cursor.put_u16(uapi::kIpvsSvcAttrProtocol, key.protocol);
    cursor.put(uapi::kIpvsSvcAttrAddr, key.addr.bytes.data(), key.addr.bytes.size());
    cursor.put_be16(uapi::kIpvsSvcAttrPort, key.port);
  }
  cursor.put_string(uapi::kIpvsSvcAttrSchedName, service.scheduler == nullptr
                                                     ? std::string_view("none")
                                                     : std::string_view(*service.scheduler));
  if (service.pe != nullptr) cursor.put_string(uapi::kIpvsSvcAttrPeName, *service.pe);
  const uint32_t flags_and_mask[] = {service.flags, 0xffffffff};
  cursor.put(uapi::kIpvsSvcAttrFlags, flags_and_mask, sizeof(flags_and_mask));
  cursor.put_u32(uapi::kIpvsSvcAttrTimeout, service.timeout_jiffies / config.hz);
  cursor.put_u32(uapi::kIpvsSvcAttrNetmask, service.netmask);
  put_stats(cursor, uapi::kIpvsSvcAttrStats, service.stats);
  put_stats64(cursor, uapi::kIpvsSvcAttrStats64, service.stats);
  out = cursor;
}

void put_dest(Cursor& out, const ipvs::Dest& dest) {
  Cursor cursor = out;
  const ipvs::DestSettings& settings = dest.settings;
  cursor.put(uapi::kIpvsDestAttrAddr, dest.key.addr.bytes.data(), dest.key.addr.bytes.size());
  cursor.put_be16(uapi::kIpvsDestAttrPort, dest.key.port);
  cursor.put_u32(uapi::kIpvsDestAttrFwdMethod, dest.forwarding());
  cursor.put_u32(uapi::kIpvsDestAttrWeight, static_cast<uint32_t>(settings.weight));
  cursor.put_u8(uapi::kIpvsDestAttrTunType, static_cast<uint8_t>(settings.tun_type));
  cursor.put_be16(uapi::kIpvsDestAttrTunPort, settings.tun_port);
  cursor.put_u16(uapi::kIpvsDestAttrTunFlags, settings.tun_flags);
  cursor.put_u32(uapi::kIpvsDestAttrUThresh, settings.u_thresh);
  cursor.put_u32(uapi::kIpvsDestAttrLThresh, settings.l_thresh);
  cursor.put_u32(uapi::kIpvsDestAttrActiveConns, dest.connections.active);
  cursor.put_u32(uapi::kIpvsDestAttrInactConns, dest.connections.inactive);
  cursor.put_u32(uapi::kIpvsDestAttrPersistConns, dest.connections.persistent);
  cursor.put_u16(uapi::kIpvsDestAttrAddrFamily, dest.key.af);
  put_stats(cursor, uapi::kIpvsDestAttrStats, dest.stats);
  put_stats64(cursor, uapi::kIpvsDestAttrStats64, dest.stats);
  out = cursor;
}

void put_daemon(Cursor& cursor, uint32_t state, const ipvs::Daemon& daemon) {
  cursor.put_u32(uapi::kIpvsDaemonAttrState, state);
  cursor.put_string(uapi::kIpvsDaemonAttrMcastIfn, daemon.interface);
  cursor.put_u32(uapi::kIpvsDaemonAttrSyncId, daemon.syncid);
  cursor.put_u16(uapi::kIpvsDaemonAttrSyncMaxlen, daemon.sync_maxlen);
  cursor.put_u16(uapi::kIpvsDaemonAttrMcastPort, daemon.port);
  cursor.put_u8(uapi::kIpvsDaemonAttrMcastTtl, daemon.ttl);
  if (daemon.group_af == uapi::kAfInet)
    cursor.put(uapi::kIpvsDaemonAttrMcastGroup, daemon.group.bytes.data(), 4);
  else
    cursor.put(uapi::kIpvsDaemonAttrMcastGroup6, daemon.group.bytes.data(), 16);
}

bool append_service(wire::Skb& skb, const MessageHead& head, const ipvs::Service& service,
                    const ipvs::IpvsConfig& config) {
  return append(skb, head, uapi::kIpvsNewService, uapi::kIpvsCmdAttrService,
                [&](Cursor& cursor) { put_service(cursor, service, config); });
}

bool append_dest(wire::Skb& skb, const MessageHead& head, const ipvs::Dest& dest) {
  return append(skb, head, uapi::kIpvsNewDest, uapi::kIpvsCmdAttrDest,
                [&](Cursor& cursor) { put_dest(cursor, dest); });
}

bool append_daemon(wire::Skb& skb, const MessageHead& head, uint32_t state, const ipvs::Daemon& daemon) {
  return append(skb, head, uapi::kIpvsNewDaemon, uapi::kIpvsCmdAttrDaemon,
                [&](Cursor& cursor) { put_daemon(cursor, state, daemon); });
}

}  // namespace ipvsim::ipvs_genl
