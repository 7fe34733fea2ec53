// The attribute walker (nlattr.md 2) and reading one attribute's value (nlattr.md 6).
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/wire/bytes.h"
#include "uapi/netlink.h"

namespace ipvsim::wire {

struct Attr {
  uint16_t type = 0;    // both flag bits masked away
  bool nested = false;  // NLA_F_NESTED was set
  Bytes payload;
  size_t offset = 0;  // of the header, in whatever the stream's base counts from

  uint8_t u8() const { return load_zero_filled<uint8_t>(payload); }
  uint16_t u16() const { return load_zero_filled<uint16_t>(payload); }
  uint32_t u32() const { return load_zero_filled<uint32_t>(payload); }
  // Two bytes in network order, as a host number.
  uint16_t be16() const {
    const Bytes two = slice(payload, 0, 2);
    return static_cast<uint16_t>((two.empty() ? 0 : two[0] << 8) | (two.size() < 2 ? 0 : two[1]));
  }
  // A C string: up to the first NUL, or all of it.
  std::string_view string() const {
    const std::string_view all(reinterpret_cast<const char*>(payload.data()), payload.size());
    return all.substr(0, all.find('\0'));
  }
};

// Walks a stream of attributes; stops at the first header that does not fit.
class AttrStream {
 public:
  // `base` is the offset of `bytes` in the request, so that Attr::offset can be reported in an extended ack.
  AttrStream(Bytes bytes, size_t base) : rest_(bytes), base_(base) {}

  bool next(Attr& attr) {
    const auto header = load<uapi::NlAttr>(rest_, 0);
    if (!header || header->len < uapi::kNlaHdrLen || header->len > rest_.size()) return false;
    attr.type = header->type & uapi::kNlaTypeMask;
    attr.nested = (header->type & uapi::kNlaFNested) != 0;
    attr.payload = rest_.subspan(uapi::kNlaHdrLen, header->len - uapi::kNlaHdrLen);
    attr.offset = base_;
    const size_t step = std::min(uapi::align4(header->len), rest_.size());
    rest_ = rest_.subspan(step);
    base_ += step;
    return true;
  }

  // Bytes behind the last whole attribute; meaningful once next() has returned false.
  size_t leftover() const { return rest_.size(); }

 private:
  Bytes rest_;
  size_t base_;
};

}  // namespace ipvsim::wire
