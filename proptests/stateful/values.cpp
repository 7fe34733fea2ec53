// Values as text, for failure reports.
#include "proptests/stateful/values.h"

#include <fmt/format.h>

#include "client/values/address.h"

namespace ipvsim::stateful {

Bytes16 v4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) { return {a, b, c, d}; }

Bytes16 v6(uint8_t net, uint8_t last) {
  return {0x20, 0x01, 0x0d, 0xb8, 0, net, 0, 0, 0, 0, 0, 0, 0, 0, 0, last};
}

std::string to_text(uint16_t af, const Bytes16& addr) { return client::to_string(client::Address{af, addr}); }

std::string to_text(const ServiceKey& key) {
  if (key.fwmark != 0) return fmt::format("fwmark {} af {}", key.fwmark, key.af);
  return fmt::format("protocol {} {} port {}", key.protocol, to_text(key.af, key.addr), key.port);
}

std::string to_text(const DestKey& key) {
  return fmt::format("{} port {}", to_text(key.af, key.addr), key.port);
}

}  // namespace ipvsim::stateful
