// The attribute policies of the IPVS family (ipvs-control.md 3).
#pragma once

#include "sim/wire/policy.h"
#include "uapi/ipvs.h"

namespace ipvsim::ipvs_genl {

extern const wire::Policy kCommandPolicy;  // top level, maxattr 6
extern const wire::Policy kServicePolicy;
extern const wire::Policy kDestPolicy;
extern const wire::Policy kDaemonPolicy;

}  // namespace ipvsim::ipvs_genl
