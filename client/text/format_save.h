// Prints a table as `ipvsadm -S -n` (ipvsadm-save) does. Depends on value types only.
#pragma once

#include <string>
#include <vector>

#include "client/values/table.h"

namespace ipvsim::client {

// Appends one line a service and one a destination, sorted as ipvsadm sorts (order.h). The text is that of
// version 1.31 to the byte, what it leaves out included: thresholds (-x, -y), statistics, a netmask without
// persistence, the third scheduler flag of sh and mh; local destinations come out as -g. What it has no
// option for is not meant to be read back: "--xxx-service" for protocols other than TCP, UDP and SCTP,
// "(null)" for unknown forwarding methods. Tunnel flags above 2 (at which 1.31 crashes) are left out.
void append_save(std::string& out, const std::vector<ServiceEntry>& services);

}  // namespace ipvsim::client
