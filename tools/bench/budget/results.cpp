// Collecting runs.
#include "tools/bench/budget/results.h"

#include <fmt/format.h>

#include <algorithm>

namespace ipvsim::tools::bench {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr const char* kItemRate = "items_per_second";

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string time_text(double ns) {
  if (ns < 1e3) return fmt::format("{:.1f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.2f} us", ns / 1e3);
  return fmt::format("{:.2f} ms", ns / 1e6);
}

}  // namespace

void Results::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    const std::string name =
        run.run_name.function_name + (run.run_name.args.empty() ? "" : "/" + run.run_name.args);
    const auto [at, is_new] = all_.try_emplace(name);
    if (is_new) order_.push_back(name);
    const auto rate = run.counters.find(kItemRate);
    at->second.ns.push_back(rate != run.counters.end() && rate->second.value > 0
                                ? kNsPerSecond / rate->second.value
                                : run.cpu_accumulated_time * kNsPerSecond /
                                      static_cast<double>(run.iterations));
    for (const auto& [key, counter] : run.counters) at->second.counters[key] = counter.value;
  }
}

std::optional<double> Results::ns(const std::string& name) const {
  const auto at = all_.find(name);
  return at == all_.end() ? std::nullopt : std::optional(median(at->second.ns));
}

std::optional<double> Results::counter(const std::string& name, const std::string& counter) const {
  const auto at = all_.find(name);
  if (at == all_.end()) return std::nullopt;
  const auto found = at->second.counters.find(counter);
  return found == at->second.counters.end() ? std::nullopt : std::optional(found->second);
}

std::string Results::table() const {
  std::string out =
      fmt::format("{:<42}{:>13}{:>13}{:>13}\n", "benchmark, time an item", "median", "least", "most");
  for (const std::string& name : order_) {
    const Measured& measured = all_.at(name);
    const auto [least, most] = std::minmax_element(measured.ns.begin(), measured.ns.end());
    out += fmt::format("{:<42}{:>13}{:>13}{:>13}", name, time_text(median(measured.ns)), time_text(*least),
                       time_text(*most));
    for (const auto& [key, value] : measured.counters)
      if (key != kItemRate) out += fmt::format("  {} {:.0f}", key, value);
    out += '\n';
  }
  return out;
}

}  // namespace ipvsim::tools::bench
