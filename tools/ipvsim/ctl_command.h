// `ipvsim ctl`: a hand on the kernel of a run that serves it.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_ctl(CLI::App& root);

}  // namespace ipvsim::tools
