// The RFC's comparison: every way to read a table of one shape, run by run in turn.
#pragma once

#include <functional>
#include <vector>

#include "tools/bench/compare/ways.h"
#include "tools/bench/report/result.h"

namespace ipvsim::tools::bench {

// Called before each round with its number and how many there are.
using Progress = std::function<void(const std::string& what, size_t round, size_t rounds)>;

// `rounds` rounds, in each of them each way once, in a process of its own: A B C A B C. Throws
// std::runtime_error.
ShapeResult compare(const Shape& shape, const std::vector<Way>& ways, size_t rounds,
                    const Progress& progress);

// The costs of a request, a datagram and an entry, from reads of one table: N+1, and one dump in large and in
// small chunks. Its change for each result goes to `explained`.
Costs measure_costs(size_t rounds, const Progress& progress);
void explain(std::vector<ShapeResult>& shapes, const Costs& costs);

}  // namespace ipvsim::tools::bench
