// Declaring the options and putting the profile together.
#include "tools/options/kernel_options.h"

#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "tools/options/values.h"

namespace ipvsim::tools {

void add_kernel_options(CLI::App& app, KernelOptions& options) {
  constexpr const char* kGroup = "The simulated kernel";
  app.add_option("--profile", options.profile,
                 fmt::format("which kernel it is: {}", fmt::join(profile_names(), ", ")))
      ->type_name("NAME")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option(
         "--dump-buffer", options.dump_buffer,
         "the size of each dump chunk's buffer instead of the kernel's rule: fixed:N, script:N,N,... (the "
         "last one serves the rest), random:LO,HI (from the seed); sizes from 20")
      ->type_name("RULE")
      ->group(kGroup);
  app.add_option("--seed", options.seed, "what everything drawn comes from")
      ->type_name("N")
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--unprivileged", options.unprivileged, "callers lack CAP_NET_ADMIN")->group(kGroup);
  app.add_option("--module", options.module,
                 "the ip_vs module: present, absent, or late:N (the first N look-ups of the family fail)")
      ->type_name("STATE")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--link", options.links,
                 "a link that is up, with an address; repeatable, also for one more address (lo is there)")
      ->type_name("NAME:MTU:ADDRESS/LEN")
      ->allow_extra_args(false)
      ->group(kGroup);
  app.add_option("--hz", options.hz, "ticks a second, 1 to 1000")->type_name("N")->group(kGroup);
  app.add_option("--salt", options.salt, "bucket salt of the first network namespace, 0 to 255")
      ->type_name("K")
      ->group(kGroup);
}

Profile kernel_profile(const KernelOptions& options) {
  Profile out = profile(options.profile);
  if (!options.dump_buffer.empty()) out.dump_buffer = parse_dump_buffer(options.dump_buffer);
  out.privileged = !options.unprivileged;
  const ModuleValue module = parse_module(options.module);
  out.module = module.state;
  out.late_lookups = module.late_lookups;
  for (const std::string& link : options.links) out.links.push_back(parse_link(link));
  if (options.hz) {
    if (*options.hz < 1 || *options.hz > 1000)
      throw std::invalid_argument(fmt::format("--hz {}: must be 1 to 1000", *options.hz));
    out.hz = *options.hz;
  }
  if (options.salt) {
    if (*options.salt > 255)
      throw std::invalid_argument(fmt::format("--salt {}: must be 0 to 255", *options.salt));
    out.bucket_salt = static_cast<uint8_t>(*options.salt);
  }
  return out;
}

}  // namespace ipvsim::tools
