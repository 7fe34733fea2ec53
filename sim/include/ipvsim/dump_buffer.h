// How large the buffer of a dump's next chunk is: as the kernel chooses (netlink.md 12.3), or as the test
// says. One text form everywhere: "kernel", "fixed:700", "script:700,400,32448", "random:40,700".
//
// A plain value; sizes are bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ipvsim {

class DumpBufferRule {
 public:
  // The smallest buffer that can carry a DONE message, and more than any receive queue takes; every size must
  // lie between.
  static constexpr size_t kSmallest = 20;
  static constexpr size_t kLargest = 212960;

  enum class Kind { kernel, fixed, script, random };

  // As Linux: one page's worth at first, then what the reader's buffers taught.
  static DumpBufferRule kernel() { return {Kind::kernel, {}}; }
  // Every chunk has `n` bytes. Throws std::invalid_argument for a size out of range, like the two that
  // follow.
  static DumpBufferRule fixed(size_t n) { return {Kind::fixed, {n}}; }
  // Chunk i of every dump has the i-th size; the last size serves all later chunks. Must not be empty.
  static DumpBufferRule script(std::vector<size_t> sizes) { return {Kind::script, std::move(sizes)}; }
  // Each chunk's size is drawn from [lo, hi] with the kernel's seed; lo <= hi.
  static DumpBufferRule random(size_t lo, size_t hi) { return {Kind::random, {lo, hi}}; }

  // From the text form. Throws std::invalid_argument: "TEXT: what is wrong".
  DumpBufferRule(std::string_view text);  // NOLINT(google-explicit-constructor): the text is the rule
  DumpBufferRule(const char* text)        // NOLINT(google-explicit-constructor): likewise
      : DumpBufferRule(std::string_view(text)) {}
  DumpBufferRule(const std::string& text)  // NOLINT(google-explicit-constructor): likewise
      : DumpBufferRule(std::string_view(text)) {}
  std::string text() const;

  Kind kind() const { return kind_; }
  const std::vector<size_t>& sizes() const { return sizes_; }

 private:
  DumpBufferRule(Kind kind, std::vector<size_t> sizes);

  Kind kind_;
  std::vector<size_t> sizes_;
};

}  // namespace ipvsim
