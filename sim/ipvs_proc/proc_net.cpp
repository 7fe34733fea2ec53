// The files by name, and the two that are only heads.
#include "sim/ipvs_proc/proc_net.h"

namespace ipvsim::ipvs_proc {

std::string connections_text() {
  return "Pro FromIP   FPrt ToIP     TPrt DestIP   DPrt State       Expires PEName PEData\n";
}

std::string synced_connections_text() {
  return "Pro FromIP   FPrt ToIP     TPrt DestIP   DPrt State       Origin Expires\n";
}

const std::vector<std::string_view>& proc_net_names() {
  static const std::vector<std::string_view> names = {"ip_vs", "ip_vs_conn", "ip_vs_conn_sync", "ip_vs_stats",
                                                      "ip_vs_stats_percpu"};
  return names;
}

std::optional<std::string> proc_net_text(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns,
                                         std::string_view name) {
  if (name == "ip_vs") return table_text(ipvs, netns);
  if (name == "ip_vs_conn") return connections_text();
  if (name == "ip_vs_conn_sync") return synced_connections_text();
  if (name == "ip_vs_stats") return stats_text(netns);
  if (name == "ip_vs_stats_percpu") return stats_percpu_text(netns);
  return std::nullopt;
}

}  // namespace ipvsim::ipvs_proc
