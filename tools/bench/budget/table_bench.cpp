// Look-up, add and delete in a table of many services: none may depend on how many.
#include <benchmark/benchmark.h>

#include <vector>

#include "sim/kernel.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {
namespace {

// So many entries are added, or deleted, between two looks at the clock.
constexpr size_t kBatch = 1000;

struct Table {
  explicit Table(size_t count) : services(count) { add(0, count); }
  void add(size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i)
      IPVSIM_CHECK(kernel.ipvs().add_service(netns, service_key(i), {}).ok());
  }
  void remove(size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i)
      kernel.ipvs().del_service(*kernel.ipvs().find_service(netns, service_key(i)));
  }

  sim::Kernel kernel;
  ipvs::Netns& netns = kernel.ipvs_netns();
  const size_t services;
};

void look_up(benchmark::State& state) {
  Table table(static_cast<size_t>(state.range(0)));
  std::vector<ipvs::ServiceKey> keys;
  Rng rng(1);
  for (size_t i = 0; i < 65536; ++i) keys.push_back(service_key(rng.in_range(0, table.services - 1)));
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(table.kernel.ipvs().find_service(table.netns, keys[next]));
    next = (next + 1) % keys.size();
  }
  state.SetItemsProcessed(state.iterations());
}

void add(benchmark::State& state) {
  Table table(static_cast<size_t>(state.range(0)));
  for (auto _ : state) {
    table.add(table.services, kBatch);
    state.PauseTiming();
    table.remove(table.services, kBatch);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBatch));
}

void remove(benchmark::State& state) {
  Table table(static_cast<size_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    table.add(table.services, kBatch);
    state.ResumeTiming();
    table.remove(table.services, kBatch);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBatch));
}

}  // namespace

void declare_table(int64_t most_entries) {
  for (const int64_t services : {1000, 100'000, 1'000'000}) {
    if (services > most_entries) continue;
    constexpr int64_t kRounds = 50;
    const auto look_ups = kRounds * static_cast<int64_t>(kBatch);
    for (auto* const bench :
         {benchmark::RegisterBenchmark("table/look_up", look_up)->Arg(services)->Iterations(look_ups),
          benchmark::RegisterBenchmark("table/add", add)->Arg(services)->Iterations(kRounds),
          benchmark::RegisterBenchmark("table/delete", remove)->Arg(services)->Iterations(kRounds)})
      if (services >= kLargeTable) bench->Repetitions(kRepetitionsOfLarge);
  }
}

}  // namespace ipvsim::tools::bench
