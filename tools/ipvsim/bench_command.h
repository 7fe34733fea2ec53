// `ipvsim bench`: the RFC's benchmark, and how the ways to read a table grow.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_bench(CLI::App& root);

}  // namespace ipvsim::tools
