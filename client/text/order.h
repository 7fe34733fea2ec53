// The order in which ipvsadm 1.31 prints a table (--sort, its default). Found by feeding it tables and
// looking at its output.
#pragma once

#include <cstdint>
#include <vector>

#include "client/values/table.h"

namespace ipvsim::client {

// Positions of the services: by fwmark (services without one count as 0, marks above 2147483647 come before
// them), family, protocol, address, port.
std::vector<uint32_t> print_order(const std::vector<ServiceEntry>& services);

// Positions of destinations: by address (IPv4 and IPv6 mixed), then port. `order` is overwritten; reusing one
// saves allocations.
void print_order(const std::vector<Destination>& destinations, std::vector<uint32_t>& order);

}  // namespace ipvsim::client
