// Which kernel shall it be? The command-line options that say so, the same for every subcommand that has a
// simulated kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/profile.h"

namespace CLI {
class App;
}

namespace ipvsim::tools {

// As given on the command line; nothing is checked yet.
struct KernelOptions {
  std::string profile = "linux-6.1";
  std::string dump_buffer;  // empty: as the profile says
  uint64_t seed = 1;
  bool unprivileged = false;
  std::string module = "present";
  std::vector<std::string> links;
  std::optional<uint32_t> hz;
  std::optional<uint32_t> salt;
};

// Declares --profile, --dump-buffer, --seed, --unprivileged, --module, --link, --hz and --salt. `options`
// must outlive the parsing.
void add_kernel_options(CLI::App& app, KernelOptions& options);

// The profile they describe; the seed goes to the Kernel beside it. Throws std::invalid_argument with one
// line that names the option and what it wants.
Profile kernel_profile(const KernelOptions& options);

}  // namespace ipvsim::tools
