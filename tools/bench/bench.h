// `ipvsim bench`, without its command line.
#pragma once

#include "tools/bench/compare/compare.h"
#include "tools/bench/report/result.h"

namespace ipvsim::tools::bench {

struct BenchOptions {
  std::vector<Shape> shapes;
  std::vector<Way> ways;
  size_t rounds = 15;
  size_t growth_most = 0;    // largest table of the growth series; 0: no series
  bool real_kernel = false;  // N+1 on the system's own kernel, and nothing else
};

// Throws NoRealKernel, client::Error, std::system_error.
BenchResult run_bench(const BenchOptions& options, const Progress& progress);

}  // namespace ipvsim::tools::bench
