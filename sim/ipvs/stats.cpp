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
    // Modulo 2^64: a counter may run over. A shift rounds down also when the distance is negative, as the
    // spec wants.
    const uint64_t distance = delta * (is_bytes(i) ? 16 : 512) - average[i];
    average[i] += static_cast<uint64_t>(static_cast<int64_t>(distance) >> 2);
  }
}

}  // namespace ipvsim::ipvs
