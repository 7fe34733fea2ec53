// The message writer: a write position in an skb. Copying one saves the position, assigning it back rolls
// back (nlattr.md 1: a failed entry is removed entirely); nothing counts until commit().
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "sim/wire/skb.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::wire {

// A write that does not fit writes nothing and spoils the cursor: ok() is false from then on, and further
// writes do nothing. So a whole entry is written first and asked about once. A value type small enough for
// registers.
class Cursor {
 public:
  explicit Cursor(Skb& skb)
      : base_(skb.begin()), at_(skb.begin() + skb.size()), end_(skb.end()), pad64_(skb.pad64()) {}

  bool ok() const { return ok_; }
  size_t room() const { return static_cast<size_t>(end_ - at_); }

  // Starts a generic netlink message; returns where, for end_message().
  uint8_t* begin_message(uint16_t type, uint16_t flags, uint32_t seq, uint32_t portid, uint8_t cmd,
                         uint8_t version) {
    uint8_t* const start = at_;
    const uapi::GenlMsgHdr genl{cmd, version, 0};
    begin_raw_message(type, flags, seq, portid, &genl, sizeof(genl));
    return start;
  }

  // Starts any netlink message with a fixed header of `size` bytes (a multiple of 4) behind the netlink
  // header.
  uint8_t* begin_raw_message(uint16_t type, uint16_t flags, uint32_t seq, uint32_t portid, const void* header,
                             size_t size) {
    uint8_t* const start = at_;
    if (!take(sizeof(uapi::NlMsgHdr) + size)) return start;
    const uapi::NlMsgHdr nlh{static_cast<uint32_t>(sizeof(nlh) + size), type, flags, seq, portid};
    std::memcpy(start, &nlh, sizeof(nlh));
    if (size != 0) std::memcpy(start + sizeof(nlh), header, size);
    return start;
  }

  // Sets the length of the message that began at `start`; it includes the last attribute's padding.
  void end_message(uint8_t* start) {
    if (ok_) store(start, static_cast<uint32_t>(at_ - start));
  }
  // ORs flags into the header of the message that began at `start`.
  void add_flags(uint8_t* start, uint16_t flags) {
    if (!ok_) return;
    uint16_t old;
    std::memcpy(&old, start + offsetof(uapi::NlMsgHdr, flags), sizeof(old));
    store(start + offsetof(uapi::NlMsgHdr, flags), static_cast<uint16_t>(old | flags));
  }

  uint8_t* begin_nest(uint16_t type) {
    uint8_t* const start = at_;
    if (take(sizeof(uapi::NlAttr))) store(start, uapi::NlAttr{sizeof(uapi::NlAttr), type});
    return start;
  }
  void end_nest(uint8_t* start) {
    if (ok_) store(start, static_cast<uint16_t>(at_ - start));
  }

  void put(uint16_t type, const void* payload, size_t size) {
    uint8_t* const start = at_;
    const size_t length = sizeof(uapi::NlAttr) + size;
    if (!take(uapi::align4(length))) return;
    store(start, uapi::NlAttr{static_cast<uint16_t>(length), type});
    if (size != 0) std::memcpy(start + sizeof(uapi::NlAttr), payload, size);
    std::memset(start + length, 0, uapi::align4(length) - length);
  }

  void put_u8(uint16_t type, uint8_t value) { put_word(type, 1, value); }
  void put_u16(uint16_t type, uint16_t value) { put_word(type, 2, value); }
  void put_u32(uint16_t type, uint32_t value) { put_word(type, 4, value); }
  // A port in host order, sent in network order.
  void put_be16(uint16_t type, uint16_t host) {
    put_word(type, 2,
             static_cast<uint16_t>(static_cast<uint16_t>(host << 8) | static_cast<uint16_t>(host >> 8)));
  }
  // With its NUL.
  void put_string(uint16_t type, std::string_view text) {
    uint8_t* const start = at_;
    const size_t length = sizeof(uapi::NlAttr) + text.size() + 1;
    if (!take(uapi::align4(length))) return;
    store(start, uapi::NlAttr{static_cast<uint16_t>(length), type});
    std::memcpy(start + sizeof(uapi::NlAttr), text.data(), text.size());
    std::memset(start + length - 1, 0, uapi::align4(length) - length + 1);
  }
  // A u64, behind an empty attribute numbered `pad` where the machine wants it (architecture.md).
  void put_u64(uint16_t type, uint16_t pad, uint64_t value) {
    if (pad64_ == Pad64::yes && static_cast<size_t>(at_ - base_) % 8 == 0) {
      uint8_t* const start = at_;
      if (take(sizeof(uapi::NlAttr))) store(start, uapi::NlAttr{sizeof(uapi::NlAttr), pad});
    }
    uint8_t* const start = at_;
    if (!take(sizeof(uapi::NlAttr) + sizeof(value))) return;
    store(start, uapi::NlAttr{sizeof(uapi::NlAttr) + sizeof(value), type});
    store(start + sizeof(uapi::NlAttr), value);
  }

  // Plain bytes, zero-padded to a multiple of 4.
  void put_raw(Bytes bytes) {
    uint8_t* const start = at_;
    const size_t padded = uapi::align4(bytes.size());
    if (!take(padded)) return;
    if (!bytes.empty()) std::memcpy(start, bytes.data(), bytes.size());
    std::memset(start + bytes.size(), 0, padded - bytes.size());
  }

  // Makes what was written the skb's content. The cursor must be sound and of this skb.
  void commit(Skb& skb) const {
    IPVSIM_CHECK(ok_ && skb.begin() == base_);
    skb.resize(static_cast<size_t>(at_ - base_));
  }

 private:
  bool take(size_t size) {
    if (!ok_ || room() < size) {
      ok_ = false;
      return false;
    }
    at_ += size;
    return true;
  }
  template <class T>
  static void store(uint8_t* where, T value) {
    std::memcpy(where, &value, sizeof(value));
  }
  // A value of 1, 2 or 4 bytes; the whole word is cleared first, so that what the value leaves is padding.
  template <class T>
  void put_word(uint16_t type, uint16_t size, T value) {
    uint8_t* const start = at_;
    if (!take(2 * sizeof(uint32_t))) return;
    store(start, uapi::NlAttr{static_cast<uint16_t>(sizeof(uapi::NlAttr) + size), type});
    store(start + sizeof(uapi::NlAttr), uint32_t{0});
    store(start + sizeof(uapi::NlAttr), value);
  }

  uint8_t* base_;
  uint8_t* at_;
  uint8_t* end_;
  Pad64 pad64_;
  bool ok_ = true;
};

}  // namespace ipvsim::wire
