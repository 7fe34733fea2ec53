// One line a file; behind a failed one the first difference; at the end the count.
#include "tools/ipvsim/replay_command.h"

#include <memory>

#include <fmt/format.h>

#include "tools/ipvsim/last_words.h"
#include "tools/ipvsim/trace_files.h"
#include "tools/replay/replay.h"
#include "tools/replay/report.h"
#include "tools/replay/sim_kernel.h"
#include "tools/trace/parse.h"

namespace ipvsim::tools {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool list = false;
  bool quiet = false;
};

// A file that cannot be replayed; what() is the one line for the user.
class BadFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

Trace read(const TraceFile& file) {
  try {
    return read_trace(file.path);
  } catch (const TraceError& error) {
    throw BadFile(fmt::format("{}: {}", file.name, error.what()));
  }
}

std::unique_ptr<ReplayKernel> kernel_for(const Trace& trace, const TraceFile& file) {
  try {
    return make_sim_kernel(trace.header);
  } catch (const std::invalid_argument& error) {
    throw BadFile(fmt::format("{}: {}", file.name, error.what()));
  }
}

void print_facts(const Trace& trace, const TraceFile& file) {
  const TraceHeader& header = trace.header;
  std::string links;
  for (const TraceLink& link : header.links) links += (links.empty() ? "" : ",") + link.name;
  fmt::print("{}  kernel {}  variant {}  family {}  salt {}  hz {}  pad64 {}  links {}  events {}\n",
             file.name, header.kernel, header.variant, header.family, header.salt, header.hz,
             header.pad64 ? "yes" : "no", links.empty() ? "none" : links, trace.events.size());
}

// Whether the file passed.
bool replay_file(const TraceFile& file, bool quiet) {
  const Trace trace = read(file);
  const auto kernel = kernel_for(trace, file);
  const LastWords last_words("while replaying " + file.name);
  const auto difference = replay(trace, *kernel, last_words.line());
  if (!difference) {
    if (!quiet) fmt::print("pass  {}  {} events\n", file.name, trace.events.size());
    return true;
  }
  fmt::print("FAIL  {}  {}", file.name, difference_text(*difference, {trace.header.family}));
  return false;
}

int run(const Options& options) {
  std::vector<TraceFile> files;
  try {
    files = collect_trace_files(options.paths);
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "ipvsim replay: {}\n", error.what());
    return kExitUsage;
  }
  size_t passed = 0;
  size_t failed = 0;
  bool bad_input = false;
  for (const TraceFile& file : files) {
    try {
      if (options.list) {
        print_facts(read(file), file);
      } else {
        ++(replay_file(file, options.quiet) ? passed : failed);
      }
    } catch (const BadFile& error) {
      std::fflush(stdout);
      fmt::print(stderr, "ipvsim replay: {}\n", error.what());
      bad_input = true;
    }
  }
  if (!options.list) fmt::print("{} passed, {} failed\n", passed, failed);
  if (bad_input) return kExitUsage;
  return failed == 0 ? kExitFine : kExitDifference;
}

}  // namespace

Command add_replay(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app = root.add_subcommand(
      "replay",
      "Feed recordings of real kernels to the simulated one and compare every answer byte for byte.");
  app->add_option("path", options->paths, "recordings (.nltrace), or folders of them at any depth")
      ->required()
      ->type_name("FILE|FOLDER");
  app->add_flag("--list", options->list, "only list the files: header facts and number of events");
  app->add_flag("--quiet", options->quiet, "no line for a file that passes");
  app->footer(
      "Example:\n  ipvsim replay recordings/stock/ctrl.nltrace recordings/rfc-v2\n\n"
      "A file fails at its first difference: the line of the trace, the request, both datagrams decoded with "
      "> at\n"
      "the line that differs, and the first differing byte. `ipvsim show FILE --from N --to M` shows what "
      "led to it.\n"
      "Exit code: 0 all passed, 1 some failed, 2 a file is malformed (the line and what is wrong are on "
      "stderr).");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
