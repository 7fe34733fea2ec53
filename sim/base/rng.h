// The generator of a run. Ours, because a run must draw the same numbers on every machine and library
// version.
#pragma once

#include <cstdint>

#include "sim/base/check.h"

namespace ipvsim {

// SplitMix64: one word of state, full period, good enough to choose test cases. Not for secrets.
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // A number in [lo, hi], both ends possible; lo <= hi.
  uint64_t in_range(uint64_t lo, uint64_t hi) {
    IPVSIM_CHECK(lo <= hi);
    const uint64_t span = hi - lo + 1;
    return span == 0 ? next() : lo + next() % span;
  }

  // True in `numerator` of `denominator` draws.
  bool chance(uint64_t numerator, uint64_t denominator) { return in_range(1, denominator) <= numerator; }

  // An independent generator for a part of the run: parts do not shift each other's draws.
  Rng split() { return Rng(next()); }

 private:
  uint64_t state_;
};

}  // namespace ipvsim
