// Traffic counters and rates of a service, a destination or a namespace (ipvs-control.md 14). Nothing here
// forwards packets: a test sets the raw counters, and the sampler turns them into what is reported.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ipvsim::ipvs {

// Order of the five counters, and of the five rates behind them, everywhere.
enum Counter : size_t { kConns, kInPkts, kOutPkts, kInBytes, kOutBytes, kCounters };
using CounterValues = std::array<uint64_t, kCounters>;

class Stats {
 public:
  // What has passed so far; reported from the next sample on.
  void set_raw(const CounterValues& raw) { raw_ = raw; }
  const CounterValues& raw() const { return raw_; }

  // One run of the 2-second timer: takes a snapshot and moves the averages by a quarter of their distance.
  void sample();
  // ZERO: reported counters and rates start again at 0.
  void zero() {
    base_ = sampled_;
    average_ = {};
  }

  uint64_t counter(Counter which) const { return sampled_[which] - base_[which]; }
  uint64_t rate(Counter which) const {
    return is_bytes(which) ? (average_[which] + 15) / 32 : (average_[which] + 511) / 1024;
  }

 private:
  static bool is_bytes(size_t which) { return which >= kInBytes; }

  CounterValues raw_{};
  CounterValues sampled_{};
  CounterValues base_{};
  CounterValues average_{};
};

// The sampler's period (ipvs-control.md 14).
inline constexpr int64_t kSamplePeriodMs = 2000;

}  // namespace ipvsim::ipvs
