// A BenchResult as one picture: bars for the shapes, log-log curves for the growth.
#pragma once

#include <string>

#include "tools/bench/report/result.h"

namespace ipvsim::tools::bench {

// A complete SVG document. What was not measured is not drawn.
std::string bench_svg(const BenchResult& result);

}  // namespace ipvsim::tools::bench
