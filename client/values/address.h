// An IPv4 or IPv6 address with its family, the way IPVS carries it: 16 bytes, of which IPv4 uses the first
// four.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "uapi/ipvs.h"

namespace ipvsim::client {

// `family` is uapi::kAfInet or uapi::kAfInet6; 0 means "not said" (only in values never read from a kernel).
// `bytes` is in network order; an IPv4 address keeps bytes 4 to 15 zero, so == needs no look at the family's
// size. The order of <=> is family, then the address as a number.
struct Address {
  uint16_t family = 0;
  std::array<uint8_t, 16> bytes{};

  bool is_v4() const { return family == uapi::kAfInet; }
  bool is_v6() const { return family == uapi::kAfInet6; }
  auto operator<=>(const Address&) const = default;
  // As two words: every fragment of a dump compares identities, and the library would call memcmp.
  bool operator==(const Address& other) const {
    std::array<uint64_t, 2> mine;
    std::array<uint64_t, 2> others;
    std::memcpy(mine.data(), bytes.data(), sizeof bytes);
    std::memcpy(others.data(), other.bytes.data(), sizeof bytes);
    return family == other.family && mine[0] == others[0] && mine[1] == others[1];
  }

  // 10.0.0.1 is v4(0x0a000001).
  static Address v4(uint32_t host_order);
  static Address v6(const std::array<uint8_t, 16>& network_order);
  // The unspecified address of a family: what a fwmark service has.
  static Address any(uint16_t family);
};

// Numeric text only ("10.0.0.1", "2001:db8::1", no brackets); nothing for anything else, names included.
std::optional<Address> parse_address(std::string_view text);

// Appends the numeric text; a family that is neither is written as "af7:" and 32 hex digits.
void append_address(std::string& out, const Address& address);
std::string to_string(const Address& address);

// Appends "10.0.0.1:80" or "[2001:db8::1]:80".
void append_address_port(std::string& out, const Address& address, uint16_t port);

}  // namespace ipvsim::client
