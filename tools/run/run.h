// One run: a simulated kernel, a command and all it starts.
#pragma once

#include <string>
#include <vector>

#include "sim/profile.h"
#include "tools/run/trap/filter.h"
#include "tools/run/world/traffic_log.h"

namespace ipvsim::run {

struct RunOptions {
  Profile profile;
  uint64_t seed = 1;
  FilterOptions filter;
  TrafficLogOptions sight;
  std::string restore;  // files, as tools/state/state.h takes them; empty for none
  std::string save;
  std::string serve;   // where to offer the kernel to others; empty: nowhere
  std::string attach;  // whose kernel to use instead of one of our own; then only filter and command count
  std::vector<std::string>
      command;  // at least the program; with `serve` it may be empty: until a signal comes
};

// Runs the command to its end and gives its exit code (supervisor.h). Throws std::exception with a one-line
// reason when it is ours to fail: exit code kExitOurFault.
int run_command(const RunOptions& options);

}  // namespace ipvsim::run
