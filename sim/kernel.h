// One simulated kernel, a whole world: namespaces, sockets, virtual time, one generator. A thousand of them
// live in one process; none is thread-safe, and none does I/O (ARCHITECTURE.md 1).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/check.h"
#include "sim/base/clock.h"
#include "sim/base/rng.h"
#include "sim/genl/netlink.h"
#include "sim/ipvs/ipvs.h"
#include "sim/ipvs_proc/sysctls.h"
#include "sim/profile.h"

namespace ipvsim::sim {

class Kernel {
 public:
  // `seed` decides everything that is drawn: autobind collisions and the dump buffer rule `random`. A profile
  // that cannot be (hz 0, family id out of range, page size below 4096) throws std::invalid_argument.
  explicit Kernel(Profile profile = {}, uint64_t seed = 1);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const Profile& profile() const { return profile_; }
  uint64_t seed() const { return mark_.seed; }

  // A further network namespace; returns its number (the first one is 0).
  genl::NetnsId add_netns(uint8_t salt, std::vector<ipvs::Link> links = {ipvs::Link::loopback()});
  struct NetnsFacts {
    uint8_t salt;
    std::vector<ipvs::Link> links;
  };
  // What the namespaces were added with, whether or not the module is there.
  const std::vector<NetnsFacts>& namespaces() const { return namespaces_; }

  // A NETLINK_GENERIC socket in a namespace; closed by its destructor, which must run before the kernel's.
  // `task` is the id that autobind prefers.
  std::unique_ptr<genl::Socket> socket(genl::NetnsId netns = 0, uint32_t task = 1000);
  // A NETLINK socket of another protocol cannot be had: EPROTONOSUPPORT (netlink.md 7).

  genl::Netlink& netlink() { return netlink_; }
  const genl::Netlink& netlink() const { return netlink_; }
  // The IPVS state. With the module not loaded there is none, and asking for it is our mistake.
  ipvs::Ipvs& ipvs();
  const ipvs::Ipvs& ipvs() const;
  // Its values under /proc/sys, with the module likewise; unloading forgets them.
  ipvs_proc::Sysctls& sysctls();
  const ipvs_proc::Sysctls& sysctls() const;
  ipvs::Netns& ipvs_netns(genl::NetnsId netns = 0) { return ipvs().netns(netns); }

  // The module: loading registers the family and announces it, unloading takes everything with it. EEXIST /
  // ENOENT: already so; EBUSY: a dump of the family is running.
  bool module_loaded() const { return ipvs_ != nullptr; }
  Status load_module();
  Status unload_module();
  // What a look-up by name does from now on.
  void set_module_state(ModuleState state, unsigned late_lookups = 0);
  ModuleState module_state() const { return module_state_; }
  unsigned late_lookups() const { return late_lookups_; }
  uint16_t family_id() const { return family_id_; }

  void set_privileged(bool privileged) { netlink_.set_caller({privileged, privileged}); }
  void set_dump_buffer(DumpBufferRule rule) { netlink_.set_dump_buffer(std::move(rule)); }

  // Moves virtual time: trash timers and the statistics sampler run.
  void advance(Millis delta);
  Millis now() const { return clock_.now(); }

  // Cost so far, over all sockets; table steps that no socket asked for (edits by calls) are not in it.
  const genl::Counters& counters() const { return netlink_.counters(); }

  // The run's place, for failure reports: its seed, and the system calls and time steps so far.
  const RunMark& mark() const { return mark_; }

  // Every invariant of the table, derived again (sim/ipvs/audit.h); a broken one aborts with the seed and the
  // step.
  void audit() const;

 private:
  void module_wanted(std::string_view family);

  const Profile profile_;
  RunMark mark_;
  VirtualClock clock_;
  genl::Netlink netlink_;
  std::vector<NetnsFacts> namespaces_;
  std::unique_ptr<ipvs::Ipvs> ipvs_;
  std::unique_ptr<ipvs_proc::Sysctls> sysctls_;  // with ipvs_
  uint16_t family_id_ = 0;
  ModuleState module_state_;
  unsigned late_lookups_;
  const uint64_t no_steps_ = 0;
};

}  // namespace ipvsim::sim
