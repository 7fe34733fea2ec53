// The IPVS family as it is registered: its table of commands (ipvs-control.md 2, genetlink.md 6.2).
#pragma once

#include <memory>

#include "ipvsim/profile.h"
#include "sim/genl/family.h"
#include "sim/ipvs/ipvs.h"
#include "sim/ipvs_genl/dumps/dumps.h"

namespace ipvsim::ipvs_genl {

using ipvsim::DumpVariant;

// The family for `ipvs`, which must outlive it. Every variant but `stock` has the command GET_SERVICE_DEST.
std::unique_ptr<genl::Family> make_ipvs_family(ipvs::Ipvs& ipvs, DumpVariant variant);

}  // namespace ipvsim::ipvs_genl
