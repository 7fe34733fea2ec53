// How `ipvsim ctl` names services and destinations.
#pragma once

#include <string_view>

#include "sim/ipvs/dest.h"
#include "sim/ipvs/service.h"

namespace ipvsim::run {

// "tcp:10.0.0.1:80", "udp:[2001:db8::1]:53", "sctp:...", "fwm:7", "fwm6:7". Throws std::invalid_argument with
// one line.
ipvs::ServiceKey service_name(std::string_view text);

// "10.1.0.1:8080", "[2001:db8::2]:80".
ipvs::DestKey dest_name(std::string_view text);

}  // namespace ipvsim::run
