// The tables of the decoder: every family, command and attribute it has names for.
#pragma once

#include "tools/decode/spec.h"

namespace ipvsim::tools {

extern const FamilySpec kCtrlFamily;     // genetlink.md 6
extern const FamilySpec kIpvsFamily;     // ipvs-control.md 2 to 3 and 10 to 14, rfc-dumps.md
extern const AttrSet kExtAckAttrs;       // netlink.md 4.1
extern const AttrSet kPolicyEntryAttrs;  // netlink.md 4.1, second table
extern const AttrSet kUnknownAttrs;      // nothing is known: numbers and hex

}  // namespace ipvsim::tools
