// Making a table of a shape, in a simulated kernel or, through the client, in any.
#pragma once

#include "client/client.h"
#include "sim/kernel.h"
#include "tools/bench/compare/shapes.h"

namespace ipvsim::tools::bench {

// By calls, past netlink: a million services in a second.
void fill_table(sim::Kernel& kernel, const Shape& shape);
// By requests; the same table. Throws client::Error where the kernel refuses one.
void fill_table(client::Client& client, const Shape& shape);

}  // namespace ipvsim::tools::bench
