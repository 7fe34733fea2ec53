// A kernel's memory as JSON and back. One object:
//
//   ipvsim_state  1: the version of the format
//   profile       which kernel it was, as --profile and its neighbours would say; family_id: the current one
//   seed          the kernel's
//   module        loaded or not; what a look-up by name does: present, absent, late after late_lookups
//   last_serial   of the counter that services and destinations share
//   namespaces    [i] is namespace i: salt and links, and while the module is loaded timeouts_jiffies, master
//                 and backup (daemons, or null), totals, run_estimation, generation, next_sample_in_ms,
//                 services (with destinations), trash (the newest first), trash_run_in_ms
//
// Serial numbers say in which order everything came, and so where it stands in the table; places in the lists
// of this file say nothing. Ports are host order, families 2 and 10, netmask text for IPv4 and a prefix
// length for IPv6, conn_flags what the old interface shows (netlink shows the forwarding method in its low 3
// bits). Statistics are null where there never was traffic, else four lists of connections, incoming and
// outgoing packets, incoming and outgoing bytes: raw (passed so far), sampled (raw at the last sample),
// counted (what is reported), average (of the rates, scaled). Times are counted from the moment of saving.
// Sockets, running dumps, the generator's place and sysctls other than run_estimation are not in it.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/state/kernel_state.h"

namespace ipvsim::tools {

inline constexpr int kStateVersion = 1;

nlohmann::json to_json(const KernelState& state);

// Throws std::runtime_error, "PATH: REASON", for anything that to_json() cannot have written; contradictions
// between values are put_state()'s to find.
KernelState state_from_json(const nlohmann::json& json);

// Parts of it: the profile without name, links and salt.
nlohmann::json profile_json(const Profile& profile);
Profile profile_from_json(const nlohmann::json& json, const std::string& path);

}  // namespace ipvsim::tools
