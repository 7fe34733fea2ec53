// Which addresses a destination may have, given the links.
#include "sim/ipvs/link.h"

#include <algorithm>

namespace ipvsim::ipvs {

const Link* Links::find(const std::string& name) const {
  const auto at =
      std::find_if(links_.begin(), links_.end(), [&](const Link& link) { return link.name == name; });
  return at == links_.end() ? nullptr : &*at;
}

bool Links::is_own(uint16_t af, const Address& address) const {
  return std::any_of(links_.begin(), links_.end(),
                     [&](const Link& link) { return link.af == af && link.address == address; });
}

// The highest address of a link's prefix; /31 and /32 have none (ipvs-control.md 6, row 13).
bool Links::is_broadcast(uint32_t v4) const {
  return std::any_of(links_.begin(), links_.end(), [&](const Link& link) {
    if (link.af != kInet || link.prefix >= 31) return false;
    const uint32_t host_bits = static_cast<uint32_t>((uint64_t{1} << (32 - link.prefix)) - 1);
    return v4 == (link.address.v4_number() | host_bits);
  });
}

bool Links::destination_allowed(uint16_t af, const Address& address) const {
  const auto& b = address.bytes;
  if (af == kInet) {
    constexpr uint32_t kLimitedBroadcast = 0xffffffff;
    const uint32_t v4 = address.v4_number();
    const bool multicast = (b[0] & 0xf0) == 0xe0;
    return v4 != 0 && v4 != kLimitedBroadcast && !multicast && !is_broadcast(v4);
  }
  const auto zero = [](uint8_t byte) { return byte == 0; };
  const bool unspecified = std::all_of(b.begin(), b.end(), zero);
  const bool v4_mapped = std::all_of(b.begin(), b.begin() + 10, zero) && b[10] == 0xff && b[11] == 0xff;
  const bool multicast = b[0] == 0xff;
  const bool link_local = b[0] == 0xfe && (b[1] & 0xc0) == 0x80;
  // An address of a link of our own is routed to the loopback device, which lets it pass.
  return !(unspecified || v4_mapped || multicast || link_local) || is_own(af, address);
}

}  // namespace ipvsim::ipvs
