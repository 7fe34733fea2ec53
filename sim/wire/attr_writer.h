// How messages and attributes are laid out (nlattr.md 1), for every writer: a Cursor, which asks for room at
// each step, and an UncheckedWriter, for whoever has asked once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "sim/wire/bytes.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::wire {

// `Derived` has: uint8_t* at() (where the next byte goes), bool take(n) (moves past n bytes; false: no room,
// and nothing may be written), bool ok() (no take has failed), bool pads_u64() (a 64-bit value must be
// preceded by padding here, sockets-and-builds.md 2).
template <class Derived>
class AttrWriter {
 public:
  // Starts a generic netlink message; returns where, for end_message().
  uint8_t* begin_message(uint16_t type, uint16_t flags, uint32_t seq, uint32_t portid, uint8_t cmd,
                         uint8_t version) {
    const uapi::GenlMsgHdr genl{cmd, version, 0};
    return begin_raw_message(type, flags, seq, portid, &genl, sizeof(genl));
  }

  // Starts any netlink message with a fixed header of `size` bytes (a multiple of 4) behind the netlink
  // header.
  uint8_t* begin_raw_message(uint16_t type, uint16_t flags, uint32_t seq, uint32_t portid, const void* header,
                             size_t size) {
    uint8_t* const start = self().at();
    if (!self().take(sizeof(uapi::NlMsgHdr) + size)) return start;
    const uapi::NlMsgHdr nlh{static_cast<uint32_t>(sizeof(nlh) + size), type, flags, seq, portid};
    std::memcpy(start, &nlh, sizeof(nlh));
    if (size != 0) std::memcpy(start + sizeof(nlh), header, size);
    return start;
  }

  // Sets the length of the message that began at `start`; it includes the last attribute's padding.
  void end_message(uint8_t* start) {
    if (self().ok()) store(start, static_cast<uint32_t>(self().at() - start));
  }
  // ORs flags into the header of the message that began at `start`.
  void add_flags(uint8_t* start, uint16_t flags) {
    if (!self().ok()) return;
    uint16_t old;
    std::memcpy(&old, start + offsetof(uapi::NlMsgHdr, flags), sizeof(old));
    store(start + offsetof(uapi::NlMsgHdr, flags), static_cast<uint16_t>(old | flags));
  }

  uint8_t* begin_nest(uint16_t type) {
    uint8_t* const start = self().at();
    if (self().take(sizeof(uapi::NlAttr))) store(start, uapi::NlAttr{sizeof(uapi::NlAttr), type});
    return start;
  }
  void end_nest(uint8_t* start) {
    if (self().ok()) store(start, static_cast<uint16_t>(self().at() - start));
  }

  void put(uint16_t type, const void* payload, size_t size) {
    uint8_t* const start = self().at();
    const size_t length = sizeof(uapi::NlAttr) + size;
    if (!self().take(uapi::align4(length))) return;
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
  // With its NUL. Names are short: copied by the word, which costs less than a call.
  void put_string(uint16_t type, std::string_view text) {
    uint8_t* const start = self().at();
    const size_t length = sizeof(uapi::NlAttr) + text.size() + 1;
    if (!self().take(uapi::align4(length))) return;
    store(start, uapi::NlAttr{static_cast<uint16_t>(length), type});
    uint8_t* to = start + sizeof(uapi::NlAttr);
    const char* from = text.data();
    size_t left = text.size();
    for (; left >= sizeof(uint32_t); left -= sizeof(uint32_t)) {
      std::memcpy(to, from, sizeof(uint32_t));
      to += sizeof(uint32_t);
      from += sizeof(uint32_t);
    }
    // The last word holds what is left, the NUL and the padding.
    store(to, uint32_t{0});
    for (size_t i = 0; i < left; ++i) to[i] = static_cast<uint8_t>(from[i]);
  }
  // A u64, behind an empty attribute numbered `pad` where the machine wants it (sockets-and-builds.md 2).
  void put_u64(uint16_t type, uint16_t pad, uint64_t value) {
    if (self().pads_u64()) {
      uint8_t* const start = self().at();
      if (self().take(sizeof(uapi::NlAttr))) store(start, uapi::NlAttr{sizeof(uapi::NlAttr), pad});
    }
    uint8_t* const start = self().at();
    if (!self().take(sizeof(uapi::NlAttr) + sizeof(value))) return;
    store(start, uapi::NlAttr{sizeof(uapi::NlAttr) + sizeof(value), type});
    store(start + sizeof(uapi::NlAttr), value);
  }

  // Plain bytes, zero-padded to a multiple of 4.
  void put_raw(Bytes bytes) {
    uint8_t* const start = self().at();
    const size_t padded = uapi::align4(bytes.size());
    if (!self().take(padded)) return;
    if (!bytes.empty()) std::memcpy(start, bytes.data(), bytes.size());
    std::memset(start + bytes.size(), 0, padded - bytes.size());
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  template <class T>
  static void store(uint8_t* where, T value) {
    std::memcpy(where, &value, sizeof(value));
  }
  // A value of 1, 2 or 4 bytes; the whole word is cleared first, so that what the value leaves is padding.
  template <class T>
  void put_word(uint16_t type, uint16_t size, T value) {
    uint8_t* const start = self().at();
    if (!self().take(2 * sizeof(uint32_t))) return;
    store(start, uapi::NlAttr{static_cast<uint16_t>(sizeof(uapi::NlAttr) + size), type});
    if constexpr (sizeof(T) < sizeof(uint32_t)) store(start + sizeof(uapi::NlAttr), uint32_t{0});
    store(start + sizeof(uapi::NlAttr), value);
  }
};

}  // namespace ipvsim::wire
