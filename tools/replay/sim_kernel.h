// The simulated kernel behind the replayer's seam, built as a recording's header describes it.
#pragma once

#include <memory>

#include "tools/replay/replay_kernel.h"
#include "tools/trace/trace.h"

namespace ipvsim::tools {

// A kernel with the header's variant, family id, salt, hz, padding, links and release. Throws
// std::invalid_argument, with the reason, for a header the simulator cannot follow (an unknown variant).
std::unique_ptr<ReplayKernel> make_sim_kernel(const TraceHeader& header);

}  // namespace ipvsim::tools
