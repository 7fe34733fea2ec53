// Names read and written.
#include "ipvsim/names.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

#include "uapi/ipvs.h"

namespace ipvsim {
namespace {

static_assert(kInet == AF_INET && kInet6 == AF_INET6);
static_assert(kInet == uapi::kAfInet && kInet6 == uapi::kAfInet6);
static_assert(kTcp == uapi::kIpprotoTcp && kUdp == uapi::kIpprotoUdp && kSctp == uapi::kIpprotoSctp);

struct ProtocolName {
  std::string_view name;
  uint16_t number;
};
constexpr ProtocolName kProtocols[] = {{"tcp", kTcp}, {"udp", kUdp}, {"sctp", kSctp}};

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<DestKey> address_and_port(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view address = text.substr(0, colon);
  const bool bracketed = address.starts_with('[') && address.ends_with(']');
  if (bracketed) address = address.substr(1, address.size() - 2);
  const uint16_t af = Address::family_of(address);
  const auto port = number<uint16_t>(text.substr(colon + 1));
  if (!port || af == 0 || (af == kInet6) != bracketed) return std::nullopt;
  return DestKey(af, *Address::parse(address), *port);
}

std::string address_and_port(uint16_t af, const Address& addr, uint16_t port) {
  return af == kInet6 ? fmt::format("[{}]:{}", addr.text(af), port)
                      : fmt::format("{}:{}", addr.text(af), port);
}

std::optional<ServiceKey> fwmark_service(std::string_view kind, std::string_view rest) {
  if (kind != "fwm" && kind != "fwm6") return std::nullopt;
  const auto mark = number<uint32_t>(rest);
  if (!mark || *mark == 0) return std::nullopt;
  return ServiceKey::of_fwmark(*mark, kind == "fwm" ? kInet : kInet6);
}

std::optional<ServiceKey> address_service(std::string_view kind, std::string_view rest) {
  for (const ProtocolName& protocol : kProtocols) {
    if (kind != protocol.name) continue;
    const auto place = address_and_port(rest);
    if (!place) return std::nullopt;
    return ServiceKey(place->af, protocol.number, place->addr, place->port);
  }
  return std::nullopt;
}

}  // namespace

uint16_t Address::family_of(std::string_view text) {
  const std::string terminated(text);
  Address scratch;
  if (inet_pton(AF_INET, terminated.c_str(), scratch.bytes.data()) == 1) return kInet;
  if (inet_pton(AF_INET6, terminated.c_str(), scratch.bytes.data()) == 1) return kInet6;
  return 0;
}

std::optional<Address> Address::parse(std::string_view text) {
  const uint16_t af = family_of(text);
  if (af == 0) return std::nullopt;
  Address address;
  inet_pton(af, std::string(text).c_str(), address.bytes.data());
  return address;
}

std::string Address::text(uint16_t af) const {
  char buffer[INET6_ADDRSTRLEN] = "";
  inet_ntop(af == kInet ? AF_INET : AF_INET6, bytes.data(), buffer, sizeof(buffer));
  return buffer;
}

ServiceKey::ServiceKey(std::string_view name) {
  const size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
  auto key = fwmark_service(kind, rest);
  if (!key) key = address_service(kind, rest);
  if (!key)
    throw std::invalid_argument(fmt::format(
        "service '{}': must be like tcp:10.0.0.1:80, udp:[2001:db8::1]:53, sctp:..., fwm:7 or fwm6:7", name));
  *this = *key;
}

std::string ServiceKey::name() const {
  if (fwmark != 0) return fmt::format("{}:{}", af == kInet6 ? "fwm6" : "fwm", fwmark);
  std::string kind = fmt::format("IP_{}", protocol);
  for (const ProtocolName& known : kProtocols)
    if (protocol == known.number) kind = known.name;
  return fmt::format("{}:{}", kind, address_and_port(af, addr, port));
}

DestKey::DestKey(std::string_view name) {
  const auto place = address_and_port(name);
  if (!place)
    throw std::invalid_argument(
        fmt::format("destination '{}': must be like 10.1.0.1:8080 or [2001:db8::2]:80", name));
  *this = *place;
}

std::string DestKey::name() const { return address_and_port(af, addr, port); }

}  // namespace ipvsim
