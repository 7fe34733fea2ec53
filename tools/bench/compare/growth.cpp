// Sizes, turns and fits.
#include "tools/bench/compare/growth.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "tools/bench/compare/fit.h"
#include "tools/bench/compare/loaded_kernel.h"
#include "tools/bench/compare/reading.h"

namespace ipvsim::tools::bench {

namespace {

// So many rounds that the smallest tables are read often and the largest, which take seconds, a few times.
size_t rounds_for(size_t services) {
  constexpr size_t kEntriesToRead = 300'000;
  constexpr size_t kFewest = 3;
  constexpr size_t kMost = 51;
  return std::clamp(kEntriesToRead / services, kFewest, kMost);
}

void fit(GrowthCurve& curve) {
  std::vector<std::pair<double, double>> times;
  std::vector<std::pair<double, double>> steps;
  for (const GrowthPoint& point : curve.points) {
    const auto services = static_cast<double>(point.services);
    times.emplace_back(services, point.read.cpu_ms.median);
    steps.emplace_back(services, static_cast<double>(point.steps));
  }
  curve.time_exponent = fitted_exponent(times);
  curve.step_exponent = fitted_exponent(steps);
}

}  // namespace

std::vector<size_t> growth_sizes(size_t most) {
  std::vector<size_t> sizes;
  for (int half_decades = 6;; ++half_decades) {
    const auto size = static_cast<size_t>(std::lround(std::pow(10.0, half_decades / 2.0)));
    if (size > most) return sizes;
    sizes.push_back(size);
  }
}

std::vector<GrowthCurve> measure_growth(const std::vector<Way>& ways, size_t most, const Progress& progress) {
  std::vector<GrowthCurve> curves;
  for (const Way& way : ways) curves.push_back({way.name, {}, 0, 0});
  Reader reader;
  for (const size_t size : growth_sizes(most)) {
    const Shape shape = growth_shape(size);
    std::vector<std::unique_ptr<LoadedKernel>> worlds;
    std::vector<std::vector<Span>> times(ways.size());
    for (size_t i = 0; i < ways.size(); ++i) {
      worlds.push_back(std::make_unique<LoadedKernel>(ways[i], shape));
      // Counts, and warms up.
      curves[i].points.push_back({size, {}, counters_of_read(*worlds[i]).table_steps});
    }
    const size_t rounds = rounds_for(size);
    for (size_t round = 0; round < rounds; ++round) {
      progress(fmt::format("{} services", size), round, rounds);
      for (size_t i = 0; i < ways.size(); ++i)
        times[i].push_back(reader.read(worlds[i]->by_socketpair(), ways[i].method).read);
    }
    for (size_t i = 0; i < ways.size(); ++i) curves[i].points.back().read = timing_of(times[i]);
  }
  for (GrowthCurve& curve : curves) fit(curve);
  return curves;
}

}  // namespace ipvsim::tools::bench
