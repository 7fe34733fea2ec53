// How large the buffer of a dump's next chunk is: as the kernel chooses (netlink.md 12.3), or as the test
// says.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/base/rng.h"

namespace ipvsim::genl {

class DumpBufferRule {
 public:
  // The smallest buffer that can carry a DONE message; every size must be at least this.
  static constexpr size_t kSmallest = 20;

  enum class Kind { kernel, fixed, script, random };

  // As Linux: one page's worth at first, then what the reader's buffers taught.
  static DumpBufferRule kernel() { return {Kind::kernel, {}}; }
  // Every chunk has `n` bytes. Throws std::invalid_argument below kSmallest, like the two that follow.
  static DumpBufferRule fixed(size_t n) { return {Kind::fixed, {n}}; }
  // Chunk i of every dump has the i-th size; the last size serves all later chunks. Must not be empty.
  static DumpBufferRule script(std::vector<size_t> sizes) { return {Kind::script, std::move(sizes)}; }
  // Each chunk's size is drawn from [lo, hi] with the kernel's seed; lo <= hi.
  static DumpBufferRule random(size_t lo, size_t hi) { return {Kind::random, {lo, hi}}; }

  Kind kind() const { return kind_; }
  const std::vector<size_t>& sizes() const { return sizes_; }

  // The size of chunk number `chunk` (from 0) of a dump; not for Kind::kernel.
  size_t size_of(size_t chunk, Rng& rng) const {
    IPVSIM_CHECK(kind_ != Kind::kernel);
    if (kind_ == Kind::random) return rng.in_range(sizes_[0], sizes_[1]);
    return chunk < sizes_.size() ? sizes_[chunk] : sizes_.back();
  }

 private:
  DumpBufferRule(Kind kind, std::vector<size_t> sizes) : kind_(kind), sizes_(std::move(sizes)) {
    if (kind != Kind::kernel && sizes_.empty())
      throw std::invalid_argument("dump buffer rule without a size");
    for (const size_t size : sizes_)
      if (size < kSmallest) throw std::invalid_argument("dump buffer below 20 bytes");
    if (kind == Kind::random && sizes_[0] > sizes_[1])
      throw std::invalid_argument("dump buffer range is upside down");
  }

  Kind kind_;
  std::vector<size_t> sizes_;
};

}  // namespace ipvsim::genl
