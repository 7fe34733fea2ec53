// A number out of bytes that may lie anywhere.
#pragma once

#include <cstddef>
#include <cstring>

namespace ipvsim::client {

template <typename T>
inline T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace ipvsim::client
