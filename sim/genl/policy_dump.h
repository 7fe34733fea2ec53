// The controller's GETPOLICY dump: which policies a family's commands have, and what they say
// (genetlink.md 6.5).
#pragma once

#include "sim/genl/family.h"

namespace ipvsim::genl {

// Finds the family and its policies: EINVAL, ENOENT, ENODATA.
Status start_policy_dump(DumpCallback& callback);
int dump_policies(wire::Skb& skb, DumpCallback& callback);

}  // namespace ipvsim::genl
