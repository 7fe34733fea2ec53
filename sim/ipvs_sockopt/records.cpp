// Field by field.
#include "sim/ipvs_sockopt/records.h"

#include <algorithm>
#include <string_view>

#include "sim/base/check.h"

namespace ipvsim::ipvs_sockopt {

namespace {

ipvs::Address address(uint32_t be32) {
  ipvs::Address out;
  std::memcpy(out.bytes.data(), &be32, sizeof(be32));
  return out;
}
uint32_t be32(const ipvs::Address& addr) {
  uint32_t out;
  std::memcpy(&out, addr.bytes.data(), sizeof(out));
  return out;
}

uint16_t host16(uint16_t be16) {
  uint8_t bytes[2];
  std::memcpy(bytes, &be16, sizeof(bytes));
  return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}
// Swapping or not swapping is its own inverse.
uint16_t be16(uint16_t host) { return host16(host); }

// The kernel copies names in words: the NUL fills up its word, what is behind that stays as it was.
template <size_t N>
void put_name(char (&field)[N], std::string_view name) {
  constexpr size_t kWord = 8;
  IPVSIM_CHECK(name.size() < N);
  std::memcpy(field, name.data(), name.size());
  const size_t end = (name.size() / kWord + 1) * kWord;
  std::memset(field + name.size(), 0, std::min(end, N) - name.size());
}

// 32 bits of each but the two byte counters (ipvs-control.md 14 and 15).
void put_stats(uapi::IpvsStatsUser& out, const ipvs::Stats& stats) {
  const auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  out.conns = low(stats.counter(ipvs::kConns));
  out.inpkts = low(stats.counter(ipvs::kInPkts));
  out.outpkts = low(stats.counter(ipvs::kOutPkts));
  out.inbytes = stats.counter(ipvs::kInBytes);
  out.outbytes = stats.counter(ipvs::kOutBytes);
  out.cps = low(stats.rate(ipvs::kConns));
  out.inpps = low(stats.rate(ipvs::kInPkts));
  out.outpps = low(stats.rate(ipvs::kOutPkts));
  out.inbps = low(stats.rate(ipvs::kInBytes));
  out.outbps = low(stats.rate(ipvs::kOutBytes));
}

}  // namespace

ipvs::ServiceKey service_key(uint16_t protocol, uint32_t addr_be32, uint16_t port_be16, uint32_t fwmark) {
  return {uapi::kAfInet, protocol, address(addr_be32), host16(port_be16), fwmark};
}

ipvs::DestKey dest_key(uint32_t addr_be32, uint16_t port_be16) {
  return {uapi::kAfInet, address(addr_be32), host16(port_be16)};
}

uint32_t stored_conn_flags(uint32_t given) {
  uint32_t flags = (given & uapi::kIpvsConnFDestMask) | uapi::kIpvsConnFInactive;
  if ((flags & uapi::kIpvsFwdMask) != uapi::kIpvsFwdMasq) flags |= uapi::kIpvsConnFNoOutput;
  return flags;
}

uapi::IpvsServiceEntry service_entry(const ipvs::Service& service, uint32_t hz, uapi::IpvsServiceEntry out) {
  out.service.protocol = service.key().protocol;
  out.service.addr_be32 = be32(service.key().addr);
  out.service.port_be16 = be16(service.key().port);
  out.service.fwmark = service.key().fwmark;
  put_name(out.service.sched_name,
           service.scheduler == nullptr ? std::string_view("none") : std::string_view(*service.scheduler));
  out.service.flags = service.flags;
  out.service.timeout = service.timeout_jiffies / hz;
  out.service.netmask_be32 = service.netmask;
  // All of them, also those of another family that DESTS hides.
  out.num_dests = static_cast<uint32_t>(service.dests.size());
  put_stats(out.stats, service.stats);
  return out;
}

uapi::IpvsDestEntry dest_entry(const ipvs::Dest& dest) {
  uapi::IpvsDestEntry out{};
  out.dest.addr_be32 = be32(dest.key.addr);
  out.dest.port_be16 = be16(dest.key.port);
  // A destination that came by netlink has just its forwarding method; the kernel completes it the same way.
  out.dest.conn_flags = stored_conn_flags(dest.settings.conn_flags);
  out.dest.weight = dest.settings.weight;
  out.dest.u_threshold = dest.settings.u_thresh;
  out.dest.l_threshold = dest.settings.l_thresh;
  out.activeconns = dest.connections.active;
  out.inactconns = dest.connections.inactive;
  out.persistconns = dest.connections.persistent;
  put_stats(out.stats, dest.stats);
  return out;
}

uapi::IpvsDaemonUser daemon_record(uint32_t state, const std::optional<ipvs::Daemon>& daemon) {
  uapi::IpvsDaemonUser out{};
  if (!daemon) return out;
  out.state = static_cast<int32_t>(state);
  put_name(out.mcast_ifn, daemon->interface);
  out.syncid = static_cast<int32_t>(daemon->syncid);
  return out;
}

}  // namespace ipvsim::ipvs_sockopt
