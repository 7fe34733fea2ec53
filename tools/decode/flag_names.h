// Names for the bits of flag fields.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tools/decode/spec.h"

namespace ipvsim::tools {

struct BitName {
  uint32_t bits;
  std::string_view name;
};

// "REQUEST|ACK|0x40": names joined by |, bits without a name as one hex number; "0" for none. A row with
// several bits counts when all of them are set, so such rows stand before those of their parts.
std::string bit_names(uint32_t value, std::span<const BitName> names);

// The flags of a netlink message; bits 0x100 and up mean different things in different kinds of messages.
std::string message_flags(uint16_t flags, FlagKind kind);

// The flags of a command in NEWFAMILY (genetlink.md 6.2), and of a service (ipvs-control.md 3).
std::string command_flags(uint32_t flags);
std::string service_flags(uint32_t flags);

}  // namespace ipvsim::tools
