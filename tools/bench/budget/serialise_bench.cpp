// Writing a table's services and destinations into dump buffers, beside memcpy of the same bytes. Both take
// their entries in the order of a dump, from as many objects as the table has, and fill the same buffer.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/ipvs_genl/emit.h"
#include "sim/kernel.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {
namespace {

constexpr size_t kBuffer = 32448;  // the largest a kernel gives to a chunk (netlink.md 12.3)
const ipvs_genl::MessageHead kHead{0x20, uapi::kNlmFMulti, 1, 1000};

// A table of services with one destination each, and its entries in dump order.
struct Sample {
  explicit Sample(size_t count) {
    ipvs::Netns& netns = kernel.ipvs_netns();
    for (size_t i = 0; i < count; ++i) {
      IPVSIM_CHECK(kernel.ipvs().add_service(netns, service_key(i), {}).ok());
      ipvs::Service* const service = kernel.ipvs().find_service(netns, service_key(i));
      IPVSIM_CHECK(kernel.ipvs().add_dest(*service, dest_key(i), {}).ok());
    }
    kernel.ipvs().table().for_each([&](ipvs::Service& service) {
      services.push_back(&service);
      dests.push_back(&service.dests.front());
    });
  }
  // Gives every entry traffic, so that no two report the same numbers.
  void add_traffic() {
    uint64_t n = 1;
    for (ipvs::Service* const service : services)
      service->stats.set_raw({n++, n * 2, n * 3, n * 1000, n * 2000});
    for (ipvs::Dest* const dest : dests) dest->stats.set_raw({n++, n * 2, n * 3, n * 1000, n * 2000});
    kernel.advance(ipvs::kSamplePeriodMs);
  }

  sim::Kernel kernel;
  std::vector<ipvs::Service*> services;
  std::vector<ipvs::Dest*> dests;
};

template <class Entries, class Append>
void fill_chunks(benchmark::State& state, const Entries& entries, Append append) {
  wire::Skb skb(kBuffer);
  for (auto _ : state) {
    for (const auto* const entry : entries) {
      if (append(skb, *entry)) continue;
      skb.resize(0);
      append(skb, *entry);
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(entries.size()));
}

void serialise_services(benchmark::State& state, bool traffic) {
  Sample sample(static_cast<size_t>(state.range(0)));
  if (traffic) sample.add_traffic();
  const ipvs::IpvsConfig& config = sample.kernel.ipvs().config();
  fill_chunks(state, sample.services, [&](wire::Skb& skb, const ipvs::Service& service) {
    return ipvs_genl::append_service(skb, kHead, service, config);
  });
}

void serialise_dests(benchmark::State& state, bool traffic) {
  Sample sample(static_cast<size_t>(state.range(0)));
  if (traffic) sample.add_traffic();
  fill_chunks(state, sample.dests, [&](wire::Skb& skb, const ipvs::Dest& dest) {
    return ipvs_genl::append_dest(skb, kHead, dest);
  });
}

// range(0) messages of range(1) bytes each. `in_dump_order`: visited as a dump visits the services whose
// numbers they have, else one behind the other, which is the best a memory can do.
void copy(benchmark::State& state, bool in_dump_order) {
  const auto count = static_cast<size_t>(state.range(0));
  auto size = static_cast<size_t>(state.range(1));
  benchmark::DoNotOptimize(size);
  std::vector<uint8_t> messages(count * size, 0x5a);
  std::vector<const uint8_t*> order;
  for (size_t i = 0; i < count; ++i) order.push_back(&messages[i * size]);
  if (in_dump_order) {
    // Rows ascending, the newest of a row first.
    std::reverse(order.begin(), order.end());
    const auto row = [&](const uint8_t* at) {
      return ipvs::ServiceTable::row_of(service_key(static_cast<size_t>(at - messages.data()) / size), 0);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const uint8_t* a, const uint8_t* b) { return row(a) < row(b); });
  }
  std::vector<uint8_t> buffer(kBuffer);
  for (auto _ : state) {
    size_t at = 0;
    for (const uint8_t* const message : order) {
      if (buffer.size() - at < size) at = 0;
      std::memcpy(&buffer[at], message, size);
      at += size;
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(count));
}

void limit(benchmark::internal::Benchmark* bench, int64_t table) {
  if (table >= kLargeTable) bench->Iterations(3)->Repetitions(kRepetitionsOfLarge);
}

void declare(int64_t table) {
  for (const bool traffic : {false, true}) {
    const std::string suffix = traffic ? kWithTraffic : "";
    limit(benchmark::RegisterBenchmark((kSerialiseService + suffix).c_str(), serialise_services, traffic)
              ->Arg(table),
          table);
    limit(
        benchmark::RegisterBenchmark((kSerialiseDest + suffix).c_str(), serialise_dests, traffic)->Arg(table),
        table);
  }
  for (const int64_t size : {kServiceBytes, kDestBytes}) {
    limit(benchmark::RegisterBenchmark(kCopy, copy, false)->Args({table, size}), table);
    limit(benchmark::RegisterBenchmark(kCopyInDumpOrder, copy, true)->Args({table, size}), table);
  }
}

}  // namespace

void declare_serialise(int64_t most_entries) {
  for (const int64_t table : kTableSizes)
    if (table <= most_entries) declare(table);
}

}  // namespace ipvsim::tools::bench
