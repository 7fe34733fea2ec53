// The estimator.
#include "sim/ipvs/stats.h"

namespace ipvsim::ipvs {

void Stats::sample() {
  for (size_t i = 0; i < kCounters; ++i) {
    const uint64_t delta = raw_[i] - sampled_[i];
    sampled_[i] = raw_[i];
    const auto now = static_cast<int64_t>(delta * (is_bytes(i) ? 16 : 512));
    const auto average = static_cast<int64_t>(average_[i]);
    // A shift rounds down also when the distance is negative, as the spec wants.
    average_[i] = static_cast<uint64_t>(average + ((now - average) >> 2));
  }
}

}  // namespace ipvsim::ipvs
