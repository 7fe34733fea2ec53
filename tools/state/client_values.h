// The client's values for what the simulated kernel keeps, and back; what both sides know of netlink stays
// out.
#pragma once

#include "client/values/table.h"
#include "sim/ipvs/ipvs.h"

namespace ipvsim::tools {

// As a dump of the kernel would bring it home, destinations in list order; without statistics.
client::ServiceEntry client_entry(const ipvs::Service& service, uint32_t hz);

ipvs::ServiceKey service_key(const client::ServiceId& id);
ipvs::ServiceSettings service_settings(const client::Service& service);
ipvs::DestKey dest_key(const client::DestinationId& id);
ipvs::DestSettings dest_settings(const client::Destination& destination);

}  // namespace ipvsim::tools
