// Walking received bytes in place: the messages of a datagram, the attributes of a message or a nest
// (netlink.md 1, nlattr.md 2). Nothing is copied or allocated; views live as long as the bytes. Header only,
// so that a benchmark can walk a datagram with the same code and do nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "client/values/load.h"
#include "uapi/netlink.h"

namespace ipvsim::client {

using Bytes = std::span<const std::byte>;

// One message: its header and what follows it. `header.len` is the length it claims, checked to be inside.
struct MessageView {
  uapi::NlMsgHdr header;
  Bytes payload;
};

// `while (walk.next(m))`, then ask bad(): true when the rest of the datagram is not a whole message.
// The padding of the last message may be missing.
class MessageWalk {
 public:
  explicit MessageWalk(Bytes datagram) : rest_(datagram) {}

  bool next(MessageView& out) {
    if (rest_.size() < uapi::kNlHdrLen) return false;
    std::memcpy(&out.header, rest_.data(), uapi::kNlHdrLen);
    const size_t len = out.header.len;
    if (len < uapi::kNlHdrLen || len > rest_.size()) return false;
    out.payload = rest_.subspan(uapi::kNlHdrLen, len - uapi::kNlHdrLen);
    const size_t step = uapi::align4(len);
    rest_ = step < rest_.size() ? rest_.subspan(step) : Bytes{};
    return true;
  }

  bool bad() const { return !rest_.empty(); }
  bool at_end() const { return rest_.empty(); }

 private:
  Bytes rest_;
};

// One attribute. `type` is without the NESTED and NET_BYTEORDER bits.
struct Attr {
  uint16_t type;
  Bytes value;
};

// `while (walk.next(a))`, then ask bad(): true when at least a header's worth of bytes is left that is no
// attribute. Up to three stray bytes at the end are padding.
class AttrWalk {
 public:
  explicit AttrWalk(Bytes area) : at_(area.data()), left_(area.size()) {}

  bool next(Attr& out) {
    if (left_ < uapi::kNlaHdrLen) return false;
    uapi::NlAttr header;
    std::memcpy(&header, at_, sizeof header);
    if (header.len < uapi::kNlaHdrLen || header.len > left_) return false;
    out.type = header.type & uapi::kNlaTypeMask;
    out.value = Bytes(at_ + uapi::kNlaHdrLen, header.len - uapi::kNlaHdrLen);
    const size_t step = uapi::align4(header.len);
    if (step >= left_) {
      left_ = 0;
    } else {
      at_ += step;
      left_ -= step;
    }
    return true;
  }

  bool bad() const { return left_ >= uapi::kNlaHdrLen; }
  // What has not been walked yet.
  Bytes rest() const { return {at_, left_}; }

 private:
  const std::byte* at_;
  size_t left_;
};

// A number in host order, read by the length it came in (1, 2, 4, 8 bytes, else the longest of these that
// fits) and widened with zeros; an empty value is 0. Kernels have changed widths, e.g. of ports and flags.
inline uint64_t number(Bytes value) {
  switch (value.size()) {
    case 0:
      return 0;
    case 1:
      return load<uint8_t>(value.data());
    case 2:
    case 3:
      return load<uint16_t>(value.data());
    case 4:
    case 5:
    case 6:
    case 7:
      return load<uint32_t>(value.data());
    default:
      return load<uint64_t>(value.data());
  }
}

}  // namespace ipvsim::client
