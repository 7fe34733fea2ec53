// The texts of IPVS under /proc/net, for one network namespace. Beside ipvs_genl and ipvs_sockopt, a third
// way to look at the same state: it knows ipvs and no file descriptor. Every format was read off recordings
// of Linux 6.1; what they do not show was measured on 6.1.176. Pure functions; not
// thread-safe, as Ipvs itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs_proc {

// ip_vs: the services in dump order (ipvs-control.md 8), each with its destinations, newest first. Addresses,
// ports, marks and netmasks are hexadecimal, persistence is decimal and in jiffies, weights and connections
// are decimal.
std::string table_text(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns);

// ip_vs_stats: the namespace's totals and their rates, in hexadecimal.
std::string stats_text(const ipvs::Netns& netns);

// ip_vs_stats_percpu: the same with a row for each CPU; this kernel has one.
std::string stats_percpu_text(const ipvs::Netns& netns);

// ip_vs_conn and ip_vs_conn_sync: their heads; nothing is ever forwarded, so there is no connection to list.
std::string connections_text();
std::string synced_connections_text();

// The files' names, alphabetically, and the text of one of them; nothing for another name.
const std::vector<std::string_view>& proc_net_names();
std::optional<std::string> proc_net_text(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns,
                                         std::string_view name);

}  // namespace ipvsim::ipvs_proc
