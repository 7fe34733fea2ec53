// Addresses as text.
#include "sim/ipvs/address.h"

#include <arpa/inet.h>

#include <cstring>

namespace ipvsim::ipvs {

namespace {

static_assert(uapi::kAfInet == AF_INET && uapi::kAfInet6 == AF_INET6);

}  // namespace

uint16_t Address::family_of(std::string_view text) {
  const std::string terminated(text);
  Address scratch;
  if (inet_pton(AF_INET, terminated.c_str(), scratch.bytes.data()) == 1) return uapi::kAfInet;
  if (inet_pton(AF_INET6, terminated.c_str(), scratch.bytes.data()) == 1) return uapi::kAfInet6;
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
  inet_ntop(af == uapi::kAfInet ? AF_INET : AF_INET6, bytes.data(), buffer, sizeof(buffer));
  return buffer;
}

}  // namespace ipvsim::ipvs
