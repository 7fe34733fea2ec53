// The controller family: GETFAMILY here, GETPOLICY in policy_dump (genetlink.md 6).
#pragma once

#include <memory>

#include "sim/genl/family.h"

namespace ipvsim::genl {

std::unique_ptr<Family> make_nlctrl();

// Appends one NEWFAMILY (or DELFAMILY) message about `family` to `skb`; false, and nothing written, if it
// does not fit.
bool fill_family(wire::Skb& skb, const Family& family, uint8_t ctrl_cmd, uint16_t flags, uint32_t seq,
                 uint32_t portid);

}  // namespace ipvsim::genl
