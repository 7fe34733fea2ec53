// The size of a dump's next chunk, where a test says it (ipvsim/dump_buffer.h).
#pragma once

#include "ipvsim/dump_buffer.h"
#include "sim/base/check.h"
#include "sim/base/rng.h"

namespace ipvsim::genl {

using ipvsim::DumpBufferRule;

// Of chunk number `chunk` (from 0) of a dump; not for Kind::kernel.
inline size_t chunk_size(const DumpBufferRule& rule, size_t chunk, Rng& rng) {
  const auto& sizes = rule.sizes();
  IPVSIM_CHECK(rule.kind() != DumpBufferRule::Kind::kernel);
  if (rule.kind() == DumpBufferRule::Kind::random) return rng.in_range(sizes[0], sizes[1]);
  return chunk < sizes.size() ? sizes[chunk] : sizes.back();
}

}  // namespace ipvsim::genl
