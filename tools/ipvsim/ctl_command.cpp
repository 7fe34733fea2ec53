// The command line of `ipvsim ctl`; the commands themselves are done where the kernel is
// (tools/run/serve/control.cpp).
#include "tools/ipvsim/ctl_command.h"

#include <memory>

#include <fmt/format.h>

#include "tools/run/serve/channel.h"
#include "tools/text/file.h"

namespace ipvsim::tools {
namespace {

struct Options {
  std::string path;
  uint32_t netns = 0;
  std::string command;
  std::vector<std::string> arguments;
};

// A failure that is the user's to mend; what() is the one line.
class BadUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Files are on this side: only their contents travel. `target` is where the answer's text goes; empty:
// standard output.
nlohmann::json message_of(const Options& options, std::string& target) {
  std::vector<std::string> arguments = options.arguments;
  if (options.command == "restore" || options.command == "save") {
    if (arguments.size() != 1) throw BadUse(fmt::format("{}: a file is wanted", options.command));
    if (options.command == "restore") {
      arguments.push_back(read_file(arguments[0]));
    } else {
      target = arguments[0] == "-" ? std::string() : arguments[0];
      arguments[0] = arguments[0].ends_with(".json") ? "json" : "text";
    }
  }
  return {
      {"op", "control"}, {"command", options.command}, {"arguments", arguments}, {"netns", options.netns}};
}

int run(const Options& options) {
  std::string target;
  nlohmann::json answer;
  try {
    const nlohmann::json message = message_of(options, target);
    answer = run::connect_channel(options.path).ask(message);
    if (answer.contains("error")) throw BadUse(answer["error"].get<std::string>());
    const std::string text = answer.value("text", "");
    if (target.empty())
      fmt::print("{}", text);
    else
      write_file(target, text);
    return kExitFine;
  } catch (const BadUse& error) {
    fmt::print(stderr, "ipvsim ctl: {}\n", error.what());
    return kExitUsage;
  } catch (const FileError& error) {
    fmt::print(stderr, "ipvsim ctl: {}\n", error.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "ipvsim ctl: {}\n", error.what());
    return kExitSystem;
  }
}

}  // namespace

Command add_ctl(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app =
      root.add_subcommand("ctl", "Change the kernel of `ipvsim run --serve` while programs run on it.");
  app->add_option("path", options->path, "the Unix socket that --serve named")->required()->type_name("PATH");
  app->add_option("command", options->command, "what to do, see below")->required()->type_name("COMMAND");
  app->add_option("arguments", options->arguments, "what the command takes");
  app->add_option("--netns", options->netns,
                  "the network namespace meant, from 0 in the order they were seen")
      ->type_name("N");
  app->footer(
      "Commands:\n"
      "  show                              facts and counters, as JSON\n"
      "  advance MS                        let virtual time pass (it stands still otherwise)\n"
      "  module load|unload                load or unload the module now\n"
      "  module present|absent|late:N      what a look-up of the family does from now on\n"
      "  privileged yes|no                 whether callers have CAP_NET_ADMIN\n"
      "  dump-buffer RULE                  fixed:N, script:N,N,..., random:LO,HI, kernel\n"
      "  stats [SERVICE [DEST]] NAME=N...  what is reported, at once; the totals without a service. NAME: "
      "conns\n"
      "                                    inpkts outpkts inbytes outbytes cps inpps outpps inbps outbps\n"
      "  traffic SERVICE [DEST] NAME=N...  what has passed; reported from the next sample on (every 2000 "
      "ms)\n"
      "  connections SERVICE DEST ACTIVE INACTIVE [PERSISTENT]\n"
      "  fault lose-answers N              the next N replies and acknowledgements vanish\n"
      "  fault fail-requests N ERRNO       the next N requests to the family fail\n"
      "  fault overrun                     the next receive on each open socket says ENOBUFS\n"
      "  save FILE, restore FILE           ipvsadm-save text, or JSON (.json); save - prints\n\n"
      "SERVICE is like tcp:10.0.0.1:80, udp:[2001:db8::1]:53, sctp:10.0.0.1:99, fwm:7 or fwm6:7; DEST like "
      "10.1.0.1:8080.\n\n"
      "Example:\n"
      "  ipvsim run --serve /tmp/kernel -- ./my-test &\n"
      "  ipvsim ctl /tmp/kernel stats tcp:10.0.0.1:80 conns=5 inbytes=7000 inbps=120\n\n"
      "Exit code: 0, 2 when the command is wrong or cannot be done, 3 when nobody serves there.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
