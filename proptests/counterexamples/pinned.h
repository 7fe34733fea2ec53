// The committed smallest counterexamples: one for each pair of a variant and a law it breaks.
#pragma once

#include <string_view>
#include <vector>

#include "laws/shrink.h"

namespace ipvsim::laws {

// The campaign that found them, and finds them again: its budget and its seed.
inline constexpr uint64_t kPinnedCases = 5000;
inline constexpr uint64_t kPinnedSeed = 1;

struct Pinned {
  Law law;
  std::string_view text;  // of the case; the variant is its first word
};

const std::vector<Pinned>& pinned_counterexamples();
// The one of a variant and a law; null when the variant keeps it.
const Pinned* find_pinned(DumpVariant variant, Law law);

}  // namespace ipvsim::laws
