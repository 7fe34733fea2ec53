// The client's values as plain ones.
#include <stdexcept>

#include "proptests/stateful/kernel_under_test.h"

namespace ipvsim::stateful {

namespace {

ListedStats listed(const client::Stats& stats) {
  const client::Counters& w = stats.wide;
  const client::Counters32& n = stats.narrow;
  const auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  const bool same = stats.has_narrow && stats.has_wide && n.conns == low(w.conns) &&
                    n.in_packets == low(w.in_packets) && n.out_packets == low(w.out_packets) &&
                    n.in_bytes == w.in_bytes && n.out_bytes == w.out_bytes && n.cps == low(w.cps) &&
                    n.in_pps == low(w.in_pps) && n.out_pps == low(w.out_pps) && n.in_bps == low(w.in_bps) &&
                    n.out_bps == low(w.out_bps);
  if (!same) throw std::logic_error("the two forms of the statistics differ");
  return {{w.conns, w.in_packets, w.out_packets, w.in_bytes, w.out_bytes},
          {w.cps, w.in_pps, w.out_pps, w.in_bps, w.out_bps}};
}

}  // namespace

ListedDest listed(const client::Destination& d) {
  return {{d.id.address.family, d.id.address.bytes, d.id.port},
          d.forward,
          d.weight,
          d.upper_threshold,
          d.lower_threshold,
          d.tunnel_type,
          d.tunnel_port,
          d.tunnel_flags,
          d.active_connections,
          d.inactive_connections,
          d.persistent_connections,
          listed(d.stats)};
}

ListedService listed(const client::Service& s) {
  return {{s.id.fwmark, s.id.family(), s.id.protocol, s.id.address.bytes, s.id.port},
          s.scheduler,
          s.persistence_engine,
          s.flags,
          s.timeout_s,
          s.netmask,
          listed(s.stats),
          {}};
}

ListedTable listed(const client::Table& table) {
  ListedTable out;
  for (const client::ServiceEntry& entry : table.services) {
    ListedService& service = out.emplace_back(listed(entry.service));
    for (const client::Destination& destination : entry.destinations)
      service.dests.push_back(listed(destination));
  }
  return out;
}

}  // namespace ipvsim::stateful
