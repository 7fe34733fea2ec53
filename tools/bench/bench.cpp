// The parts of a run, in turn.
#include "tools/bench/bench.h"

#include "tools/bench/compare/growth.h"
#include "tools/bench/compare/machine.h"
#include "tools/bench/compare/memory.h"
#include "tools/bench/compare/real_kernel.h"

namespace ipvsim::tools::bench {

BenchResult run_bench(const BenchOptions& options, const Progress& progress) {
  keep_freed_memory();
  BenchResult result;
  result.machine = machine_kind();
  result.real_kernel = options.real_kernel;
  if (options.real_kernel) {
    result.shapes = measure_real_kernel(options.shapes, options.rounds, progress);
    return result;
  }
  for (const Shape& shape : options.shapes)
    result.shapes.push_back(compare(shape, options.ways, options.rounds, progress));
  // With one way alone there is nothing to explain.
  if (!result.shapes.empty() && options.ways.size() > 1) {
    result.costs = measure_costs(options.rounds, progress);
    explain(result.shapes, *result.costs);
  }
  if (options.growth_most != 0) result.growth = measure_growth(options.ways, options.growth_most, progress);
  return result;
}

}  // namespace ipvsim::tools::bench
