// The do handlers of the IPVS family (ipvs-control.md 2).
#pragma once

#include "sim/genl/family.h"
#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs_genl {

// NEW/SET/DEL of services and destinations, SET_CONFIG, ZERO, FLUSH.
Status set_command(ipvs::Ipvs& ipvs, genl::Request& request);
// GET_SERVICE, GET_CONFIG, GET_INFO.
Status get_command(ipvs::Ipvs& ipvs, genl::Request& request);
// NEW_DAEMON, DEL_DAEMON.
Status daemon_command(ipvs::Ipvs& ipvs, genl::Request& request);

}  // namespace ipvsim::ipvs_genl
