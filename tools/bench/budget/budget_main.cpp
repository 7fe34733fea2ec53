// The program `budget`: runs every benchmark, repetitions interleaved, and prints what the budget of
// ARCHITECTURE.md 8 says to the medians.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "tools/bench/budget/budget_lines.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/budget/results.h"

namespace {

constexpr const char* kHelp =
    "budget: the benchmarks behind the budget of ARCHITECTURE.md 8, and its verdicts.\n\n"
    "  --smoke   small tables, a moment each, no verdicts: only shows that every benchmark still runs\n"
    "  --benchmark_filter=REGEX, --benchmark_out=FILE and the other options of Google Benchmark\n\n"
    "Example:\n  budget --benchmark_filter=serialise/service\\|memcpy\n\n"
    "Exit code: 0 all lines ok, 1 a line was missed, 2 wrong usage.\n";

constexpr int64_t kLargest = 1'000'000;
constexpr int64_t kLargestOfSmoke = 10'000;

}  // namespace

int main(int argc, char** argv) {
  using namespace ipvsim::tools::bench;
  bool smoke = false;
  // What the command line says comes later and so counts more.
  static char repetitions[] = "--benchmark_repetitions=5";
  static char interleaved[] = "--benchmark_enable_random_interleaving=true";
  static char min_time[] = "--benchmark_min_time=0.05";
  static char moment[] = "--benchmark_min_time=0.0001";
  static char once[] = "--benchmark_repetitions=1";
  std::vector<char*> arguments = {argv[0], repetitions, interleaved, min_time};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      fmt::print("{}", kHelp);
      return 0;
    }
    if (argument == "--smoke") {
      smoke = true;
      arguments.insert(arguments.end(), {moment, once});
      continue;
    }
    arguments.push_back(argv[i]);
  }
  const int64_t most = smoke ? kLargestOfSmoke : kLargest;
  declare_serialise(most);
  declare_table(most);
  declare_small_test();
  declare_dumps(most);
  declare_memory(most);

  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  Results results;
  benchmark::RunSpecifiedBenchmarks(&results);
  benchmark::Shutdown();
  fmt::print("{}", results.table());
  if (smoke) return 0;
  const std::vector<BudgetLine> lines = budget_lines(results);
  fmt::print("\n{}", budget_text(lines));
  return std::all_of(lines.begin(), lines.end(), [](const BudgetLine& line) { return line.ok; }) ? 0 : 1;
}
