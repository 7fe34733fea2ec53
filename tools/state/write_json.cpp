// Writing the state.
#include "tools/state/state_json.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

json stats_json(const StatsState& stats) {
  if (!stats) return nullptr;
  return {{"counted", stats->counted},
          {"average", stats->average},
          {"raw", stats->raw},
          {"sampled", stats->sampled}};
}

json dest_json(const DestState& dest) {
  const ipvs::DestSettings& settings = dest.settings;
  return {{"family", dest.key.af},
          {"address", dest.key.addr.text(dest.key.af)},
          {"port", dest.key.port},
          {"conn_flags", settings.conn_flags},
          {"weight", settings.weight},
          {"upper_threshold", settings.u_thresh},
          {"lower_threshold", settings.l_thresh},
          {"tunnel_type", settings.tun_type},
          {"tunnel_port", settings.tun_port},
          {"tunnel_flags", settings.tun_flags},
          {"active_connections", dest.connections.active},
          {"inactive_connections", dest.connections.inactive},
          {"persistent_connections", dest.connections.persistent},
          {"stats", stats_json(dest.stats)},
          {"serial", dest.serial}};
}

json trashed_json(const TrashedState& trashed) {
  const ipvs::VirtualKey& key = trashed.virtual_key;
  json out = dest_json(trashed.dest);
  // The family of the virtual address is not remembered: the 16 bytes are.
  out["virtual"] = {{"fwmark", key.fwmark},
                    {"protocol", key.protocol},
                    {"address", key.addr.text(uapi::kAfInet6)},
                    {"port", key.port}};
  out["owner_serial"] = trashed.owner_serial;
  out["idle_for_ms"] = trashed.idle_for < 0 ? json() : json(trashed.idle_for);
  return out;
}

json netmask_json(const ServiceState& service) {
  if (service.key.af == uapi::kAfInet6) return service.settings.netmask;
  ipvs::Address mask;
  std::memcpy(mask.bytes.data(), &service.settings.netmask, sizeof(service.settings.netmask));
  return mask.text(uapi::kAfInet);
}

json service_json(const ServiceState& service) {
  const ipvs::ServiceKey& key = service.key;
  json out = {{"family", key.af},
              {"protocol", key.protocol},
              {"address", key.addr.text(key.af)},
              {"port", key.port},
              {"fwmark", key.fwmark},
              {"scheduler", service.settings.scheduler},
              {"persistence_engine", service.settings.pe},
              {"flags", service.settings.flags},
              {"timeout_jiffies", service.timeout_jiffies},
              {"netmask", netmask_json(service)},
              {"stats", stats_json(service.stats)},
              {"serial", service.serial},
              {"destinations", json::array()}};
  for (const DestState& dest : service.dests) out["destinations"].push_back(dest_json(dest));
  return out;
}

json daemon_json(const std::optional<ipvs::Daemon>& daemon) {
  if (!daemon) return nullptr;
  return {{"interface", daemon->interface},
          {"sync_id", daemon->syncid},
          {"sync_maxlen", daemon->sync_maxlen},
          {"group_family", daemon->group_af},
          {"group", daemon->group.text(daemon->group_af)},
          {"port", daemon->port},
          {"ttl", daemon->ttl}};
}

json link_json(const ipvs::Link& link) {
  return {{"name", link.name},
          {"mtu", link.mtu},
          {"family", link.af},
          {"address", link.address.text(link.af)},
          {"prefix", link.prefix}};
}

json netns_json(const NetnsState& netns, bool loaded) {
  json out = {{"salt", netns.salt}, {"links", json::array()}};
  for (const ipvs::Link& link : netns.links) out["links"].push_back(link_json(link));
  if (!loaded) return out;
  out["timeouts_jiffies"] = {
      {"tcp", netns.timeouts.tcp}, {"tcp_fin", netns.timeouts.tcp_fin}, {"udp", netns.timeouts.udp}};
  out["master"] = daemon_json(netns.master);
  out["backup"] = daemon_json(netns.backup);
  out["totals"] = stats_json(netns.totals);
  out["run_estimation"] = netns.run_estimation;
  out["sysctls"] = netns.sysctls;
  out["generation"] = netns.generation;
  out["next_sample_in_ms"] = netns.next_sample_in;
  out["services"] = json::array();
  for (const ServiceState& service : netns.services) out["services"].push_back(service_json(service));
  out["trash"] = json::array();
  for (const TrashedState& trashed : netns.trash) out["trash"].push_back(trashed_json(trashed));
  out["trash_run_in_ms"] = netns.trash_run_in;
  return out;
}

}  // namespace

json to_json(const KernelState& state) {
  json module = {{"loaded", state.loaded}, {"late_lookups", state.late_lookups}};
  module["state"] = state.module == ModuleState::present  ? "present"
                    : state.module == ModuleState::absent ? "absent"
                                                          : "late";
  json out = {{"ipvsim_state", kStateVersion},
              {"profile", profile_json(state.profile)},
              {"seed", state.seed},
              {"module", module},
              {"last_serial", state.last_serial},
              {"namespaces", json::array()}};
  for (const NetnsState& netns : state.namespaces)
    out["namespaces"].push_back(netns_json(netns, state.loaded));
  return out;
}

}  // namespace ipvsim::tools
