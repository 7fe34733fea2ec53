// What IPVS keeps for each network namespace (ipvs-control.md 1).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/clock.h"
#include "sim/ipvs/daemon.h"
#include "sim/ipvs/link.h"
#include "sim/ipvs/stats.h"
#include "sim/ipvs/trash.h"

namespace ipvsim::ipvs {

// Connection timeouts in jiffies, as they are stored (ipvs-control.md 12).
struct Timeouts {
  uint32_t tcp = 0;
  uint32_t tcp_fin = 0;
  uint32_t udp = 0;
};

struct Netns {
  Netns(uint32_t number, uint8_t bucket_salt, Links known_links, VirtualClock& clock)
      : id(number), salt(bucket_salt), links(std::move(known_links)), trash(clock) {}

  const uint32_t id;
  const uint8_t salt;  // K of ipvs-control.md 8
  Links links;
  Timeouts timeouts;
  std::optional<Daemon> master;
  std::optional<Daemon> backup;
  Stats totals;
  Trash trash;
  size_t services = 0;
  size_t mixed_family_dests = 0;
  // sysctl run_estimation: whether the sampler runs.
  bool run_estimation = true;
  // Moves with every change a dump could see; starts at 1, for 0 means "not maintained" (netlink.md 12.5).
  uint64_t generation = 1;

  bool daemon_runs() const { return master || backup; }
};

}  // namespace ipvsim::ipvs
