// Names and settings of entries: the public values (sim/include/ipvsim), under this room's name.
#pragma once

#include "ipvsim/names.h"
#include "ipvsim/profile.h"
#include "ipvsim/settings.h"

namespace ipvsim::ipvs {

using ipvsim::Address;
using ipvsim::DestKey;
using ipvsim::DestSettings;
using ipvsim::Link;
using ipvsim::ServiceKey;
using ipvsim::ServiceSettings;

}  // namespace ipvsim::ipvs
