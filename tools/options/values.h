// The values that the kernel options take, from text. Each function throws std::invalid_argument with one
// line that repeats the text and says what is wanted; also `ipvsim ctl` understands them.
#pragma once

#include <string_view>

#include "sim/profile.h"

namespace ipvsim::tools {

// fixed:N, script:N,N,..., random:LO,HI, and kernel for the kernel's own rule. Sizes are 20 to 212960, the
// largest datagram a netlink socket carries.
DumpBufferRule parse_dump_buffer(std::string_view text);

struct ModuleValue {
  ModuleState state = ModuleState::present;
  unsigned late_lookups = 0;
};
// present, absent, late:N.
ModuleValue parse_module(std::string_view text);

// NAME:MTU:ADDRESS/LEN, where the address is IPv4 or IPv6 and a name has 1 to 15 characters. One address of a
// link.
Link parse_link(std::string_view text);

}  // namespace ipvsim::tools
