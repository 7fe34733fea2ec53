// The budget of ARCHITECTURE.md 8 as lines to print, each with what was measured.
#pragma once

#include <string>
#include <vector>

#include "tools/bench/budget/results.h"

namespace ipvsim::tools::bench {

struct BudgetLine {
  std::string what;      // "service, 320 bytes, table of 16000"
  std::string measured;  // "40.1 ns"
  std::string allowed;   // "memcpy 16.2 ns: 2 x + 25 ns = 57.4 ns"
  std::string ratio;     // "2.48 x memcpy"
  bool ok = false;
};

// Lines for what `results` holds; what was not run has none.
std::vector<BudgetLine> budget_lines(const Results& results);
// One line a budget line, ending in ok or MISSED.
std::string budget_text(const std::vector<BudgetLine>& lines);

}  // namespace ipvsim::tools::bench
