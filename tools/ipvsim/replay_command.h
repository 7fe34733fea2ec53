// `ipvsim replay`: plays recordings of real kernels against the simulated one.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_replay(CLI::App& root);

}  // namespace ipvsim::tools
