// Text of addresses, both ways.
#include "client/values/address.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ipvsim::client {

Address Address::v4(uint32_t host_order) {
  Address a{uapi::kAfInet, {}};
  for (size_t i = 0; i < 4; ++i) a.bytes[i] = static_cast<uint8_t>(host_order >> (24 - 8 * i));
  return a;
}

Address Address::v6(const std::array<uint8_t, 16>& network_order) { return {uapi::kAfInet6, network_order}; }

Address Address::any(uint16_t family) { return {family, {}}; }

std::optional<Address> parse_address(std::string_view text) {
  char buffer[INET6_ADDRSTRLEN];
  if (text.empty() || text.size() >= sizeof buffer || text.find('\0') != text.npos) return std::nullopt;
  *std::copy(text.begin(), text.end(), buffer) = '\0';
  Address a;
  if (inet_pton(AF_INET, buffer, a.bytes.data()) == 1) {
    a.family = uapi::kAfInet;
    return a;
  }
  if (inet_pton(AF_INET6, buffer, a.bytes.data()) == 1) {
    a.family = uapi::kAfInet6;
    return a;
  }
  return std::nullopt;
}

namespace {

char* put_byte(char* p, unsigned value) {
  if (value >= 100) *p++ = static_cast<char>('0' + value / 100);
  if (value >= 10) *p++ = static_cast<char>('0' + value / 10 % 10);
  *p++ = static_cast<char>('0' + value % 10);
  return p;
}

}  // namespace

void append_address(std::string& out, const Address& address) {
  char text[INET6_ADDRSTRLEN];
  if (address.is_v4()) {
    // By hand: a table of 16 000 lines asks for this twice a line, inet_ntop goes through printf.
    char* p = put_byte(text, address.bytes[0]);
    for (size_t i = 1; i < 4; ++i) {
      *p++ = '.';
      p = put_byte(p, address.bytes[i]);
    }
    out.append(text, static_cast<size_t>(p - text));
  } else if (address.is_v6()) {
    inet_ntop(AF_INET6, address.bytes.data(), text, sizeof text);
    out.append(text);
  } else {
    fmt::format_to(std::back_inserter(out), "af{}:", address.family);
    for (uint8_t b : address.bytes) fmt::format_to(std::back_inserter(out), "{:02x}", b);
  }
}

std::string to_string(const Address& address) {
  std::string out;
  append_address(out, address);
  return out;
}

void append_address_port(std::string& out, const Address& address, uint16_t port) {
  if (address.is_v6()) out.push_back('[');
  append_address(out, address);
  if (address.is_v6()) out.push_back(']');
  out.push_back(':');
  fmt::format_int digits(port);
  out.append(digits.data(), digits.size());
}

}  // namespace ipvsim::client
