// A script of bytes as a source of decisions: whoever plays it decides the same again. A fuzzer and
// RapidCheck both know how to change bytes, so both drive the same sessions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ipvsim::fuzz {

class Choices {
 public:
  explicit Choices(std::span<const uint8_t> script) : script_(script) {}

  // Nothing is left; further picks give 0.
  bool exhausted() const { return at_ == script_.size(); }

  // A number below `bound`, which is at least 1. Takes one byte of the script, or two or four for large
  // bounds.
  uint32_t pick(uint32_t bound) {
    uint64_t drawn = byte();
    if (bound > 0x100) drawn |= uint64_t{byte()} << 8;
    if (bound > 0x10000) drawn |= uint64_t{byte()} << 16 | uint64_t{byte()} << 24;
    return static_cast<uint32_t>(drawn % bound);
  }
  // One of a list.
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[pick(static_cast<uint32_t>(list.size()))];
  }
  // True in one of `n` cases, and never once the script has ended.
  bool one_in(uint32_t n) { return !exhausted() && pick(n) == n - 1; }
  uint8_t byte() { return exhausted() ? uint8_t{0} : script_[at_++]; }

 private:
  std::span<const uint8_t> script_;
  size_t at_ = 0;
};

}  // namespace ipvsim::fuzz
