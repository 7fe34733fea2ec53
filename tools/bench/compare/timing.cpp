// Order statistics.
#include "tools/bench/compare/timing.h"

#include <algorithm>

namespace ipvsim::tools::bench {

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t n = values.size();
  const double middle = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  const size_t quarter = (n - 1) / 4;
  return {middle, values[quarter], values[n - 1 - quarter], values.front()};
}

Timing timing_of(const std::vector<Span>& runs) {
  std::vector<double> wall;
  std::vector<double> cpu;
  for (const Span& run : runs) {
    wall.push_back(run.wall_ms);
    cpu.push_back(run.cpu_ms);
  }
  return {spread_of(std::move(wall)), spread_of(std::move(cpu)), runs.size()};
}

}  // namespace ipvsim::tools::bench
