// The command line of `ipvsim run`.
#include "tools/ipvsim/run_command.h"

#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "tools/options/kernel_options.h"
#include "tools/run/child.h"
#include "tools/run/run.h"

namespace ipvsim::tools {
namespace {

struct Options {
  KernelOptions kernel;
  bool isolate = false;
  bool no_files = false;
  std::vector<std::string> command;
};

int run(const Options& options) {
  try {
    if (options.command.empty())
      throw std::invalid_argument("no command behind --; for example: ipvsim run -- ipvsadm -Ln");
    run::RunOptions out;
    out.profile = kernel_profile(options.kernel);
    out.seed = options.kernel.seed;
    out.filter.isolate = options.isolate;
    out.filter.files = !options.no_files;
    out.command = options.command;
    return run::run_command(out);
  } catch (const std::exception& error) {
    fmt::print(stderr, "ipvsim run: {}\n", error.what());
    return run::kExitOurFault;
  }
}

}  // namespace

int own_arguments(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "run") return argc;
  for (int i = 2; i < argc; ++i)
    if (std::string_view(argv[i]) == "--") return i;
  return argc;
}

Command add_run(CLI::App& root, std::vector<std::string> command) {
  auto options = std::make_shared<Options>();
  options->command = std::move(command);
  CLI::App* app = root.add_subcommand(
      "run", "Run a program as it is; its generic netlink sockets talk to a simulated kernel.");
  add_kernel_options(*app, options->kernel);
  app->add_flag("--isolate", options->isolate,
                "refuse netlink sockets of other protocols instead of leaving them to the real kernel");
  app->add_flag("--no-files", options->no_files, "leave /proc/net/ip_vs* and /proc/sys/net/ipv4/vs alone");
  app->footer(
      "Example:\n  ipvsim run -- sh -c 'ipvsadm -A -t 10.0.0.1:80 -s rr && ipvsadm -Ln'\n\n"
      "Exit code: the program's own, 128 + N if signal N killed it; 125 when ipvsim itself failed, 126 and "
      "127\n"
      "when the program cannot be executed or is not there.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
