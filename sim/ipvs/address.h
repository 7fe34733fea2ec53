// An IPv4 or IPv6 address as IPVS keeps it: 16 bytes in network order, an IPv4 one in the first four.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "uapi/ipvs.h"

namespace ipvsim::ipvs {

struct Address {
  std::array<uint8_t, 16> bytes{};

  friend bool operator==(const Address&, const Address&) = default;

  static Address v4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) { return {{a, b, c, d}}; }
  // Text of either family; nothing when it is neither. "10.0.0.1", "2001:db8::1".
  static std::optional<Address> parse(std::string_view text);
  // The family a text is written in: 2, 10, or 0 when it is no address.
  static uint16_t family_of(std::string_view text);

  // What of it counts in family `af`: for IPv4 the first four bytes, the rest is cleared.
  Address of_family(uint16_t af) const {
    return af == uapi::kAfInet ? v4(bytes[0], bytes[1], bytes[2], bytes[3]) : *this;
  }
  // The four IPv4 bytes as a number, most significant first.
  uint32_t v4_number() const {
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
  }
  std::string text(uint16_t af) const;
};

}  // namespace ipvsim::ipvs
