// How each way grows with the table.
#pragma once

#include <vector>

#include "tools/bench/compare/compare.h"

namespace ipvsim::tools::bench {

// Tables from 1 000 services with one destination each up to `most`, half a decade between two sizes; at each
// size the ways take turns. At least two sizes: `most` must be 3 162 or more.
std::vector<GrowthCurve> measure_growth(const std::vector<Way>& ways, size_t most, const Progress& progress);

// The sizes: 1 000, 3 162, 10 000, ... up to `most`.
std::vector<size_t> growth_sizes(size_t most);

}  // namespace ipvsim::tools::bench
