// The mutations, one function each.
#include "proptests/fuzz/mutate.h"

#include <algorithm>
#include <cstring>

namespace ipvsim::fuzz {

namespace {

uint32_t below(Choices& choices, size_t bound) {
  return choices.pick(static_cast<uint32_t>(std::max<size_t>(bound, 1)));
}

template <class T>
void overwrite(Data& data, size_t offset, T value) {
  if (offset <= data.size() && data.size() - offset >= sizeof(T))
    std::memcpy(data.data() + offset, &value, sizeof(T));
}

void flip_bit(Choices& choices, Data& data) {
  const uint32_t at = below(choices, data.size());
  if (at < data.size()) data[at] = static_cast<uint8_t>(data[at] ^ 1u << choices.pick(8));
}

void set_byte(Choices& choices, Data& data) {
  const uint32_t at = below(choices, data.size());
  const uint8_t value = choices.one_of<uint8_t>({0, 1, 4, 0x7f, 0x80, 0xff});
  if (at < data.size()) data[at] = value;
}

void cut(Choices& choices, Data& data) { data.resize(below(choices, data.size() + 1)); }

void extend(Choices& choices, Data& data) {
  const uint32_t count = choices.pick(40);
  for (uint32_t i = 0; i < count; ++i) data.push_back(choices.byte());
}

// The message's length: right again, or wrong by a little or a lot.
void change_length(Choices& choices, Data& data) {
  const auto size = static_cast<uint32_t>(data.size());
  overwrite(data, 0,
            choices.one_of<uint32_t>(
                {size, size - 1, size - 2, size - 3, size + 1, 0, 15, 16, 19, 20, 0xffffffff}));
}

void change_header(Choices& choices, Data& data) {
  switch (choices.pick(5)) {
    case 0:
      return overwrite<uint16_t>(
          data, 4, choices.one_of<uint16_t>({0x10, 0x20, 0x21, 1, 2, 3, 4, 0, 0xf, 0x3ff, 0xffff}));
    case 1:
      return overwrite<uint16_t>(data, 6, static_cast<uint16_t>(choices.pick(0x10000)));
    case 2:
      return overwrite<uint8_t>(data, 16, choices.byte());  // command
    case 3:
      return overwrite<uint16_t>(data, 18, static_cast<uint16_t>(choices.pick(0x10000)));  // reserved
    default:
      return overwrite<uint32_t>(data, 12, choices.pick(0x10001));  // the request's own pid
  }
}

// Where attributes start, as far as lengths can be believed, nests opened.
std::vector<size_t> attribute_offsets(const Data& data) {
  std::vector<size_t> offsets;
  for (size_t at = 20; at + 4 <= data.size();) {
    uint16_t length = 0;
    std::memcpy(&length, data.data() + at, sizeof(length));
    if (length < 4 || length > data.size() - at) break;
    offsets.push_back(at);
    // The first attribute of what may be a nest comes next; numbers of 4 bytes and less are no nests.
    at += length > 16 ? 4 : (length + 3u) & ~3u;
  }
  return offsets;
}

void change_attribute(Choices& choices, Data& data) {
  const auto offsets = attribute_offsets(data);
  if (offsets.empty()) return;
  const size_t at = choices.one_of(offsets);
  if (choices.one_in(2))
    overwrite<uint16_t>(data, at,
                        static_cast<uint16_t>(choices.one_of<uint32_t>({0, 3, 4, 5, 6, 7, 8, 20, 0xffff})));
  else
    overwrite<uint16_t>(
        data, at + 2,
        static_cast<uint16_t>(choices.pick(20) | choices.one_of<uint32_t>({0, 0, 0x8000, 0x4000, 0x3f00})));
}

void duplicate_attribute(Choices& choices, Data& data) {
  const auto offsets = attribute_offsets(data);
  if (offsets.empty()) return;
  const auto from = static_cast<ptrdiff_t>(choices.one_of(offsets));
  const auto to = static_cast<ptrdiff_t>(choices.one_of(offsets));
  const auto size = std::min<ptrdiff_t>(8 + 4 * choices.pick(20), static_cast<ptrdiff_t>(data.size()) - from);
  const Data piece(data.begin() + from, data.begin() + from + size);
  data.insert(data.begin() + to, piece.begin(), piece.end());
}

void splice(Choices& choices, Data& data, const Data& other) {
  const size_t from = below(choices, other.size());
  const size_t to = below(choices, data.size() + 1);
  const size_t size = std::min<size_t>(choices.pick(80), other.size() - std::min(from, other.size()));
  data.insert(data.begin() + static_cast<ptrdiff_t>(std::min(to, data.size())),
              other.begin() + static_cast<ptrdiff_t>(from),
              other.begin() + static_cast<ptrdiff_t>(from + size));
}

}  // namespace

Data mutate(Choices& choices, Data request, const Data& other) {
  constexpr size_t kLargest = 4000;
  const uint32_t count = 1 + choices.pick(4);
  for (uint32_t i = 0; i < count; ++i) {
    switch (choices.pick(9)) {
      case 0:
        flip_bit(choices, request);
        break;
      case 1:
        set_byte(choices, request);
        break;
      case 2:
        cut(choices, request);
        break;
      case 3:
        extend(choices, request);
        break;
      case 4:
        change_length(choices, request);
        break;
      case 5:
        change_header(choices, request);
        break;
      case 6:
        change_attribute(choices, request);
        break;
      case 7:
        duplicate_attribute(choices, request);
        break;
      default:
        splice(choices, request, other);
        break;
    }
  }
  // Most damage should get past the first length check.
  if (!choices.one_in(4)) overwrite(request, 0, static_cast<uint32_t>(request.size()));
  if (request.size() > kLargest) request.resize(kLargest);
  return request;
}

}  // namespace ipvsim::fuzz
