// For the tests of this folder: a kernel to which everything has happened, and all that it says.
#pragma once

#include <string>
#include <vector>

#include "sim/base/rng.h"
#include "sim/kernel.h"

namespace ipvsim::tools {

// Two namespaces, the first with the link eth0 10.9.8.1/24.
std::unique_ptr<sim::Kernel> two_namespaces(Profile profile);

// Does one thing to the kernel, drawn from `rng`: any command in any namespace, traffic, connections, time.
// Few addresses, so that services and destinations come again and the trash is asked.
void do_something(sim::Kernel& kernel, Rng& rng);

// Every answer of every namespace, byte for byte in hex, one datagram a line: all dumps the variant has, all
// GETs, and the files under /proc.
std::string everything_told(sim::Kernel& kernel);

}  // namespace ipvsim::tools
