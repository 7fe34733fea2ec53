// Putting kernel, world, supervisor and child together.
#include "tools/run/run.h"

#include "tools/run/caller.h"
#include "tools/run/local_world.h"
#include "tools/run/supervisor.h"

namespace ipvsim::run {

int run_command(const RunOptions& options) {
  Kernel kernel(options.profile, options.seed);
  LocalWorld world(kernel, own_netns());
  Supervisor supervisor(world);
  Filter filter(options.filter);
  return supervisor.run(start_child(filter, options.command));
}

}  // namespace ipvsim::run
