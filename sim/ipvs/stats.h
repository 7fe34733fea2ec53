// Traffic counters and rates of a service, a destination or a namespace (ipvs-control.md 14). Nothing here
// forwards packets: a test sets the raw counters, and the sampler turns them into what is reported.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ipvsim::ipvs {

// Order of the five counters, and of the five rates behind them, everywhere.
enum Counter : size_t { kConns, kInPkts, kOutPkts, kInBytes, kOutBytes, kCounters };
using CounterValues = std::array<uint64_t, kCounters>;

// Most entries of a large table never see traffic: until a test sets a raw counter there is no block of
// numbers to keep, to walk past in a dump, or to sample.
class Stats {
 public:
  // All there is to know: who sets the numbers of another object gets its answers, now and at every later
  // sample.
  struct Numbers {
    void sample();

    // What a dump reads comes first and together.
    CounterValues counted{};  // since the last ZERO, as of the last sample
    CounterValues average{};
    CounterValues raw{};
    CounterValues sampled{};  // raw at the last sample
  };
  // Null while idle.
  const Numbers* numbers() const { return numbers_.get(); }
  void set_numbers(const Numbers& numbers) { numbers_ = std::make_unique<Numbers>(numbers); }

  // What has passed so far; reported from the next sample on.
  void set_raw(const CounterValues& raw);
  CounterValues raw() const { return idle() ? CounterValues{} : numbers_->raw; }

  // One run of the 2-second timer: takes a snapshot and moves the averages by a quarter of their distance.
  void sample() {
    if (!idle()) numbers_->sample();
  }
  // ZERO: reported counters and rates start again at 0.
  void zero() {
    if (idle()) return;
    numbers_->counted = {};
    numbers_->average = {};
  }

  // No raw counter was ever set: everything reported is 0.
  bool idle() const { return numbers_ == nullptr; }
  uint64_t counter(Counter which) const { return idle() ? 0 : numbers_->counted[which]; }
  uint64_t rate(Counter which) const {
    if (idle()) return 0;
    const uint64_t average = numbers_->average[which];
    return is_bytes(which) ? (average + 15) / 32 : (average + 511) / 1024;
  }

 private:
  static bool is_bytes(size_t which) { return which >= kInBytes; }

  std::unique_ptr<Numbers> numbers_;
};

// The sampler's period (ipvs-control.md 14).
inline constexpr int64_t kSamplePeriodMs = 2000;

}  // namespace ipvsim::ipvs
