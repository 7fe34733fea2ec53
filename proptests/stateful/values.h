// What names things in the model kernel, as plain values that a std::map can be keyed by.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace ipvsim::stateful {

using Bytes16 = std::array<uint8_t, 16>;

// An IPv4 address is in the first four bytes, the rest is 0.
struct ServiceKey {
  uint32_t fwmark = 0;
  uint16_t af = 0;
  uint16_t protocol = 0;
  Bytes16 addr{};
  uint16_t port = 0;  // host order
  auto operator<=>(const ServiceKey&) const =
      default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 takes <=> for it
};

struct DestKey {
  uint16_t af = 0;
  Bytes16 addr{};
  uint16_t port = 0;
  auto operator<=>(const DestKey&) const =
      default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 takes <=> for it
};

// Namespaces of the test: the one that most commands are about, and one that must not be affected by them.
using Netns = unsigned;
inline constexpr Netns kNamespaces = 2;

Bytes16 v4(uint8_t a, uint8_t b, uint8_t c, uint8_t d);
// 2001:db8:<net>::<last>
Bytes16 v6(uint8_t net, uint8_t last);

std::string to_text(uint16_t af, const Bytes16& addr);
std::string to_text(const ServiceKey& key);
std::string to_text(const DestKey& key);

}  // namespace ipvsim::stateful
