// Laying requests out.
#include "sim/testing/message.h"

#include <cstring>

namespace ipvsim::testing {

namespace {

template <class T>
void add(Data& data, T value) {
  const Data bytes = bytes_of(value);
  data.insert(data.end(), bytes.begin(), bytes.end());
}

void pad(Data& data) { data.resize(uapi::align4(data.size()), 0); }

}  // namespace

Attrs& Attrs::raw(uint16_t type, const Data& payload) {
  add(data_, uapi::NlAttr{static_cast<uint16_t>(uapi::kNlaHdrLen + payload.size()), type});
  bytes(payload);
  pad(data_);
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

Data netlink_message(uint16_t type, uint16_t flags, uint32_t seq, const Data& payload, uint32_t pid) {
  Data data;
  add(data, uapi::NlMsgHdr{static_cast<uint32_t>(uapi::kNlHdrLen + payload.size()), type, flags, seq, pid});
  data.insert(data.end(), payload.begin(), payload.end());
  return data;
}

Data genl_request(uint16_t family, uint8_t cmd, uint16_t flags, const Attrs& attrs, uint32_t seq,
                  uint16_t reserved) {
  Data payload;
  add(payload, uapi::GenlMsgHdr{cmd, 1, reserved});
  payload.insert(payload.end(), attrs.data().begin(), attrs.data().end());
  return netlink_message(family, flags, seq, payload);
}

Data batch(const std::vector<Data>& messages) {
  Data data;
  for (const Data& message : messages) {
    pad(data);
    data.insert(data.end(), message.begin(), message.end());
  }
  return data;
}

Data with_length(Data message, uint32_t length) {
  std::memcpy(message.data(), &length, sizeof(length));
  return message;
}

}  // namespace ipvsim::testing
