// A small builder of netlink bytes for the decoder's tests; written plainly so a test reads like a byte list.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {

class TestMessage {
 public:
  TestMessage& u8(uint8_t value) { return raw(value); }
  TestMessage& u16(uint16_t value) { return raw(value); }
  TestMessage& u32(uint32_t value) { return raw(value); }
  TestMessage& u64(uint64_t value) { return raw(value); }
  TestMessage& bytes(std::vector<uint8_t> values) {
    data_.insert(data_.end(), values.begin(), values.end());
    return *this;
  }
  // Opens a netlink message; the length is filled in by end().
  TestMessage& message(uint16_t type, uint16_t flags, uint32_t seq = 7, uint32_t pid = 4001) {
    open_.push_back(data_.size());
    return raw(uapi::NlMsgHdr{0, type, flags, seq, pid});
  }
  TestMessage& genl(uint16_t type, uint8_t cmd, uint16_t flags, uint32_t seq = 7) {
    return message(type, flags, seq).u8(cmd).u8(1).u16(0);
  }
  TestMessage& end() {
    const auto length = static_cast<uint32_t>(data_.size() - open_.back());
    std::memcpy(data_.data() + open_.back(), &length, sizeof(length));
    open_.pop_back();
    return *this;
  }
  // An attribute with its padding.
  TestMessage& attr(uint16_t type, const std::vector<uint8_t>& payload) {
    u16(static_cast<uint16_t>(uapi::kNlaHdrLen + payload.size())).u16(type).bytes(payload);
    while (data_.size() % uapi::kAlignTo != 0) u8(0);
    return *this;
  }
  template <class T>
  TestMessage& attr_number(uint16_t type, T value) {
    std::vector<uint8_t> payload(sizeof(T));
    std::memcpy(payload.data(), &value, sizeof(T));
    return attr(type, payload);
  }
  TestMessage& attr_string(uint16_t type, std::string_view text) {
    std::vector<uint8_t> payload(text.begin(), text.end());
    payload.push_back(0);
    return attr(type, payload);
  }
  TestMessage& nest(uint16_t type) {
    open_.push_back(data_.size());
    return u16(0).u16(type);
  }
  TestMessage& end_nest() {
    const auto length = static_cast<uint16_t>(data_.size() - open_.back());
    std::memcpy(data_.data() + open_.back(), &length, sizeof(length));
    open_.pop_back();
    return *this;
  }

  const std::vector<uint8_t>& data() const { return data_; }

 private:
  template <class T>
  TestMessage& raw(const T& value) {
    const size_t at = data_.size();
    data_.resize(at + sizeof(T));
    std::memcpy(data_.data() + at, &value, sizeof(T));
    return *this;
  }

  std::vector<uint8_t> data_;
  std::vector<size_t> open_;
};

// A family id unlike any fixed one, so that no test passes by a default.
inline constexpr uint16_t kTestFamily = 37;

// 16 bytes of an IPv4 address attribute.
inline std::vector<uint8_t> v4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  std::vector<uint8_t> address(16, 0);
  address[0] = a, address[1] = b, address[2] = c, address[3] = d;
  return address;
}

inline std::vector<uint8_t> v6_loopback() {
  std::vector<uint8_t> address(16, 0);
  address[15] = 1;
  return address;
}

// NEW_SERVICE 10.0.0.1:80 tcp rr as a request.
inline TestMessage new_service(uint32_t seq = 7) {
  TestMessage m;
  m.genl(kTestFamily, 1, uapi::kNlmFRequest | uapi::kNlmFAck, seq);
  m.nest(1).attr_number<uint16_t>(1, 2).attr_number<uint16_t>(2, 6).attr(3, v4(10, 0, 0, 1)).attr(4, {0, 80});
  m.attr_string(6, "rr").attr(7, {1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}).attr_number<uint32_t>(8, 360);
  m.attr(9, {255, 255, 255, 0}).end_nest().end();
  return m;
}

}  // namespace ipvsim::tools
