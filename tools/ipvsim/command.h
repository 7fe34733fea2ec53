// What every subcommand of `ipvsim` gives to main.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace ipvsim::tools {

// Exit codes of the command, the same for every subcommand.
enum ExitCode : int {
  kExitFine = 0,
  kExitDifference = 1,   // a difference was found, a law is broken
  kExitUsage = 2,        // the command line, or a file given on it, is wrong
  kExitSystem = 3,       // the system lacks something
  kExitRunFailed = 125,  // `run` could not run the program; every other code is the program's
};

// A subcommand that has been declared: its parser, and what to do when it was chosen.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;  // returns an ExitCode
};

}  // namespace ipvsim::tools
