// Writing the objects.
#include "tools/table/table_json.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

json stats_json(const client::Stats& stats) {
  const client::Counters all = stats.best();
  return {{"conns", all.conns},       {"in_packets", all.in_packets}, {"out_packets", all.out_packets},
          {"in_bytes", all.in_bytes}, {"out_bytes", all.out_bytes},   {"cps", all.cps},
          {"in_pps", all.in_pps},     {"out_pps", all.out_pps},       {"in_bps", all.in_bps},
          {"out_bps", all.out_bps}};
}

json destination_json(const client::Destination& destination) {
  return {{"address", client::to_string(destination.id.address)},
          {"port", destination.id.port},
          {"forward", destination.forward},
          {"weight", destination.weight},
          {"upper_threshold", destination.upper_threshold},
          {"lower_threshold", destination.lower_threshold},
          {"tunnel_type", destination.tunnel_type},
          {"tunnel_port", destination.tunnel_port},
          {"tunnel_flags", destination.tunnel_flags},
          {"active_connections", destination.active_connections},
          {"inactive_connections", destination.inactive_connections},
          {"persistent_connections", destination.persistent_connections},
          {"stats", stats_json(destination.stats)}};
}

json service_json(const client::ServiceEntry& entry) {
  const client::Service& service = entry.service;
  json out = {{"family", service.id.family()}, {"scheduler", service.scheduler},
              {"flags", service.flags},        {"timeout", service.timeout_s},
              {"netmask", service.netmask},    {"stats", stats_json(service.stats)},
              {"destinations", json::array()}};
  if (service.id.fwmark != 0) {
    out["fwmark"] = service.id.fwmark;
  } else {
    out["protocol"] = service.id.protocol;
    out["address"] = client::to_string(service.id.address);
    out["port"] = service.id.port;
  }
  if (!service.persistence_engine.empty()) out["persistence_engine"] = service.persistence_engine;
  for (const client::Destination& destination : entry.destinations)
    out["destinations"].push_back(destination_json(destination));
  return out;
}

}  // namespace

json table_json(const client::Table& table) {
  json services = json::array();
  for (const client::ServiceEntry& entry : table.services) services.push_back(service_json(entry));
  return {{"services", services}, {"interrupted", table.interrupted}};
}

}  // namespace ipvsim::tools
