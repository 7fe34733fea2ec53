// `ipvsim run`: programs as they are, with the simulated kernel under them.
#pragma once

#include <string>
#include <vector>

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

// For `ipvsim run [OPTIONS] -- COMMAND ARGS`: how many of the arguments are ours to parse, all of them when
// there is no such command line. What stands behind the -- is the program's and must reach it unchanged.
int own_arguments(int argc, char** argv);

// `command`: what stands behind the --, empty without one.
Command add_run(CLI::App& root, std::vector<std::string> command);

}  // namespace ipvsim::tools
