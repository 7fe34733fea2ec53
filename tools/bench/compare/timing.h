// A stretch of time as the wall and as this thread saw it, and many of them as one number with its spread.
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>

namespace ipvsim::tools::bench {

// Of this thread: user and system time. A single-threaded run on an idle machine takes as much by the wall.
struct Span {
  double wall_ms = 0;
  double cpu_ms = 0;

  Span& operator+=(const Span& other) {
    wall_ms += other.wall_ms;
    cpu_ms += other.cpu_ms;
    return *this;
  }
};

class Stopwatch {
 public:
  Stopwatch() : wall_(now(CLOCK_MONOTONIC)), cpu_(now(CLOCK_THREAD_CPUTIME_ID)) {}
  Span elapsed() const {
    constexpr double kNsPerMs = 1e6;
    return {static_cast<double>(now(CLOCK_MONOTONIC) - wall_) / kNsPerMs,
            static_cast<double>(now(CLOCK_THREAD_CPUTIME_ID) - cpu_) / kNsPerMs};
  }

 private:
  static int64_t now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }
  int64_t wall_;
  int64_t cpu_;
};

// Of at least one number.
struct Spread {
  double median = 0;
  double low = 0;  // a quarter of the runs were at or below
  double high = 0;
  double least = 0;
};
Spread spread_of(std::vector<double> values);

// The runs of one thing.
struct Timing {
  Spread wall_ms;
  Spread cpu_ms;
  size_t runs = 0;
};
Timing timing_of(const std::vector<Span>& runs);

}  // namespace ipvsim::tools::bench
