// The command `ipvsim`: declares its subcommands and runs the one that was asked for.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ipvsim/version.h"
#include "tools/ipvsim/bench_command.h"
#include "tools/ipvsim/command.h"
#include "tools/ipvsim/ctl_command.h"
#include "tools/ipvsim/dump_command.h"
#include "tools/ipvsim/explore_command.h"
#include "tools/ipvsim/replay_command.h"
#include "tools/ipvsim/run_command.h"
#include "tools/ipvsim/show_command.h"

namespace ipvsim::tools {
namespace {

int run(int argc, char** argv) {
  CLI::App root("The Linux IPVS control plane in user space.", "ipvsim");
  root.set_version_flag("--version", std::string("ipvsim ") + kVersion);
  root.require_subcommand(1);
  root.footer(
      "Example:\n  ipvsim replay recordings/\n\n"
      "Exit codes: 0 fine, 1 a difference was found, 2 wrong usage or input, 3 the system lacks something.\n"
      "`ipvsim COMMAND --help` tells more of a command.");
  const int own = own_arguments(argc, argv);
  const std::vector<std::string> program(argv + std::min(own + 1, argc), argv + argc);
  const std::vector<Command> commands = {add_bench(root),   add_ctl(root),    add_dump(root),
                                         add_explore(root), add_replay(root), add_run(root, program),
                                         add_show(root)};
  try {
    root.parse(own, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version come this way too, with code 0; the library's other codes are its own affair.
    if (error.get_exit_code() == 0) return root.exit(error);
    const std::vector<CLI::App*> command = root.get_subcommands();
    fmt::print(stderr, "ipvsim{}: {}; --help tells more\n",
               command.empty() ? "" : " " + command[0]->get_name(), error.what());
    // The codes below 125 belong to the program that `run` runs.
    return root.got_subcommand("run") ? kExitRunFailed : kExitUsage;
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return kExitUsage;
}

}  // namespace
}  // namespace ipvsim::tools

int main(int argc, char** argv) {
  using namespace ipvsim::tools;
  int code = kExitSystem;
  try {
    code = run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "ipvsim: {}\n", error.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "ipvsim: the output could not be written\n");
    return kExitSystem;
  }
  return code;
}
