// What `ipvsim bench` found out, as plain values for the printers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/genl/socket.h"
#include "tools/bench/compare/shapes.h"
#include "tools/bench/compare/timing.h"

namespace ipvsim::tools::bench {

// One way to read a table of one shape.
struct WayResult {
  std::string way;
  Timing total;    // read and printed as `ipvsadm -Sn`, through libnl and the socketpair
  Timing read;     // the read alone
  Timing by_call;  // the same read without the socketpair
  Timing floor;    // the same datagrams through a socketpair, walked from header to header
  Timing copy;     // memcpy of the same bytes
  genl::Counters counters;
  size_t services = 0;  // as the reader saw them
  size_t dests = 0;
  // Of `total` against N+1 in the same run, in per cent; nothing for N+1 itself or where it was not run.
  std::optional<double> change;
  // The change that the cost model gives for the counters (Costs).
  std::optional<double> explained;
  std::optional<double> reported;  // by the RFC's author, for v1 and v2
};

struct ShapeResult {
  Shape shape;
  std::vector<WayResult> ways;
};

// What a read is made of, measured by reading the same table in three ways; in microseconds.
struct Costs {
  double request_us = 0;
  double datagram_us = 0;
  double entry_us = 0;

  double predicted_ms(const WayResult& result) const;
};

// A read of one size in the growth series.
struct GrowthPoint {
  size_t services = 0;
  Timing read;
  uint64_t steps = 0;
};
struct GrowthCurve {
  std::string way;
  std::vector<GrowthPoint> points;
  double time_exponent = 0;
  double step_exponent = 0;
};

struct BenchResult {
  std::string machine;  // processor, cores, kernel
  bool real_kernel = false;
  std::vector<ShapeResult> shapes;
  std::optional<Costs> costs;
  std::vector<GrowthCurve> growth;
};

}  // namespace ipvsim::tools::bench
