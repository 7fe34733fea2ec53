// Whole dumps of growing tables, without a client: how the cost of each variant grows, in time and in table
// steps, which do not depend on the machine.
#include <benchmark/benchmark.h>

#include "sim/kernel.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/budget/requests.h"
#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {
namespace {

void dump(benchmark::State& state, DumpVariant variant) {
  Profile profile;
  profile.variant = variant;
  sim::Kernel kernel(profile);
  const auto services = static_cast<size_t>(state.range(0));
  for (size_t i = 0; i < services; ++i)
    IPVSIM_CHECK(kernel.ipvs().add_service(kernel.ipvs_netns(), service_key(i), {}).ok());
  const auto request = dump_request(
      kernel.family_id(), variant == DumpVariant::stock ? uapi::kIpvsGetService : uapi::kIpvsGetServiceDest);
  constexpr size_t kReceive = 32768;
  constexpr size_t kDone = 20;
  uint64_t steps = 0;
  for (auto _ : state) {
    const uint64_t before = kernel.counters().table_steps;
    const auto socket = kernel.socket();
    IPVSIM_CHECK(socket->send(request).ok());
    while (socket->recv(kReceive).length > kDone) continue;
    steps = kernel.counters().table_steps - before;
  }
  state.counters[kStepsCounter] = static_cast<double>(steps);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(services));
}

}  // namespace

void declare_dumps(int64_t most_entries) {
  constexpr int64_t kMostOfQuadratic = 100'000;
  for (const DumpVariant variant : {DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2,
                                    DumpVariant::rfc_v3, DumpVariant::serial}) {
    const bool quadratic = variant == DumpVariant::stock || variant == DumpVariant::rfc_v1;
    const std::string name = kDump + std::string(dump_variant_name(variant));
    for (const int64_t services : {1000, 10'000, 100'000, 1'000'000}) {
      if (services > most_entries || (quadratic && services > kMostOfQuadratic)) continue;
      auto* const bench = benchmark::RegisterBenchmark(name.c_str(), dump, variant)->Arg(services);
      if (services >= kLargeTable) bench->Iterations(1)->Repetitions(kRepetitionsOfLarge);
    }
  }
}

}  // namespace ipvsim::tools::bench
