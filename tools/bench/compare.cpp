// Rounds, and what is made of their times.
#include "tools/bench/compare.h"

#include <memory>

#include "tools/bench/contestant.h"
#include "tools/bench/reading.h"
#include "tools/bench/world.h"

namespace ipvsim::tools::bench {

namespace {

// The times of one way's rounds so far.
struct Times {
  explicit Times(const Way& way, const Shape& shape) : contestant(way, shape) {}

  Contestant contestant;
  Reading last;
  std::vector<Span> total;
  std::vector<Span> read;
  std::vector<Span> by_call;
  std::vector<Span> floor;
  std::vector<Span> copy;
};

void run_once(Times& times) {
  const Round round = times.contestant.round();
  times.last = round.reading;
  times.read.push_back(round.reading.read);
  times.total.push_back(round.reading.read);
  times.total.back() += round.reading.print;
  times.by_call.push_back(round.by_call);
  times.floor.push_back(round.floor);
  times.copy.push_back(round.copy);
}

std::optional<double> reported_of(const Shape& shape, const Way& way) {
  if (way.variant == DumpVariant::rfc_v1) return shape.reported_v1;
  if (way.variant == DumpVariant::rfc_v2) return shape.reported_v2;
  return std::nullopt;
}

WayResult result_of(Times& times, const Shape& shape) {
  const Way& way = times.contestant.way();
  WayResult result;
  result.way = way.name;
  result.total = timing_of(times.total);
  result.read = timing_of(times.read);
  result.by_call = timing_of(times.by_call);
  result.floor = timing_of(times.floor);
  result.copy = timing_of(times.copy);
  result.counters = times.contestant.counters();
  result.services = times.last.services;
  result.dests = times.last.dests;
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
  std::vector<std::unique_ptr<Times>> all;
  for (const Way& way : ways) all.push_back(std::make_unique<Times>(way, shape));
  for (size_t round = 0; round < rounds; ++round) {
    progress(shape.name, round, rounds);
    for (const auto& times : all) run_once(*times);
  }
  ShapeResult result{shape, {}};
  for (const auto& times : all) result.ways.push_back(result_of(*times, shape));
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
  World large(combined, shape);
  World small(combined, shape, DumpBufferRule::fixed(kSmallChunk));
  World n_plus_1(*find_way("N+1"), shape);
  Reader reader;
  const auto total = [&](World& world) {
    const Reading reading = reader.read_and_print(world.by_socketpair(), world.way().method);
    return reading.read.cpu_ms + reading.print.cpu_ms;
  };
  std::vector<double> times[3];
  for (size_t round = 0; round <= rounds; ++round) {
    progress("cost of a request, a datagram, an entry", round, rounds + 1);
    const double ms[] = {total(large), total(small), total(n_plus_1)};
    // The first round is cold.
    for (size_t i = 0; i < 3 && round != 0; ++i) times[i].push_back(ms[i]);
  }
  constexpr double kUsPerMs = 1e3;
  const double large_us = spread_of(times[0]).median * kUsPerMs;
  const double small_us = spread_of(times[1]).median * kUsPerMs;
  const double n_plus_1_us = spread_of(times[2]).median * kUsPerMs;
  const auto datagrams = [](World& world) { return static_cast<double>(counters_of_read(world).datagrams); };
  const auto entries = static_cast<double>(shape.entries());
  Costs costs;
  costs.datagram_us = (small_us - large_us) / (datagrams(small) - datagrams(large));
  costs.entry_us = (large_us - datagrams(large) * costs.datagram_us) / entries;
  costs.request_us = (n_plus_1_us - datagrams(n_plus_1) * costs.datagram_us - entries * costs.entry_us) /
                     static_cast<double>(counters_of_read(n_plus_1).requests);
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
