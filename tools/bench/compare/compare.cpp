// Rounds, and what is made of their times.
#include "tools/bench/compare/compare.h"

#include <algorithm>
#include <memory>

#include "tools/bench/compare/reader_process.h"

namespace ipvsim::tools::bench {

namespace {

// One way and its rounds so far.
struct Runs {
  Runs(const Way& way, const Shape& shape) : contestant(way, shape) {}

  ReaderProcess contestant;
  std::vector<Round> rounds;
};

template <class Part>
Timing timing_of_each(const std::vector<Round>& rounds, Part part) {
  std::vector<Span> spans(rounds.size());
  std::transform(rounds.begin(), rounds.end(), spans.begin(), part);
  return timing_of(spans);
}

std::optional<double> reported_of(const Shape& shape, const Way& way) {
  if (way.variant == DumpVariant::rfc_v1) return shape.reported_v1;
  if (way.variant == DumpVariant::rfc_v2) return shape.reported_v2;
  return std::nullopt;
}

WayResult result_of(Runs& runs, const Shape& shape) {
  const Way& way = runs.contestant.way();
  WayResult result;
  result.way = way.name;
  result.total = timing_of_each(runs.rounds, [](const Round& round) { return round.reading.total(); });
  result.read = timing_of_each(runs.rounds, [](const Round& round) { return round.reading.read; });
  result.by_call = timing_of_each(runs.rounds, [](const Round& round) { return round.by_call; });
  result.floor = timing_of_each(runs.rounds, [](const Round& round) { return round.floor; });
  result.copy = timing_of_each(runs.rounds, [](const Round& round) { return round.copy; });
  result.counters = runs.contestant.counters();
  result.services = runs.rounds.back().reading.services;
  result.dests = runs.rounds.back().reading.dests;
  result.reported = reported_of(shape, way);
  return result;
}

double per_cent(double value, double against) { return 100 * (value / against - 1); }

// The one to compare with, if it was run.
const WayResult* n_plus_1_of(const ShapeResult& shape) {
  for (const WayResult& result : shape.ways)
    if (const Way* const way = find_way(result.way); way != nullptr && way->n_plus_1()) return &result;
  return nullptr;
}

}  // namespace

ShapeResult compare(const Shape& shape, const std::vector<Way>& ways, size_t rounds,
                    const Progress& progress) {
  std::vector<std::unique_ptr<Runs>> all;
  for (const Way& way : ways) all.push_back(std::make_unique<Runs>(way, shape));
  for (size_t round = 0; round < rounds; ++round) {
    progress(shape.name, round, rounds);
    for (const auto& runs : all) runs->rounds.push_back(runs->contestant.round());
  }
  ShapeResult result{shape, {}};
  for (const auto& runs : all) result.ways.push_back(result_of(*runs, shape));
  if (const WayResult* const base = n_plus_1_of(result))
    for (WayResult& way : result.ways)
      if (&way != base) way.change = per_cent(way.total.cpu_ms.median, base->total.cpu_ms.median);
  return result;
}

double Costs::predicted_ms(const WayResult& result) const {
  constexpr double kUsPerMs = 1e3;
  return (request_us * static_cast<double>(result.counters.requests) +
          datagram_us * static_cast<double>(result.counters.datagrams) +
          entry_us * static_cast<double>(result.services + result.dests)) /
         kUsPerMs;
}

// Three reads of the same entries, three unknowns: large chunks and small chunks differ in datagrams alone,
// N+1 and one dump in requests and datagrams.
Costs measure_costs(size_t rounds, const Progress& progress) {
  const Shape& shape = *find_shape("16000 x 1");
  constexpr size_t kSmallChunk = 3776;  // netlink.md 12.3: what a reader with a small buffer gets
  const Way& combined = *find_way("serial");
  ReaderProcess large(combined, shape);
  ReaderProcess small(combined, shape, DumpBufferRule::fixed(kSmallChunk));
  ReaderProcess n_plus_1(*find_way("N+1"), shape);
  std::vector<double> times[3];
  for (size_t round = 0; round < rounds; ++round) {
    progress("cost of a request, a datagram, an entry", round, rounds);
    ReaderProcess* const contestants[] = {&large, &small, &n_plus_1};
    for (size_t i = 0; i < 3; ++i) times[i].push_back(contestants[i]->round().reading.total().cpu_ms);
  }
  constexpr double kUsPerMs = 1e3;
  const double large_us = spread_of(times[0]).median * kUsPerMs;
  const double small_us = spread_of(times[1]).median * kUsPerMs;
  const double n_plus_1_us = spread_of(times[2]).median * kUsPerMs;
  const auto datagrams = [](ReaderProcess& contestant) {
    return static_cast<double>(contestant.counters().datagrams);
  };
  const auto entries = static_cast<double>(shape.entries());
  Costs costs;
  costs.datagram_us = (small_us - large_us) / (datagrams(small) - datagrams(large));
  costs.entry_us = (large_us - datagrams(large) * costs.datagram_us) / entries;
  costs.request_us = (n_plus_1_us - datagrams(n_plus_1) * costs.datagram_us - entries * costs.entry_us) /
                     static_cast<double>(n_plus_1.counters().requests);
  return costs;
}

void explain(std::vector<ShapeResult>& shapes, const Costs& costs) {
  for (ShapeResult& shape : shapes) {
    const WayResult* const base = n_plus_1_of(shape);
    if (base == nullptr) continue;
    for (WayResult& way : shape.ways)
      if (&way != base) way.explained = per_cent(costs.predicted_ms(way), costs.predicted_ms(*base));
  }
}

}  // namespace ipvsim::tools::bench
