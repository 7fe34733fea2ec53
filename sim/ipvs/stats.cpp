// The estimator.
#include "sim/ipvs/stats.h"

namespace ipvsim::ipvs {

void Stats::set_raw(const CounterValues& raw) {
  if (idle()) {
    if (raw == CounterValues{}) return;
    numbers_ = std::make_unique<Numbers>();
  }
  numbers_->raw = raw;
}

void Stats::Numbers::sample() {
  for (size_t i = 0; i < kCounters; ++i) {
    const uint64_t delta = raw[i] - sampled[i];
    sampled[i] = raw[i];
    counted[i] += delta;
    const auto now = static_cast<int64_t>(delta * (is_bytes(i) ? 16 : 512));
    const auto before = static_cast<int64_t>(average[i]);
    // A shift rounds down also when the distance is negative, as the spec wants.
    average[i] = static_cast<uint64_t>(before + ((now - before) >> 2));
  }
}

}  // namespace ipvsim::ipvs
