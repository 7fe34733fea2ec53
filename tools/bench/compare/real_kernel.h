// N+1 on the system's own kernel, where it has IPVS.
#pragma once

#include <stdexcept>

#include "tools/bench/compare/compare.h"

namespace ipvsim::tools::bench {

// The system cannot be measured; what() is one line that says why.
class NoRealKernel : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Makes each table in the network namespace of this process, reads it `rounds` times by N+1 and removes it.
// Counters are those that a reader knows: requests. Throws NoRealKernel where there is no IPVS, no privilege,
// or a table already, which is never touched.
std::vector<ShapeResult> measure_real_kernel(const std::vector<Shape>& shapes, size_t rounds,
                                             const Progress& progress);

}  // namespace ipvsim::tools::bench
