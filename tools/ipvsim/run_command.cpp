// The command line of `ipvsim run`.
#include "tools/ipvsim/run_command.h"

#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "tools/options/kernel_options.h"
#include "tools/run/run.h"
#include "tools/run/trap/child.h"

namespace ipvsim::tools {
namespace {

struct Options {
  KernelOptions kernel;
  bool isolate = false;
  bool no_files = false;
  bool realpath = false;
  bool trace = false;
  std::string pcap;
  std::string restore;
  std::string save;
  std::string serve;
  std::string attach;
  std::vector<std::string> command;
};

int run(const Options& options) {
  try {
    if (options.command.empty() && options.serve.empty())
      throw std::invalid_argument("no command behind --; for example: ipvsim run -- ipvsadm -Ln");
    run::RunOptions out;
    out.profile = kernel_profile(options.kernel);
    out.seed = options.kernel.seed;
    out.filter.isolate = options.isolate;
    out.filter.files = !options.no_files;
    out.filter.links = options.realpath;
    out.sight = {options.trace, options.pcap};
    out.restore = options.restore;
    out.save = options.save;
    out.serve = options.serve;
    out.attach = options.attach;
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
  app->add_flag_callback(
      "--strict", [] {},
      "a look-up of a family that is not simulated gets the errno of an absent one (this is the default)");
  app->add_flag("--isolate", options->isolate,
                "refuse netlink sockets of other protocols instead of leaving them to the real kernel");
  app->add_flag("--no-files", options->no_files, "leave /proc/net/ip_vs* and /proc/sys/net/ipv4/vs alone")
      ->excludes(
          app->add_flag("--realpath", options->realpath,
                        "answer realpath() too, which /sbin/sysctl insists on; compilers ask it by the "
                        "thousand and become slower"));
  constexpr const char* kState = "State";
  app->add_option("--restore", options->restore, "begin with this state: ipvsadm-save text, or JSON")
      ->type_name("FILE")
      ->group(kState);
  app->add_option(
         "--save", options->save,
         "write the state at the end: ipvsadm-save text, or everything as JSON when the name ends in .json")
      ->type_name("FILE")
      ->group(kState);
  app->add_option("--serve", options->serve,
                  "offer the kernel at this Unix socket, to `ipvsim run --attach` and `ipvsim ctl`; the "
                  "command may be "
                  "left out then")
      ->type_name("PATH")
      ->group(kState);
  app->add_option("--attach", options->attach, "use the kernel of the run that serves at this Unix socket")
      ->type_name("PATH")
      ->group(kState);
  constexpr const char* kWhatPasses = "What passes";
  app->add_flag("--trace", options->trace,
                "print each request and answer to standard error, one line a message, with the process")
      ->group(kWhatPasses);
  app->add_option("--pcap", options->pcap, "write a capture that Wireshark and tshark open")
      ->type_name("FILE")
      ->group(kWhatPasses);
  // What has a group is about a kernel of our own.
  CLI::Option* const attach = app->get_option("--attach");
  for (CLI::Option* option : app->get_options())
    if (option != attach && option->get_group() != "Options") option->excludes(attach);
  app->footer(
      "Example:\n  ipvsim run -- sh -c 'ipvsadm -A -t 10.0.0.1:80 -s rr && ipvsadm -Ln'\n\n"
      "Exit code: the program's own, 128 + N if signal N killed it; 125 when ipvsim itself failed, 126 and "
      "127\n"
      "when the program cannot be executed or is not there.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
