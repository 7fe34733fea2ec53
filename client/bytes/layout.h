// A run of attributes at constant places: what to compare and where to read when a kernel lays an entry out
// as the kernels of our days do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "client/bytes/walk.h"

namespace ipvsim::client {

// One attribute of a layout; `size` is that of its value.
struct Field {
  uint16_t type;
  uint16_t size;
};

// `kFields` is a constexpr array of Field with static storage.
template <const auto& kFields>
class Layout {
 public:
  static constexpr size_t kCount = kFields.size();

  // Of the value of the i-th attribute; of the end for kCount.
  static constexpr size_t value_of(size_t i) {
    size_t n = uapi::kNlaHdrLen;
    for (size_t k = 0; k < i; ++k) n += uapi::align4(uapi::kNlaHdrLen + kFields[k].size);
    return n;
  }
  static constexpr size_t kSize = value_of(kCount) - uapi::kNlaHdrLen;

  // Whether exactly these attributes stand at `at`, where kSize bytes must be.
  static bool matches(const std::byte* at) {
    return differences(at, std::make_index_sequence<kCount>()) == 0;
  }

  // The value of the attribute of type `kType`.
  template <uint16_t kType, typename T>
  static T get(const std::byte* at) {
    return load<T>(value<kType>(at));
  }
  template <uint16_t kType>
  static const std::byte* value(const std::byte* at) {
    constexpr size_t kIndex = index_of(kType);
    static_assert(kIndex < kCount);
    return at + value_of(kIndex);
  }

 private:
  static constexpr size_t index_of(uint16_t type) {
    size_t i = 0;
    while (i < kCount && kFields[i].type != type) ++i;
    return i;
  }
  // No branch until all headers have been seen.
  template <size_t... kIndex>
  static int differences(const std::byte* at, std::index_sequence<kIndex...>) {
    return (one<kIndex>(at) | ...);
  }
  template <size_t kIndex>
  static int one(const std::byte* at) {
    const auto header = load<uapi::NlAttr>(at + value_of(kIndex) - uapi::kNlaHdrLen);
    return (header.len ^ (uapi::kNlaHdrLen + kFields[kIndex].size)) | (header.type ^ kFields[kIndex].type);
  }
};

}  // namespace ipvsim::client
