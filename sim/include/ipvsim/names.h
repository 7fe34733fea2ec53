// What services and destinations are called: "tcp:10.0.0.1:80", "udp:[2001:db8::1]:53", "sctp:10.0.0.1:3868",
// "fwm:7" and "fwm6:7" (a firewall mark for IPv4 and IPv6); a destination is "10.1.0.1:8080" or
// "[2001:db8::2]:80". The same on every command line, in state files and in the bindings.
//
// Plain values; every function may be called from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ipvsim {

// Address families and protocols, numbered as everywhere.
inline constexpr uint16_t kInet = 2;
inline constexpr uint16_t kInet6 = 10;
inline constexpr uint16_t kTcp = 6;
inline constexpr uint16_t kUdp = 17;
inline constexpr uint16_t kSctp = 132;

// An IPv4 or IPv6 address as IPVS keeps it: 16 bytes in network order, an IPv4 one in the first four. Its
// family is said beside it.
struct Address {
  std::array<uint8_t, 16> bytes{};

  friend bool operator==(const Address&, const Address&) = default;

  static Address v4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) { return {{a, b, c, d}}; }
  // "10.0.0.1", "2001:db8::1"; nothing when the text is neither.
  static std::optional<Address> parse(std::string_view text);
  // The family a text is written in: kInet, kInet6, or 0 when it is no address.
  static uint16_t family_of(std::string_view text);

  // What of it counts in family `af`: for IPv4 the first four bytes, the rest is cleared.
  Address of_family(uint16_t af) const {
    return af == kInet ? v4(bytes[0], bytes[1], bytes[2], bytes[3]) : *this;
  }
  // The four IPv4 bytes as a number, most significant first.
  uint32_t v4_number() const {
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
  }
  std::string text(uint16_t af) const;
};

// What identifies a service inside a namespace. A firewall-mark service (fwmark != 0) is told apart by
// (fwmark, af) alone: protocol, address and port are what it was added with, TCP and 0 by netlink, anything
// by the old interface (ipvs-control.md 4 and 15).
struct ServiceKey {
  uint16_t af = kInet;
  uint16_t protocol = kTcp;
  Address addr;
  uint16_t port = 0;  // host order
  uint32_t fwmark = 0;

  ServiceKey() = default;
  ServiceKey(uint16_t its_af, uint16_t its_protocol, const Address& its_addr, uint16_t its_port,
             uint32_t its_fwmark = 0)
      : af(its_af), protocol(its_protocol), addr(its_addr), port(its_port), fwmark(its_fwmark) {}
  // From its name. Throws std::invalid_argument, one line that says how a name is written.
  ServiceKey(std::string_view name);  // NOLINT(google-explicit-constructor): a name is as good as the key
  ServiceKey(const char* name) : ServiceKey(std::string_view(name)) {}         // NOLINT: likewise
  ServiceKey(const std::string& name) : ServiceKey(std::string_view(name)) {}  // NOLINT: likewise
  static ServiceKey of_fwmark(uint32_t mark, uint16_t its_af = kInet) { return {its_af, kTcp, {}, 0, mark}; }

  // The name; "IP_50:10.0.0.1:80" for a protocol without one, which cannot be read back.
  std::string name() const;

  friend bool operator==(const ServiceKey& a, const ServiceKey& b) {
    if (a.fwmark != b.fwmark || a.af != b.af) return false;
    return a.fwmark != 0 || (a.port == b.port && a.protocol == b.protocol && a.addr == b.addr);
  }
};

// What identifies a destination inside its service.
struct DestKey {
  uint16_t af = kInet;
  Address addr;
  uint16_t port = 0;  // host order

  DestKey() = default;
  DestKey(uint16_t its_af, const Address& its_addr, uint16_t its_port)
      : af(its_af), addr(its_addr), port(its_port) {}
  // As for a service.
  DestKey(std::string_view name);                                 // NOLINT(google-explicit-constructor)
  DestKey(const char* name) : DestKey(std::string_view(name)) {}  // NOLINT(google-explicit-constructor)
  DestKey(const std::string& name)
      : DestKey(std::string_view(name)) {}  // NOLINT(google-explicit-constructor)

  std::string name() const;

  friend bool operator==(const DestKey&, const DestKey&) = default;
};

}  // namespace ipvsim
