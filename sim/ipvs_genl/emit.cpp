// Attribute by attribute, in the kernel's order. An entry asks for room once, for the most it can need; near
// the end of a buffer the same code asks at each step.
#include "sim/ipvs_genl/emit.h"

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "uapi/ipvs.h"

namespace ipvsim::ipvs_genl {

namespace {

using ipvs::Counter;
using wire::Cursor;

// The most that attributes can need: header and padded value, a padding attribute before a 64-bit one.
constexpr size_t attr_most(size_t value) { return uapi::align4(sizeof(uapi::NlAttr) + value); }
constexpr size_t kWord = attr_most(sizeof(uint32_t));
constexpr size_t kU64 = sizeof(uapi::NlAttr) + attr_most(sizeof(uint64_t));
constexpr size_t kAddr = attr_most(sizeof(ipvs::Address::bytes));
constexpr size_t kNest = sizeof(uapi::NlAttr);
constexpr size_t kStats = kNest + 8 * kWord + 2 * kU64;
constexpr size_t kStats64 = kNest + 2 * ipvs::kCounters * kU64;
constexpr size_t kService = 7 * kWord + kAddr + attr_most(2 * sizeof(uint32_t)) + kStats + kStats64;
constexpr size_t kDest = 12 * kWord + kAddr + kStats + kStats64;
constexpr size_t kHeaders = sizeof(uapi::NlMsgHdr) + sizeof(uapi::GenlMsgHdr);

std::string_view scheduler_name(const ipvs::Service& service) {
  return service.scheduler == nullptr ? std::string_view("none") : std::string_view(*service.scheduler);
}

size_t service_most(const ipvs::Service& service) {
  const size_t pe = service.pe == nullptr ? 0 : attr_most(service.pe->size() + 1);
  return kService + attr_most(scheduler_name(service).size() + 1) + pe;
}

// What both forms report, read once: behind each store the compiler has to read again.
struct Reported {
  explicit Reported(const ipvs::Stats& stats)
      : Reported(stats, std::make_index_sequence<ipvs::kCounters>()) {}
  template <size_t... kAll>
  Reported(const ipvs::Stats& stats, std::index_sequence<kAll...>)
      : counters{stats.counter(static_cast<Counter>(kAll))...},
        rates{stats.rate(static_cast<Counter>(kAll))...} {}

