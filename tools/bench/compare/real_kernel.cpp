// The same client, the same tables, another kernel.
#include "tools/bench/compare/real_kernel.h"

#include <fmt/format.h>

#include "tools/bench/compare/fill_table.h"
#include "tools/bench/compare/reading.h"

namespace ipvsim::tools::bench {

namespace {

client::Client open() {
  try {
    client::Client client(client::Transport::kernel());
    if (!client.list_services().entries.empty())
      throw NoRealKernel("the kernel's table is not empty; it is left alone");
    return client;
  } catch (const client::Error& error) {
    throw NoRealKernel(fmt::format("no IPVS to measure: {}", error.what()));
  }
}

// Removes what was made, also when a measurement fails.
class Flushed {
 public:
  explicit Flushed(client::Client& client) : client_(client) {}
  ~Flushed() {
    try {
      client_.flush();
    } catch (const client::Error& error) {
      fmt::print(stderr, "ipvsim bench: the table could not be removed: {}\n", error.what());
    }
  }
  Flushed(const Flushed&) = delete;
  Flushed& operator=(const Flushed&) = delete;

 private:
  client::Client& client_;
};

}  // namespace

std::vector<ShapeResult> measure_real_kernel(const std::vector<Shape>& shapes, size_t rounds,
                                             const Progress& progress) {
  client::Client client = open();
  const Way& way = *find_way("N+1");
  Reader reader;
  std::vector<ShapeResult> results;
  for (const Shape& shape : shapes) {
    const Flushed flushed(client);
    progress(shape.name + ", filling", 0, rounds);
    fill_table(client, shape);
    WayResult result;
    result.way = way.name;
    std::vector<Span> totals;
    std::vector<Span> reads;
    for (size_t round = 0; round <= rounds; ++round) {
      progress(shape.name, round, rounds + 1);
      const Reading reading = reader.read_and_print(client, way.method);
      if (round == 0) continue;  // cold
      totals.push_back(reading.total());
      reads.push_back(reading.read);
      result.services = reading.services;
      result.dests = reading.dests;
    }
    result.total = timing_of(totals);
    result.read = timing_of(reads);
    result.counters.requests = 1 + result.services;
    results.push_back({shape, {result}});
  }
  return results;
}

}  // namespace ipvsim::tools::bench
