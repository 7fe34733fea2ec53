// Asking for an entry before it is needed: a large table lies in no cache, and the next entry of a walk is
// known while the present one is still being written.
#pragma once

#include <cstddef>

namespace ipvsim {

// Changes nothing but time. `object` must exist.
template <class T>
void prefetch(const T& object) {
  constexpr size_t kCacheLine = 64;
  const char* const at = reinterpret_cast<const char*>(&object);
  for (size_t offset = 0; offset < sizeof(T); offset += kCacheLine) __builtin_prefetch(at + offset);
}

}  // namespace ipvsim
