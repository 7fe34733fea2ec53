// Everything a simulated kernel remembers, as plain values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/kernel.h"

namespace ipvsim::tools {

using StatsState = std::optional<ipvs::Stats::Numbers>;  // nothing: no traffic ever

struct DestState {
  ipvs::DestKey key;
  ipvs::DestSettings settings;
  ipvs::Connections connections;
  StatsState stats;
  uint64_t serial = 0;
};

// A removed destination that may be revived (ipvs-control.md 7).
struct TrashedState {
  DestState dest;
  ipvs::VirtualKey virtual_key;  // its netns is that of the trash
  uint64_t owner_serial = 0;
  Millis idle_for = -1;  // since the timer marked it; -1: not yet
};

struct ServiceState {
  ipvs::ServiceKey key;
  ipvs::ServiceSettings settings;  // timeout_s is not used: jiffies tell more
  uint32_t timeout_jiffies = 0;
  StatsState stats;
  uint64_t serial = 0;
  std::vector<DestState> dests;  // any order: the serial numbers say which
};

// Times are counted from the moment of taking.
struct NetnsState {
  uint8_t salt = 0;
  std::vector<ipvs::Link> links;
  // What follows is there with the module only.
  ipvs::Timeouts timeouts;
  std::optional<ipvs::Daemon> master;
  std::optional<ipvs::Daemon> backup;
  StatsState totals;
  bool run_estimation = true;
  std::map<std::string, std::string> sysctls;  // the other files under /proc/sys: name and text, no newline
  uint64_t generation = 1;
  Millis next_sample_in = ipvs::kSamplePeriodMs;  // 1 to kSamplePeriodMs
  std::vector<ServiceState> services;
  std::vector<TrashedState> trash;  // the newest first
  Millis trash_run_in = ipvs::Trash::kTimerPeriodMs;
};

struct KernelState {
  Profile profile;  // links and salt are in the namespaces; family_id: the one it has now
  uint64_t seed = 1;
  bool loaded = true;
  ModuleState module = ModuleState::present;
  unsigned late_lookups = 0;
  uint64_t last_serial = 0;
  std::vector<NetnsState> namespaces;  // at least one
};

KernelState take_state(const sim::Kernel& kernel);

// Makes `kernel` remember just that: its answers from then on are the same byte for byte, if its profile and
// the namespaces it has are too. What stays the kernel's own: its profile, salt and links of namespaces it
// has already, sockets, the clock's time of day, the place of the generator. Namespaces that are missing are
// added. Throws std::runtime_error, one line, and nothing is changed, when it cannot be: other hz, fewer
// namespaces, unknown scheduler, contradictions, a dump that runs.
void put_state(sim::Kernel& kernel, const KernelState& state);

// A new kernel with the profile and seed of the state, and put_state() done.
std::unique_ptr<sim::Kernel> make_kernel(const KernelState& state);

}  // namespace ipvsim::tools
