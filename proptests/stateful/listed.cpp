// Contents as text.
#include "proptests/stateful/listed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ipvsim::stateful {

namespace {

std::string to_text(const ListedStats& stats) {
  if (stats == ListedStats{}) return {};
  return fmt::format(" counters {} rates {}", fmt::join(stats.counters, ","), fmt::join(stats.rates, ","));
}

}  // namespace

std::string to_text(const ListedDest& d) {
  return fmt::format("-> {} forward {} weight {} thresholds {}/{} tunnel {}/{}/{} connections {}/{}/{}{}",
                     to_text(d.key), d.forward, d.weight, d.upper, d.lower, d.tun_type, d.tun_port,
                     d.tun_flags, d.active, d.inactive, d.persistent, to_text(d.stats));
}

std::string to_text(const ListedService& s) {
  std::string text =
      fmt::format("{} scheduler '{}' pe '{}' flags {:#x} timeout {} netmask {:#x}{}\n", to_text(s.key),
                  s.scheduler, s.pe, s.flags, s.timeout, s.netmask, to_text(s.stats));
  for (const ListedDest& dest : s.dests) text += "  " + to_text(dest) + "\n";
  return text;
}

std::string to_text(const ListedTable& table) {
  std::string text;
  for (const ListedService& service : table) text += to_text(service);
  return text.empty() ? "an empty table\n" : text;
}

std::string to_text(const ListedDaemon& d) {
  return fmt::format("state {} on '{}' id {} maxlen {} group {} port {} ttl {}", d.state, d.interface,
                     d.sync_id, d.maxlen, to_text(d.group_af, d.group), d.port, d.ttl);
}

}  // namespace ipvsim::stateful
