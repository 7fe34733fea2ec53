// Numbers and structures as bytes in host order, written and read anywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include "ipvsim/attributes.h"

namespace ipvsim {

template <class T>
void append(Data& data, T value) {
  const size_t at = data.size();
  data.resize(at + sizeof(value));
  std::memcpy(data.data() + at, &value, sizeof(value));
}

// insert() at the end would do, but GCC 12 sees it write past the vector.
inline void append_data(Data& data, const Data& more) {
  const size_t at = data.size();
  data.resize(at + more.size());
  std::copy(more.begin(), more.end(), data.begin() + static_cast<ptrdiff_t>(at));
}

template <class T>
Data bytes_of(T value) {
  Data data;
  append(data, value);
  return data;
}

// The T at `offset`, if all of it is there.
template <class T>
std::optional<T> peek(const Data& data, size_t offset) {
  if (data.size() < offset || data.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, data.data() + offset, sizeof(T));
  return value;
}

}  // namespace ipvsim
