// From medians to verdicts.
#include "tools/bench/budget/budget_lines.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/profile.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/compare/fit.h"

namespace ipvsim::tools::bench {

namespace {

// ARCHITECTURE.md 8.
constexpr double kMemcpyTimes = 2;
constexpr double kMemcpyPlusNs = 25;
constexpr double kSmallTestNs = 50e3;
constexpr double kBytesAService = 512;
constexpr double kBytesADest = 448;
constexpr double kLinearExponent = 1.01;
constexpr double kQuadraticExponent = 1.5;

using Lines = std::vector<BudgetLine>;

void add_serialised(Lines& lines, const Results& results, const std::string& bench, const char* what,
                    int64_t bytes) {
  for (const int64_t table : kTableSizes) {
    for (const std::string& traffic : {std::string(), kWithTraffic}) {
      const auto ns = results.ns(fmt::format("{}{}/{}", bench, traffic, table));
      // A table that fits no cache is met in the order of its rows; so must the copied messages be, or the
      // line would measure the memory's prefetcher.
      constexpr int64_t kBeyondCache = 1'000'000;
      const bool in_order = table >= kBeyondCache;
      const auto copy =
          results.ns(fmt::format("{}/{}/{}", in_order ? kCopyInDumpOrder : kCopy, table, bytes));
      if (!ns || !copy) continue;
      const double allowed = kMemcpyTimes * *copy + kMemcpyPlusNs;
      std::string against = fmt::format("2 x memcpy{} {:.1f} + 25 = {:.1f} ns",
                                        in_order ? " in dump order" : "", *copy, allowed);
      if (const auto straight = results.ns(fmt::format("{}/{}/{}", kCopy, table, bytes));
          in_order && straight)
        against += fmt::format(" (memcpy in memory order {:.1f} ns)", *straight);
      lines.push_back(
          {fmt::format("{}, {} bytes, {} entries{}", what, bytes, table, traffic.empty() ? "" : ", traffic"),
           fmt::format("{:.1f} ns", *ns), against, fmt::format("{:.2f}", *ns / *copy), *ns <= allowed});
    }
  }
}

void add_at_most(Lines& lines, const std::string& what, std::optional<double> measured, double allowed,
                 double unit, const char* unit_name) {
  if (!measured) return;
  lines.push_back({what, fmt::format("{:.1f} {}", *measured / unit, unit_name),
                   fmt::format("{:.0f} {}", allowed / unit, unit_name),
                   fmt::format("{:.2f}", *measured / allowed), *measured <= allowed});
}

void add_growth(Lines& lines, const Results& results, DumpVariant variant, bool linear) {
  std::vector<std::pair<double, double>> steps;
  for (const int64_t services : {1000, 10'000, 100'000, 1'000'000}) {
    const auto counted =
        results.counter(fmt::format("{}{}/{}", kDump, dump_variant_name(variant), services), kStepsCounter);
    if (counted) steps.emplace_back(services, *counted);
  }
  if (steps.size() < 2) return;
  const double exponent = fitted_exponent(steps);
  lines.push_back({fmt::format("table steps of a {} dump, {:.0f} to {:.0f} services",
                               dump_variant_name(variant), steps.front().first, steps.back().first),
                   fmt::format("~ n^{:.3f}", exponent),
                   linear ? fmt::format("n^{}", kLinearExponent) : "counts from the start: n^1.5 or more",
                   fmt::format("{:.2f} a service", steps.back().second / steps.back().first),
                   linear ? exponent <= kLinearExponent : exponent >= kQuadraticExponent});
}

}  // namespace

std::vector<BudgetLine> budget_lines(const Results& results) {
  Lines lines;
  add_serialised(lines, results, kSerialiseService, "service", kServiceBytes);
  add_serialised(lines, results, kSerialiseDest, "destination", kDestBytes);
  add_at_most(lines, "a whole small test", results.ns(kSmallTest), kSmallTestNs, 1e3, "us");
  for (const DumpVariant variant : {DumpVariant::stock, DumpVariant::rfc_v1})
    add_growth(lines, results, variant, false);
  for (const DumpVariant variant : {DumpVariant::rfc_v2, DumpVariant::rfc_v3, DumpVariant::serial})
    add_growth(lines, results, variant, true);
  for (const int64_t entries : {1'000'000, 100'000, 10'000}) {
    const auto bytes = [&](const char* bench) {
      return results.counter(fmt::format("{}/{}", bench, entries), kBytesCounter);
    };
    add_at_most(lines, fmt::format("memory of a service among {}", entries), bytes(kMemoryService),
                kBytesAService, 1, "bytes");
    add_at_most(lines, fmt::format("memory of a destination among {}", entries), bytes(kMemoryDest),
                kBytesADest, 1, "bytes");
  }
  return lines;
}

std::string budget_text(const std::vector<BudgetLine>& lines) {
  std::string out = "budget of ARCHITECTURE.md 8: what, measured, measured / reference, allowed\n";
  for (const BudgetLine& line : lines)
    out += fmt::format("{:<6}  {:<52}{:>11}  {:>14}  {}\n", line.ok ? "ok" : "MISSED", line.what,
                       line.measured, line.ratio, line.allowed);
  return out;
}

}  // namespace ipvsim::tools::bench
