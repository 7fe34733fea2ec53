// Attributes written and read.
#include "ipvsim/attributes.h"

#include <algorithm>
#include <stdexcept>

#include "sim/face/numbers.h"
#include "uapi/netlink.h"

namespace ipvsim {
namespace {

[[noreturn]] void unreadable(const std::string& what) {
  throw std::runtime_error("unreadable answer: " + what);
}

template <class T>
T number(const Data& payload) {
  if (payload.size() != sizeof(T))
    unreadable("a number of " + std::to_string(sizeof(T)) + " bytes has " + std::to_string(payload.size()));
  return *peek<T>(payload, 0);
}

}  // namespace

Attrs& Attrs::raw(uint16_t type, const Data& payload) {
  ipvsim::append(data_, uapi::NlAttr{static_cast<uint16_t>(uapi::kNlaHdrLen + payload.size()), type});
  bytes(payload);
  data_.resize(uapi::align4(data_.size()), 0);
  return *this;
}

Attrs& Attrs::u8(uint16_t type, uint8_t value) { return raw(type, {value}); }
Attrs& Attrs::u16(uint16_t type, uint16_t value) { return raw(type, bytes_of(value)); }
Attrs& Attrs::u32(uint16_t type, uint32_t value) { return raw(type, bytes_of(value)); }
Attrs& Attrs::u64(uint16_t type, uint64_t value) { return raw(type, bytes_of(value)); }
Attrs& Attrs::be16(uint16_t type, uint16_t value) {
  return raw(type, {static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)});
}

Attrs& Attrs::text(uint16_t type, std::string_view value) {
  Data payload(value.begin(), value.end());
  payload.push_back(0);
  return raw(type, payload);
}

Attrs& Attrs::nest(uint16_t type, const Attrs& inside) { return raw(type, inside.data_); }

Attrs& Attrs::bytes(const Data& data) {
  data_.insert(data_.end(), data.begin(), data.end());
  return *this;
}

uint8_t Attr::u8() const { return number<uint8_t>(payload); }
uint16_t Attr::u16() const { return number<uint16_t>(payload); }
uint32_t Attr::u32() const { return number<uint32_t>(payload); }
uint64_t Attr::u64() const { return number<uint64_t>(payload); }
uint16_t Attr::be16() const {
  (void)u16();
  return static_cast<uint16_t>(payload[0] << 8 | payload[1]);
}

std::string Attr::text() const {
  const auto nul = std::find(payload.begin(), payload.end(), uint8_t{0});
  if (payload.empty() || nul != payload.end() - 1) unreadable("a string without its NUL at the end");
  return {payload.begin(), nul};
}

std::vector<Attr> Attr::inside() const { return read_attrs(payload); }

std::vector<Attr> read_attrs(const Data& data) {
  std::vector<Attr> attrs;
  for (size_t offset = 0; offset < data.size();) {
    const auto header = peek<uapi::NlAttr>(data, offset);
    if (!header) unreadable("too short");
    const size_t end = offset + uapi::align4(header->len);
    if (header->len < uapi::kNlaHdrLen || end > data.size()) unreadable("an attribute beyond its message");
    const auto at = data.begin() + static_cast<ptrdiff_t>(offset);
    const auto payload_end = at + header->len;
    if (std::any_of(payload_end, data.begin() + static_cast<ptrdiff_t>(end),
                    [](uint8_t b) { return b != 0; }))
      unreadable("padding that is not zero");
    attrs.push_back({header->type, {at + static_cast<ptrdiff_t>(uapi::kNlaHdrLen), payload_end}});
    offset = end;
  }
  return attrs;
}

bool has(const std::vector<Attr>& attrs, uint16_t type) {
  return std::any_of(attrs.begin(), attrs.end(), [&](const Attr& attr) { return attr.type == type; });
}

const Attr& find(const std::vector<Attr>& attrs, uint16_t type) {
  const Attr* found = nullptr;
  for (const Attr& attr : attrs) {
    if (attr.type != type) continue;
    if (found != nullptr) unreadable("attribute " + std::to_string(type) + " twice");
    found = &attr;
  }
  if (found == nullptr) unreadable("no attribute " + std::to_string(type));
  return *found;
}

std::vector<uint16_t> types_of(const std::vector<Attr>& attrs) {
  std::vector<uint16_t> types;
  types.reserve(attrs.size());
  for (const Attr& attr : attrs) types.push_back(attr.type);
  return types;
}

}  // namespace ipvsim
