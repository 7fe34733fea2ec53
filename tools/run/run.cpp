// Putting kernel, world, supervisor and child together.
#include "tools/run/run.h"

#include <optional>
#include <stdexcept>

#include "tools/run/serve/kernel_server.h"
#include "tools/run/serve/remote_kernel.h"
#include "tools/run/supervisor.h"
#include "tools/run/trap/caller.h"
#include "tools/run/world/local_kernel.h"
#include "tools/state/state.h"

namespace ipvsim::run {

namespace {

int supervise(Supervisor& supervisor, const RunOptions& options) {
  if (options.command.empty()) {
    supervisor.run_until_told();
    return 0;
  }
  Filter filter(options.filter);
  return supervisor.run(start_child(filter, options.command));
}

int run_attached(const RunOptions& options) {
  RemoteKernel world(options.attach);
  Supervisor supervisor(world);
  return supervise(supervisor, options);
}

int run_with_kernel(const RunOptions& options, sim::Kernel& kernel, TrafficLog* sight) {
  LocalKernel world(kernel, own_netns());
  if (sight != nullptr) world.observe(*sight);
  std::optional<KernelServer> server;
  if (!options.serve.empty()) server.emplace(world, options.serve);
  Supervisor supervisor(world);
  if (server) supervisor.also_serve(server->fd(), [&] { server->serve(); });
  return supervise(supervisor, options);
}

}  // namespace

int run_command(const RunOptions& options) {
  if (!options.attach.empty()) return run_attached(options);
  sim::Kernel kernel(options.profile, options.seed);
  if (!options.restore.empty()) tools::restore_file(kernel, 0, options.restore);
  std::optional<TrafficLog> sight;
  if (options.sight.any()) sight.emplace(kernel, options.sight);
  const int exit_code = run_with_kernel(options, kernel, sight ? &*sight : nullptr);
  if (!options.save.empty()) tools::save_file(kernel, 0, options.save);
  if (sight && sight->failure()) throw std::runtime_error(*sight->failure());
  return exit_code;
}

}  // namespace ipvsim::run