  ipvs::CounterValues counters;
  ipvs::CounterValues rates;
};

// The writers below are values that go in and come out, and so stay in registers.

// STATS: u32 except the two byte counters (ipvs-control.md 14).
template <class Writer>
Writer stats_attrs(Writer writer, uint16_t type, const Reported& stats) {
  const auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  uint8_t* const nest = writer.begin_nest(type);
  writer.put_u32(uapi::kIpvsStatsAttrConns, low(stats.counters[ipvs::kConns]));
  writer.put_u32(uapi::kIpvsStatsAttrInpkts, low(stats.counters[ipvs::kInPkts]));
  writer.put_u32(uapi::kIpvsStatsAttrOutpkts, low(stats.counters[ipvs::kOutPkts]));
  writer.put_u64(uapi::kIpvsStatsAttrInbytes, uapi::kIpvsStatsAttrPad, stats.counters[ipvs::kInBytes]);
  writer.put_u64(uapi::kIpvsStatsAttrOutbytes, uapi::kIpvsStatsAttrPad, stats.counters[ipvs::kOutBytes]);
  writer.put_u32(uapi::kIpvsStatsAttrCps, low(stats.rates[ipvs::kConns]));
  writer.put_u32(uapi::kIpvsStatsAttrInpps, low(stats.rates[ipvs::kInPkts]));
  writer.put_u32(uapi::kIpvsStatsAttrOutpps, low(stats.rates[ipvs::kOutPkts]));
  writer.put_u32(uapi::kIpvsStatsAttrInbps, low(stats.rates[ipvs::kInBytes]));
  writer.put_u32(uapi::kIpvsStatsAttrOutbps, low(stats.rates[ipvs::kOutBytes]));
  writer.end_nest(nest);
  return writer;
}

// STATS64: all u64; attribute numbers follow the order of the counters, then of the rates.
template <class Writer>
Writer stats64_attrs(Writer writer, uint16_t type, const Reported& stats) {
  uint8_t* const nest = writer.begin_nest(type);
  for (uint16_t i = 0; i < ipvs::kCounters; ++i)
    writer.put_u64(static_cast<uint16_t>(uapi::kIpvsStatsAttrConns + i), uapi::kIpvsStatsAttrPad,
                   stats.counters[i]);
  for (uint16_t i = 0; i < ipvs::kCounters; ++i)
    writer.put_u64(static_cast<uint16_t>(uapi::kIpvsStatsAttrCps + i), uapi::kIpvsStatsAttrPad,
                   stats.rates[i]);
  writer.end_nest(nest);
  return writer;
}

// Both forms. Of an entry without traffic they are the same bytes each time; where no position pads them they
// are copied as one.
template <uint16_t kType, uint16_t kType64, class Writer>
Writer both_stats(Writer writer, const ipvs::Stats& stats) {
  const auto put = [](auto to, const ipvs::Stats& of) {
    const Reported reported(of);
    to = stats_attrs(to, kType, reported);
    return stats64_attrs(to, kType64, reported);
  };
  using Unpadded = wire::UncheckedWriter<wire::Pad64::no>;
  if constexpr (std::is_same_v<Writer, Unpadded>) {
    static const auto idle = [&put] {
      std::array<uint8_t, kStats + kStats64 - 2 * (1 + ipvs::kCounters) * sizeof(uapi::NlAttr)> bytes;
      const Unpadded end = put(Unpadded(bytes.data(), bytes.data()), ipvs::Stats());
      IPVSIM_CHECK(end.at() == bytes.data() + bytes.size());
      return bytes;
    }();
    if (stats.idle()) {
      writer.put_raw(idle);
      return writer;
    }
  }
  return put(writer, stats);
}

template <class Writer>
Writer service_attrs(Writer writer, const ipvs::Service& service, const ipvs::IpvsConfig& config) {
  const ipvs::ServiceKey& key = service.key();
  writer.put_u16(uapi::kIpvsSvcAttrAf, key.af);
  if (key.fwmark != 0) {
    writer.put_u32(uapi::kIpvsSvcAttrFwmark, key.fwmark);
  } else {
    writer.put_u16(uapi::kIpvsSvcAttrProtocol, key.protocol);
    writer.put(uapi::kIpvsSvcAttrAddr, key.addr.bytes.data(), key.addr.bytes.size());
    writer.put_be16(uapi::kIpvsSvcAttrPort, key.port);
  }
  writer.put_string(uapi::kIpvsSvcAttrSchedName, scheduler_name(service));
  if (service.pe != nullptr) writer.put_string(uapi::kIpvsSvcAttrPeName, *service.pe);
  const uint32_t flags_and_mask[] = {service.flags, 0xffffffff};
  writer.put(uapi::kIpvsSvcAttrFlags, flags_and_mask, sizeof(flags_and_mask));
  writer.put_u32(uapi::kIpvsSvcAttrTimeout, service.timeout_jiffies / config.hz);
  writer.put_u32(uapi::kIpvsSvcAttrNetmask, service.netmask);
  return both_stats<uapi::kIpvsSvcAttrStats, uapi::kIpvsSvcAttrStats64>(writer, service.stats);
}

template <class Writer>
Writer dest_attrs(Writer writer, const ipvs::Dest& dest) {
  const ipvs::DestSettings& settings = dest.settings;
  writer.put(uapi::kIpvsDestAttrAddr, dest.key.addr.bytes.data(), dest.key.addr.bytes.size());
  writer.put_be16(uapi::kIpvsDestAttrPort, dest.key.port);
  writer.put_u32(uapi::kIpvsDestAttrFwdMethod, dest.forwarding());
  writer.put_u32(uapi::kIpvsDestAttrWeight, static_cast<uint32_t>(settings.weight));
  writer.put_u8(uapi::kIpvsDestAttrTunType, static_cast<uint8_t>(settings.tun_type));
  writer.put_be16(uapi::kIpvsDestAttrTunPort, settings.tun_port);
  writer.put_u16(uapi::kIpvsDestAttrTunFlags, settings.tun_flags);
  writer.put_u32(uapi::kIpvsDestAttrUThresh, settings.u_thresh);
  writer.put_u32(uapi::kIpvsDestAttrLThresh, settings.l_thresh);
  writer.put_u32(uapi::kIpvsDestAttrActiveConns, dest.connections.active);
  writer.put_u32(uapi::kIpvsDestAttrInactConns, dest.connections.inactive);
  writer.put_u32(uapi::kIpvsDestAttrPersistConns, dest.connections.persistent);
  writer.put_u16(uapi::kIpvsDestAttrAddrFamily, dest.key.af);
  return both_stats<uapi::kIpvsDestAttrStats, uapi::kIpvsDestAttrStats64>(writer, dest.stats);
}

// One message with one nest of at most `most` bytes that `fill` writes.
template <class Fill>
bool append(wire::Skb& skb, const MessageHead& head, uint8_t cmd, uint16_t nest_type, size_t most,
            Fill fill) {
  Cursor cursor(skb);
  cursor.write_at_most(kHeaders + kNest + most, [&](auto& writer) {
    uint8_t* const start =
        writer.begin_message(head.type, head.flags, head.seq, head.portid, cmd, uapi::kIpvsVersion);
    uint8_t* const nest = writer.begin_nest(nest_type);
    fill(writer);
    writer.end_nest(nest);
    writer.end_message(start);
  });
  if (!cursor.ok()) return false;
  cursor.commit(skb);
  return true;
}

}  // namespace

void put_service(Cursor& cursor, const ipvs::Service& service, const ipvs::IpvsConfig& config) {
  cursor.write_at_most(service_most(service),
                       [&](auto& writer) { writer = service_attrs(writer, service, config); });
}

void put_dest(Cursor& cursor, const ipvs::Dest& dest) {
  cursor.write_at_most(kDest, [&](auto& writer) { writer = dest_attrs(writer, dest); });
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
  return append(skb, head, uapi::kIpvsNewService, uapi::kIpvsCmdAttrService, service_most(service),
                [&](auto& writer) { writer = service_attrs(writer, service, config); });
}

bool append_dest(wire::Skb& skb, const MessageHead& head, const ipvs::Dest& dest) {
  return append(skb, head, uapi::kIpvsNewDest, uapi::kIpvsCmdAttrDest, kDest,
                [&](auto& writer) { writer = dest_attrs(writer, dest); });
}

// Rare: asks for room at each step.
bool append_daemon(wire::Skb& skb, const MessageHead& head, uint32_t state, const ipvs::Daemon& daemon) {
  Cursor cursor(skb);
  uint8_t* const start = cursor.begin_message(head.type, head.flags, head.seq, head.portid,
                                              uapi::kIpvsNewDaemon, uapi::kIpvsVersion);
  uint8_t* const nest = cursor.begin_nest(uapi::kIpvsCmdAttrDaemon);
  put_daemon(cursor, state, daemon);
  cursor.end_nest(nest);
  cursor.end_message(start);
  if (!cursor.ok()) return false;
  cursor.commit(skb);
  return true;
}

}  // namespace ipvsim::ipvs_genl
