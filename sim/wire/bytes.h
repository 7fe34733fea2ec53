// Bounded reads: every byte that came from outside is read through these three functions and nowhere else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

namespace ipvsim::wire {

using Bytes = std::span<const uint8_t>;

// The object at `offset`, host byte order; nothing when it does not lie wholly inside.
template <class T>
std::optional<T> load(Bytes bytes, size_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// At most `length` bytes from `offset`; shorter or empty where the bytes end (nlattr.md 6 reads values this
// way).
inline Bytes slice(Bytes bytes, size_t offset, size_t length) {
  if (offset >= bytes.size()) return {};
  return bytes.subspan(offset, std::min(length, bytes.size() - offset));
}

// The first sizeof(T) bytes as a T, missing ones read as zero (nlattr.md 6: fixed-size copies).
template <class T>
T load_zero_filled(Bytes bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value{};
  if (!bytes.empty()) std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(T)));
  return value;
}

}  // namespace ipvsim::wire
