// The layouts of ipvs-control.md 10 and 14, and reading them.
#include "client/bytes/fixed_layout.h"

#include <arpa/inet.h>

#include "client/bytes/assign.h"
#include "client/bytes/layout.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

constexpr std::array<Field, 10> kNarrowFields{{{kIpvsStatsAttrConns, 4},
                                               {kIpvsStatsAttrInpkts, 4},
                                               {kIpvsStatsAttrOutpkts, 4},
                                               {kIpvsStatsAttrInbytes, 8},
                                               {kIpvsStatsAttrOutbytes, 8},
                                               {kIpvsStatsAttrCps, 4},
                                               {kIpvsStatsAttrInpps, 4},
                                               {kIpvsStatsAttrOutpps, 4},
                                               {kIpvsStatsAttrInbps, 4},
                                               {kIpvsStatsAttrOutbps, 4}}};
constexpr std::array<Field, 10> kWideFields{{{kIpvsStatsAttrConns, 8},
                                             {kIpvsStatsAttrInpkts, 8},
                                             {kIpvsStatsAttrOutpkts, 8},
                                             {kIpvsStatsAttrInbytes, 8},
                                             {kIpvsStatsAttrOutbytes, 8},
                                             {kIpvsStatsAttrCps, 8},
                                             {kIpvsStatsAttrInpps, 8},
                                             {kIpvsStatsAttrOutpps, 8},
                                             {kIpvsStatsAttrInbps, 8},
                                             {kIpvsStatsAttrOutbps, 8}}};
using Narrow = Layout<kNarrowFields>;
using Wide = Layout<kWideFields>;

constexpr std::array<Field, 4> kAddressIdFields{
    {{kIpvsSvcAttrAf, 2}, {kIpvsSvcAttrProtocol, 2}, {kIpvsSvcAttrAddr, 16}, {kIpvsSvcAttrPort, 2}}};
constexpr std::array<Field, 2> kMarkIdFields{{{kIpvsSvcAttrAf, 2}, {kIpvsSvcAttrFwmark, 4}}};
// Behind the name of the scheduler.
constexpr std::array<Field, 5> kServiceFields{{{kIpvsSvcAttrFlags, 8},
                                               {kIpvsSvcAttrTimeout, 4},
                                               {kIpvsSvcAttrNetmask, 4},
                                               {kIpvsSvcAttrStats, Narrow::kSize},
                                               {kIpvsSvcAttrStats64, Wide::kSize}}};
constexpr std::array<Field, 15> kDestinationFields{{{kIpvsDestAttrAddr, 16},
                                                    {kIpvsDestAttrPort, 2},
                                                    {kIpvsDestAttrFwdMethod, 4},
                                                    {kIpvsDestAttrWeight, 4},
                                                    {kIpvsDestAttrTunType, 1},
                                                    {kIpvsDestAttrTunPort, 2},
                                                    {kIpvsDestAttrTunFlags, 2},
                                                    {kIpvsDestAttrUThresh, 4},
                                                    {kIpvsDestAttrLThresh, 4},
                                                    {kIpvsDestAttrActiveConns, 4},
                                                    {kIpvsDestAttrInactConns, 4},
                                                    {kIpvsDestAttrPersistConns, 4},
                                                    {kIpvsDestAttrAddrFamily, 2},
                                                    {kIpvsDestAttrStats, Narrow::kSize},
                                                    {kIpvsDestAttrStats64, Wide::kSize}}};
using AddressId = Layout<kAddressIdFields>;
using MarkId = Layout<kMarkIdFields>;
using ServiceRest = Layout<kServiceFields>;
using Dest = Layout<kDestinationFields>;

uint16_t host_order(uint16_t port) { return ntohs(port); }

void read_stats(const std::byte* narrow, const std::byte* wide, Stats& out) {
  const auto n = [narrow]<uint16_t kType>() { return Narrow::get<kType, uint32_t>(narrow); };
  Counters32& c = out.narrow;
  c.conns = n.template operator()<kIpvsStatsAttrConns>();
  c.in_packets = n.template operator()<kIpvsStatsAttrInpkts>();
  c.out_packets = n.template operator()<kIpvsStatsAttrOutpkts>();
  c.in_bytes = Narrow::get<kIpvsStatsAttrInbytes, uint64_t>(narrow);
  c.out_bytes = Narrow::get<kIpvsStatsAttrOutbytes, uint64_t>(narrow);
  c.cps = n.template operator()<kIpvsStatsAttrCps>();
  c.in_pps = n.template operator()<kIpvsStatsAttrInpps>();
  c.out_pps = n.template operator()<kIpvsStatsAttrOutpps>();
  c.in_bps = n.template operator()<kIpvsStatsAttrInbps>();
  c.out_bps = n.template operator()<kIpvsStatsAttrOutbps>();
  const auto w = [wide]<uint16_t kType>() { return Wide::get<kType, uint64_t>(wide); };
  out.wide = {w.template operator()<kIpvsStatsAttrConns>(),    w.template operator()<kIpvsStatsAttrInpkts>(),
              w.template operator()<kIpvsStatsAttrOutpkts>(),  w.template operator()<kIpvsStatsAttrInbytes>(),
              w.template operator()<kIpvsStatsAttrOutbytes>(), w.template operator()<kIpvsStatsAttrCps>(),
              w.template operator()<kIpvsStatsAttrInpps>(),    w.template operator()<kIpvsStatsAttrOutpps>(),
              w.template operator()<kIpvsStatsAttrInbps>(),    w.template operator()<kIpvsStatsAttrOutbps>()};
  out.has_narrow = out.has_wide = true;
}

}  // namespace

