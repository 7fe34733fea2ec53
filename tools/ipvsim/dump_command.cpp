// One read of a whole table, one text.
#include "tools/ipvsim/dump_command.h"

#include <fmt/format.h>

#include <cerrno>
#include <memory>

#include "client/client.h"
#include "client/text/format_list.h"
#include "client/text/format_save.h"
#include "tools/door/endpoint_transport.h"
#include "tools/options/kernel_options.h"
#include "tools/table/restore.h"
#include "tools/table/table_json.h"

namespace ipvsim::tools {
namespace {

struct Options {
  KernelOptions kernel;
  bool real = false;
  bool n_plus_1 = false;
  bool combined = false;
  bool automatic = false;  // the default; said for clarity
  std::string restore;
  std::string format = "list";
};

client::ReadMethod method_of(const Options& options) {
  if (options.n_plus_1) return client::ReadMethod::n_plus_1;
  return options.combined ? client::ReadMethod::combined : client::ReadMethod::automatic;
}

void print(client::Client& client, const Options& options) {
  client::ReadOptions read;
  read.method = method_of(options);
  const client::Table table = client.read_table(read);
  std::string text;
  if (options.format == "save")
    client::append_save(text, table.services);
  else if (options.format == "list")
    client::append_list(text, table.services, client.get_info());
  else
    text = table_json(table).dump(2) + "\n";
  fmt::print("{}", text);
  if (table.interrupted) fmt::print(stderr, "ipvsim dump: the table changed while it was read\n");
}

// A refusal is the system's, or the input's where a saved table was being restored.
int say(const client::Error& error, int code) {
  fmt::print(stderr, "ipvsim dump: {}\n", error.what());
  return code;
}

int dump_simulated(const Options& options) {
  std::vector<client::ServiceEntry> saved;
  std::unique_ptr<sim::Kernel> kernel;
  try {
    kernel = std::make_unique<sim::Kernel>(kernel_profile(options.kernel), options.kernel.seed);
    if (!options.restore.empty()) saved = read_saved_table(options.restore);
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "ipvsim dump: {}\n", error.what());
    return kExitUsage;
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "ipvsim dump: {}\n", error.what());
    return kExitUsage;
  }
  client::Client client(client::Transport::custom(std::make_unique<EndpointTransport>(*kernel)));
  try {
    restore(client, saved);
  } catch (const client::Error& error) {
    return say(error, kExitUsage);
  }
  print(client, options);
  return kExitFine;
}

int run(const Options& options) {
  try {
    if (!options.real) return dump_simulated(options);
    client::Client client(client::Transport::kernel());
    print(client, options);
    return kExitFine;
  } catch (const client::Error& error) {
    return say(error, kExitSystem);
  }
}

}  // namespace

Command add_dump(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app = root.add_subcommand(
      "dump", "Print a table as `ipvsadm -Ln` and `ipvsadm -Sn` do, from a simulated or a real kernel.");
  CLI::Option* real =
      app->add_flag("--kernel", options->real, "read the real kernel's table (needs CAP_NET_ADMIN)");
  CLI::Option* n_plus_1 =
      app->add_flag("--n-plus-1", options->n_plus_1, "GET_SERVICE, then GET_DEST for each service");
  CLI::Option* combined =
      app->add_flag("--combined", options->combined,
                    "GET_SERVICE_DEST, one dump for all; an error where the kernel has none");
  app->add_flag("--auto", options->automatic,
                "combined where the kernel has it, else N+1; what happens without any of the three")
      ->excludes(n_plus_1)
      ->excludes(combined);
  n_plus_1->excludes(combined);
  app->add_option("--restore", options->restore,
                  "load this table first: ipvsadm-save text, - for standard input")
      ->type_name("FILE")
      ->excludes(real);
  app->add_option("--format", options->format, "save, list or json")
      ->check(CLI::IsMember({"save", "list", "json"}))
      ->capture_default_str();
  add_kernel_options(*app, options->kernel);
  app->footer(
      "Example:\n  ipvsadm-save -n | ipvsim dump --restore - --profile linux-6.1-serial --combined --format "
      "save\n\n"
      "Exit code: 0 printed, 2 wrong usage or a bad saved table, 3 the kernel has no IPVS or refuses.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
