// Reading names of entries.
#include "tools/run/serve/entry_name.h"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace ipvsim::run {
namespace {

constexpr uint16_t kTcp = 6, kUdp = 17, kSctp = 132;

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct AddressAndPort {
  uint16_t af = 0;
  ipvs::Address address;
  uint16_t port = 0;
};

std::optional<AddressAndPort> address_and_port(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view address = text.substr(0, colon);
  const bool bracketed = address.starts_with('[') && address.ends_with(']');
  if (bracketed) address = address.substr(1, address.size() - 2);
  const uint16_t af = ipvs::Address::family_of(address);
  const auto port = number<uint16_t>(text.substr(colon + 1));
  if (!port || af == 0 || (af == uapi::kAfInet6) != bracketed) return std::nullopt;
  return AddressAndPort{af, *ipvs::Address::parse(address), *port};
}

}  // namespace

ipvs::ServiceKey service_name(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  ipvs::ServiceKey key;
  if (kind == "fwm" || kind == "fwm6") {
    const auto mark = number<uint32_t>(rest);
    key.af = kind == "fwm" ? uapi::kAfInet : uapi::kAfInet6;
    key.protocol = kTcp;
    key.fwmark = mark.value_or(0);
    if (key.fwmark != 0) return key;
  }
  key.protocol = kind == "tcp" ? kTcp : kind == "udp" ? kUdp : kind == "sctp" ? kSctp : uint16_t{0};
  const auto place = address_and_port(rest);
  if (key.protocol == 0 || !place)
    throw std::invalid_argument(fmt::format(
        "service '{}': must be like tcp:10.0.0.1:80, udp:[2001:db8::1]:53, sctp:..., fwm:7 or fwm6:7", text));
  key.af = place->af;
  key.addr = place->address;
  key.port = place->port;
  return key;
}

ipvs::DestKey dest_name(std::string_view text) {
  const auto place = address_and_port(text);
  if (!place)
    throw std::invalid_argument(
        fmt::format("destination '{}': must be like 10.1.0.1:8080 or [2001:db8::2]:80", text));
  ipvs::DestKey key;
  key.af = place->af;
  key.addr = place->address;
  key.port = place->port;
  return key;
}

}  // namespace ipvsim::run
