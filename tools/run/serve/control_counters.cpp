// Finding the entry, reading NAME=N pairs, setting numbers.
#include "tools/run/serve/control_counters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace ipvsim::run {
namespace {

using ipvs::Stats;

// The order of ipvs::Counter, the rates behind the counters.
constexpr std::array<std::string_view, 2 * ipvs::kCounters> kNames = {
    "conns", "inpkts", "outpkts", "inbytes", "outbytes", "cps", "inpps", "outpps", "inbps", "outbps"};

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

// What the first arguments name; both null for the namespace's totals.
struct Entry {
  ipvs::Service* service = nullptr;
  ipvs::Dest* dest = nullptr;
};

Entry find_entry(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& names) {
  Entry entry;
  if (names.empty()) return entry;
  if (names.size() > 2) refuse(fmt::format("'{}': one service and one destination at most", names[2]));
  entry.service = kernel.ipvs().find_service(kernel.ipvs_netns(netns), ServiceKey(names[0]));
  if (entry.service == nullptr) refuse(fmt::format("there is no service {}", names[0]));
  if (names.size() == 1) return entry;
  entry.dest = kernel.ipvs().find_dest(*entry.service, DestKey(names[1]));
  if (entry.dest == nullptr) refuse(fmt::format("service {} has no destination {}", names[0], names[1]));
  return entry;
}

struct Pairs {
  Arguments names;  // the arguments before them
  std::vector<std::pair<size_t, uint64_t>> values;
};

Pairs split(const Arguments& arguments, size_t known) {
  Pairs pairs;
  for (const std::string& argument : arguments) {
    const size_t equals = argument.find('=');
    if (equals == std::string::npos && pairs.values.empty()) {
      pairs.names.push_back(argument);
      continue;
    }
    const std::string name = argument.substr(0, equals);
    const auto* const end = kNames.begin() + known;
    const auto* const at = std::find(kNames.begin(), end, name);
    if (equals == std::string::npos || at == end)
      refuse(
          fmt::format("'{}': must be NAME=N, NAME one of {}", argument, fmt::join(kNames.begin(), end, " ")));
    pairs.values.emplace_back(at - kNames.begin(), number_argument(name, argument.substr(equals + 1)));
  }
  if (pairs.values.empty()) refuse("no value is given, like conns=5");
  return pairs;
}

Stats::Numbers numbers_of(const Stats& stats) { return stats.idle() ? Stats::Numbers{} : *stats.numbers(); }

}  // namespace

uint64_t number_argument(const std::string& name, const std::string& text, uint64_t most) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > most)
    refuse(fmt::format("{} '{}': must be a number from 0 to {}", name, text, most));
  return value;
}

void control_stats(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments) {
  const Pairs pairs = split(arguments, kNames.size());
  const Entry entry = find_entry(kernel, netns, pairs.names);
  Stats& stats = entry.dest != nullptr      ? entry.dest->stats
                 : entry.service != nullptr ? entry.service->stats
                                            : kernel.ipvs_netns(netns).totals;
  Stats::Numbers numbers = numbers_of(stats);
  for (const auto& [which, value] : pairs.values) {
    if (which < ipvs::kCounters) {
      numbers.counted[which] = value;
      continue;
    }
    // The inverse of how a rate is reported (ipvs-control.md 14).
    const size_t counter = which - ipvs::kCounters;
    numbers.average[counter] = value * (counter >= ipvs::kInBytes ? 32 : 1024);
  }
  stats.set_numbers(numbers);
}

void control_traffic(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments) {
  const Pairs pairs = split(arguments, ipvs::kCounters);
  const Entry entry = find_entry(kernel, netns, pairs.names);
  if (entry.service == nullptr) refuse("traffic goes through a service; name one");
  const auto add = [&](Stats& stats) {
    ipvs::CounterValues raw = stats.raw();
    for (const auto& [which, value] : pairs.values) raw[which] += value;
    stats.set_raw(raw);
  };
  if (entry.dest != nullptr) add(entry.dest->stats);
  add(entry.service->stats);
  add(kernel.ipvs_netns(netns).totals);
}

void control_connections(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments) {
  if (arguments.size() < 4 || arguments.size() > 5)
    refuse("connections takes SERVICE DEST ACTIVE INACTIVE [PERSISTENT]");
  const Entry entry = find_entry(kernel, netns, {arguments[0], arguments[1]});
  ipvs::Connections connections;
  connections.active = static_cast<uint32_t>(number_argument("ACTIVE", arguments[2], UINT32_MAX));
  connections.inactive = static_cast<uint32_t>(number_argument("INACTIVE", arguments[3], UINT32_MAX));
  if (arguments.size() == 5)
    connections.persistent = static_cast<uint32_t>(number_argument("PERSISTENT", arguments[4], UINT32_MAX));
  kernel.ipvs().set_connections(*entry.dest, connections);
}

}  // namespace ipvsim::run
