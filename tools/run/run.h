// One run: a simulated kernel, a command and all it starts.
#pragma once

#include <string>
#include <vector>

#include "sim/profile.h"
#include "tools/run/filter.h"

namespace ipvsim::run {

struct RunOptions {
  KernelProfile profile;
  uint64_t seed = 1;
  FilterOptions filter;
  std::vector<std::string> command;  // at least the program
};

// Runs the command to its end and gives its exit code (supervisor.h). Throws std::exception with a one-line
// reason when it is ours to fail: exit code kExitOurFault.
int run_command(const RunOptions& options);

}  // namespace ipvsim::run
