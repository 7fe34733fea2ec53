// The one place of the decoder that reads bytes: take a value or learn that it is not there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace ipvsim::tools {

using Bytes = std::span<const uint8_t>;

// The T (an integer, or a header struct of uapi/) in host order at `offset`; nothing if it is not wholly
// inside.
template <class T>
std::optional<T> read_at(Bytes bytes, size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// As much of [offset, offset + count) as there is.
inline Bytes slice(Bytes bytes, size_t offset, size_t count = SIZE_MAX) {
  const size_t begin = std::min(offset, bytes.size());
  return bytes.subspan(begin, std::min(count, bytes.size() - begin));
}

}  // namespace ipvsim::tools
