// What an entry of a large table weighs: everything the allocator gave for it, its own bookkeeping, hooks and
// the share of the index included. Asked of mallinfo2(), which knows of every byte in use.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include "sim/kernel.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {
namespace {

size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void report(benchmark::State& state, size_t before, size_t entries) {
  state.counters[kBytesCounter] = static_cast<double>(bytes_in_use() - before) / static_cast<double>(entries);
}

void services(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    sim::Kernel kernel;
    const size_t before = bytes_in_use();
    for (size_t i = 0; i < count; ++i)
      IPVSIM_CHECK(kernel.ipvs().add_service(kernel.ipvs_netns(), service_key(i), {}).ok());
    report(state, before, count);
  }
}

void dests(benchmark::State& state) {
  constexpr size_t kEach = 1000;
  const auto count = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    sim::Kernel kernel;
    for (size_t i = 0; i < count / kEach; ++i)
      IPVSIM_CHECK(kernel.ipvs().add_service(kernel.ipvs_netns(), service_key(i), {}).ok());
    const size_t before = bytes_in_use();
    for (size_t i = 0; i < count; ++i) {
      ipvs::Service* const service = kernel.ipvs().find_service(kernel.ipvs_netns(), service_key(i / kEach));
      IPVSIM_CHECK(kernel.ipvs().add_dest(*service, dest_key(i % kEach), {}).ok());
    }
    report(state, before, count);
  }
}

}  // namespace

void declare_memory(int64_t entries) {
  benchmark::RegisterBenchmark(kMemoryService, services)->Arg(entries)->Iterations(1)->Repetitions(1);
  benchmark::RegisterBenchmark(kMemoryDest, dests)->Arg(entries)->Iterations(1)->Repetitions(1);
}

}  // namespace ipvsim::tools::bench
