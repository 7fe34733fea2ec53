// What Google Benchmark measured, by name, and the medians taken of it.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ipvsim::tools::bench {

// Collects the repetitions of every benchmark; prints one line each when its last one is done.
class Results : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;

  // Median of the CPU time an item (an iteration where a benchmark counts no items), in ns; nothing when it
  // was not run. `name` as registered, arguments behind it: "memcpy/1000/320".
  std::optional<double> ns(const std::string& name) const;
  // A counter of the last repetition.
  std::optional<double> counter(const std::string& name, const std::string& counter) const;
  // One line a benchmark: the median, and the least and the most.
  std::string table() const;

 private:
  struct Measured {
    std::vector<double> ns;
    std::map<std::string, double> counters;
  };
  std::map<std::string, Measured> all_;
  std::vector<std::string> order_;
};

}  // namespace ipvsim::tools::bench
