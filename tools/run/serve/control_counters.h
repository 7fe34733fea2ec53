// The commands of `ipvsim ctl` that set what a client cannot: statistics and connection counts.
#pragma once

#include <string>
#include <vector>

#include "sim/kernel.h"

namespace ipvsim::run {

using Arguments = std::vector<std::string>;

// stats [SERVICE [DEST]] NAME=N...: what is reported, at once; without a service the namespace's totals.
// NAME: conns, inpkts, outpkts, inbytes, outbytes, and the rates cps, inpps, outpps, inbps, outbps.
void control_stats(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments);
// traffic SERVICE [DEST] NAME=N...: what has passed since, for the destination, its service and the totals;
// reported from the sampler's next run on, and the rates follow. NAME: the first five.
void control_traffic(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments);
// connections SERVICE DEST ACTIVE INACTIVE [PERSISTENT].
void control_connections(sim::Kernel& kernel, genl::NetnsId netns, const Arguments& arguments);

// All throw std::invalid_argument with one line and then have changed nothing.

// A number that is all of `text`, as an argument called `name`.
uint64_t number_argument(const std::string& name, const std::string& text, uint64_t most = UINT64_MAX);

}  // namespace ipvsim::run