bool read_fixed_service(Bytes nest, Service& out, Bytes& dests, bool& has_dests) {
  const std::byte* const id = nest.data();
  if (nest.size() < AddressId::kSize) return false;
  const bool by_address = AddressId::matches(id);
  if (!by_address && !MarkId::matches(id)) return false;

  AttrWalk walk(nest.subspan(by_address ? AddressId::kSize : MarkId::kSize));
  Attr name;
  if (!walk.next(name) || name.type != kIpvsSvcAttrSchedName) return false;
  const Bytes behind = walk.rest();
  if (behind.size() < ServiceRest::kSize) return false;
  const std::byte* const rest = behind.data();
  const std::byte* const narrow = ServiceRest::value<kIpvsSvcAttrStats>(rest);
  const std::byte* const wide = ServiceRest::value<kIpvsSvcAttrStats64>(rest);
  if (!ServiceRest::matches(rest) || !Narrow::matches(narrow) || !Wide::matches(wide)) return false;

  AttrWalk end(behind.subspan(ServiceRest::kSize));
  Attr last;
  const bool nested = end.next(last);
  if (!end.rest().empty() || (nested && last.type != kIpvsSvcAttrDests)) return false;
  const auto family = load<uint16_t>(id + kNlaHdrLen);
  const uint32_t fwmark = by_address ? 0 : MarkId::get<kIpvsSvcAttrFwmark, uint32_t>(id);
  // What these mean is decided in one place.
  if (family == 0 || (!by_address && fwmark == 0)) return false;

  has_dests = nested;
  if (nested) dests = last.value;
  if (by_address) {
    out.id.protocol = AddressId::get<kIpvsSvcAttrProtocol, uint16_t>(id);
    out.id.port = host_order(AddressId::get<kIpvsSvcAttrPort, uint16_t>(id));
    assign(out.id.address, family, Bytes(AddressId::value<kIpvsSvcAttrAddr>(id), 16));
  } else {
    out.id = ServiceId::by_fwmark(fwmark, family);
  }
  assign(out.scheduler, name.value);
  out.flags = ServiceRest::get<kIpvsSvcAttrFlags, uint32_t>(rest);
  out.timeout_s = ServiceRest::get<kIpvsSvcAttrTimeout, uint32_t>(rest);
  const auto netmask = ServiceRest::get<kIpvsSvcAttrNetmask, uint32_t>(rest);
  out.netmask = family == kAfInet6 ? netmask : ntohl(netmask);
  read_stats(narrow, wide, out.stats);
  return true;
}

bool read_fixed_destination(Bytes nest, uint16_t service_family, Destination& out) {
  const std::byte* const at = nest.data();
  if (nest.size() != Dest::kSize) return false;
  const std::byte* const narrow = Dest::value<kIpvsDestAttrStats>(at);
  const std::byte* const wide = Dest::value<kIpvsDestAttrStats64>(at);
  if (!Dest::matches(at) || !Narrow::matches(narrow) || !Wide::matches(wide)) return false;

  const auto family = Dest::get<kIpvsDestAttrAddrFamily, uint16_t>(at);
  assign(out.id.address, family != 0 ? family : service_family,
         Bytes(Dest::value<kIpvsDestAttrAddr>(at), 16));
  out.id.port = host_order(Dest::get<kIpvsDestAttrPort, uint16_t>(at));
  out.forward = Dest::get<kIpvsDestAttrFwdMethod, uint32_t>(at) & kIpvsFwdMask;
  out.weight = Dest::get<kIpvsDestAttrWeight, int32_t>(at);
  out.tunnel_type = Dest::get<kIpvsDestAttrTunType, uint8_t>(at);
  out.tunnel_port = host_order(Dest::get<kIpvsDestAttrTunPort, uint16_t>(at));
  out.tunnel_flags = Dest::get<kIpvsDestAttrTunFlags, uint16_t>(at);
  out.upper_threshold = Dest::get<kIpvsDestAttrUThresh, uint32_t>(at);
  out.lower_threshold = Dest::get<kIpvsDestAttrLThresh, uint32_t>(at);
  out.active_connections = Dest::get<kIpvsDestAttrActiveConns, uint32_t>(at);
  out.inactive_connections = Dest::get<kIpvsDestAttrInactConns, uint32_t>(at);
  out.persistent_connections = Dest::get<kIpvsDestAttrPersistConns, uint32_t>(at);
  read_stats(narrow, wide, out.stats);
  return true;
}

}  // namespace ipvsim::client
