// Random cases: tables of the universe, chunk sizes around the sizes of entries, edits at datagram
// boundaries.
#pragma once

#include "laws/case.h"
#include "sim/base/rng.h"

namespace ipvsim::laws {

// A case for `variant`, drawn from `rng` alone. Each case draws its own mix: some have no edits, some ask for
// one service, some have one size for all chunks.
Case generate(DumpVariant variant, Rng& rng);

}  // namespace ipvsim::laws
