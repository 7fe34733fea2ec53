// Asking for an entry before it is needed: a large table lies in no cache, and the next entry of a walk is
// known while the present one is still being written.
#pragma once

#include <cstddef>

namespace ipvsim {

// Its first two cache lines: more at once does not pay. Changes nothing but time. `object` must exist.
template <class T>
void prefetch(const T& object) {
  constexpr size_t kCacheLine = 64;
  const char* const at = reinterpret_cast<const char*>(&object);
  __builtin_prefetch(at);
  if constexpr (sizeof(T) > kCacheLine) __builtin_prefetch(at + kCacheLine);
}

}  // namespace ipvsim
