// A BenchResult as text.
#pragma once

#include <string>

#include "tools/bench/report/result.h"

namespace ipvsim::tools::bench {

// For people.
std::string bench_table(const BenchResult& result);
// One object; times in milliseconds, exponents and changes as numbers.
std::string bench_json(const BenchResult& result);
// One line a shape and way, then one a size and way of the growth series; the first column says which.
std::string bench_csv(const BenchResult& result);

// What an earlier bench_json() of a real kernel said of N+1: wall medians in ms by shape name. Throws
// std::runtime_error with one line when the file is not such a text.
std::vector<std::pair<std::string, double>> n_plus_1_of_json(const std::string& path);
// N+1 here beside N+1 there, with the ratio.
std::string side_by_side(const BenchResult& here, const std::vector<std::pair<std::string, double>>& there,
                         const std::string& there_name);

}  // namespace ipvsim::tools::bench
