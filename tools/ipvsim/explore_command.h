// `ipvsim explore`: the laws outside the test runner, over as many cases as one likes.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_explore(CLI::App& root);

}  // namespace ipvsim::tools
