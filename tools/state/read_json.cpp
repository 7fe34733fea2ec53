// Reading the state.
#include <fmt/format.h>

#include <cstring>

#include "tools/state/json_object.h"
#include "tools/state/state_json.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

ipvs::Address address(JsonObject& object, const char* key, uint16_t af) {
  const std::string text = object.text(key);
  const auto parsed = ipvs::Address::parse(text);
  if (!parsed || ipvs::Address::family_of(text) != af)
    object.refuse(key, af == uapi::kAfInet ? "must be an IPv4 address" : "must be an IPv6 address");
  return *parsed;
}

uint16_t family(JsonObject& object, const char* key) {
  const auto af = object.number<uint16_t>(key);
  if (af != uapi::kAfInet && af != uapi::kAfInet6) object.refuse(key, "must be 2 (IPv4) or 10 (IPv6)");
  return af;
}

ipvs::CounterValues counters(JsonObject& object, const char* key) {
  ipvs::CounterValues values{};
  size_t count = 0;
  object.for_each(key, [&](const json& element, const std::string& path) {
    const uint64_t value = JsonObject::unsigned_number(element, path, 0, UINT64_MAX);
    if (count < values.size()) values[count] = value;
    ++count;
  });
  if (count != values.size()) object.refuse(key, fmt::format("must be a list of {}", values.size()));
  return values;
}

StatsState stats(JsonObject& owner, const char* key) {
  const json* const value = owner.optional(key);
  if (value == nullptr) return {};
  JsonObject object(*value, owner.path(key));
  ipvs::Stats::Numbers numbers;
  numbers.counted = counters(object, "counted");
  numbers.average = counters(object, "average");
  numbers.raw = counters(object, "raw");
  numbers.sampled = counters(object, "sampled");
  object.finish();
  return numbers;
}

DestState dest_members(JsonObject& object) {
  DestState dest;
  dest.key.af = family(object, "family");
  dest.key.addr = address(object, "address", dest.key.af);
  dest.key.port = object.number<uint16_t>("port");
  dest.settings.conn_flags = object.number<uint32_t>("conn_flags");
  dest.settings.weight = object.number<int32_t>("weight");
  dest.settings.u_thresh = object.number<uint32_t>("upper_threshold");
  dest.settings.l_thresh = object.number<uint32_t>("lower_threshold");
  dest.settings.tun_type = object.number<uint16_t>("tunnel_type");
  dest.settings.tun_port = object.number<uint16_t>("tunnel_port");
  dest.settings.tun_flags = object.number<uint16_t>("tunnel_flags");
  dest.connections.active = object.number<uint32_t>("active_connections");
  dest.connections.inactive = object.number<uint32_t>("inactive_connections");
  dest.connections.persistent = object.number<uint32_t>("persistent_connections");
  dest.stats = stats(object, "stats");
  dest.serial = object.number<uint64_t>("serial", UINT64_MAX, 1);
  return dest;
}

DestState dest_from(const json& value, const std::string& path) {
  JsonObject object(value, path);
  DestState dest = dest_members(object);
  object.finish();
  return dest;
}

TrashedState trashed_from(const json& value, const std::string& path) {
  JsonObject object(value, path);
  TrashedState trashed;
  trashed.dest = dest_members(object);
  JsonObject key = object.object("virtual");
  trashed.virtual_key.fwmark = key.number<uint32_t>("fwmark");
  trashed.virtual_key.protocol = key.number<uint16_t>("protocol");
  trashed.virtual_key.addr = address(key, "address", uapi::kAfInet6);
  trashed.virtual_key.port = key.number<uint16_t>("port");
  key.finish();
  trashed.owner_serial = object.number<uint64_t>("owner_serial");
  if (object.optional("idle_for_ms") != nullptr)
    trashed.idle_for = object.number<Millis>("idle_for_ms", INT64_MAX / 2);
  object.finish();
  return trashed;
}

uint32_t netmask(JsonObject& object, uint16_t af) {
  if (af == uapi::kAfInet6) return object.number<uint32_t>("netmask", 128, 1);
  const ipvs::Address mask = address(object, "netmask", uapi::kAfInet);
  uint32_t raw = 0;
  std::memcpy(&raw, mask.bytes.data(), sizeof(raw));
  return raw;
}

ServiceState service_from(const json& value, const std::string& path) {
  JsonObject object(value, path);
  ServiceState service;
  service.key.af = family(object, "family");
  service.key.protocol = object.number<uint16_t>("protocol");
  service.key.addr = address(object, "address", service.key.af);
  service.key.port = object.number<uint16_t>("port");
  service.key.fwmark = object.number<uint32_t>("fwmark");
  service.settings.scheduler = object.text("scheduler");
  service.settings.pe = object.text("persistence_engine");
  service.settings.flags = object.number<uint32_t>("flags");
  service.settings.netmask = netmask(object, service.key.af);
  service.timeout_jiffies = object.number<uint32_t>("timeout_jiffies");
  service.stats = stats(object, "stats");
  service.serial = object.number<uint64_t>("serial", UINT64_MAX, 1);
  object.for_each("destinations", [&](const json& element, const std::string& where) {
    service.dests.push_back(dest_from(element, where));
  });
  object.finish();
  return service;
}

std::optional<ipvs::Daemon> daemon(JsonObject& owner, const char* key) {
  const json* const value = owner.optional(key);
  if (value == nullptr) return {};
  JsonObject object(*value, owner.path(key));
  ipvs::Daemon daemon;
  daemon.interface = object.text("interface");
  if (daemon.interface.size() > uapi::kIpvsIfNameMax)
    object.refuse("interface", "must have 15 characters at most");
  daemon.syncid = object.number<uint32_t>("sync_id");
  daemon.sync_maxlen = object.number<uint16_t>("sync_maxlen");
  daemon.group_af = family(object, "group_family");
  daemon.group = address(object, "group", daemon.group_af);
  daemon.port = object.number<uint16_t>("port");
  daemon.ttl = object.number<uint8_t>("ttl");
  object.finish();
  return daemon;
}

ipvs::Link link_from(const json& value, const std::string& path) {
  JsonObject object(value, path);
  ipvs::Link link;
  link.name = object.text("name");
  link.mtu = object.number<uint32_t>("mtu");
  link.af = family(object, "family");
  link.address = address(object, "address", link.af);
  link.prefix = object.number<uint8_t>("prefix", link.af == uapi::kAfInet ? 32 : 128);
  object.finish();
  return link;
}

NetnsState netns_from(const json& value, const std::string& path, bool loaded) {
  JsonObject object(value, path);
  NetnsState netns;
  netns.salt = object.number<uint8_t>("salt");
  object.for_each("links", [&](const json& element, const std::string& where) {
    netns.links.push_back(link_from(element, where));
  });
  if (loaded) {
    JsonObject timeouts = object.object("timeouts_jiffies");
    netns.timeouts.tcp = timeouts.number<uint32_t>("tcp");
    netns.timeouts.tcp_fin = timeouts.number<uint32_t>("tcp_fin");
    netns.timeouts.udp = timeouts.number<uint32_t>("udp");
    timeouts.finish();
    netns.master = daemon(object, "master");
    netns.backup = daemon(object, "backup");
    netns.totals = stats(object, "totals");
    netns.run_estimation = object.boolean("run_estimation");
    netns.sysctls = object.texts_by_name("sysctls");
    netns.generation = object.number<uint64_t>("generation", UINT64_MAX, 1);
    netns.next_sample_in = object.number<Millis>("next_sample_in_ms", ipvs::kSamplePeriodMs, 1);
    object.for_each("services", [&](const json& element, const std::string& where) {
      netns.services.push_back(service_from(element, where));
    });
    object.for_each("trash", [&](const json& element, const std::string& where) {
      netns.trash.push_back(trashed_from(element, where));
    });
    netns.trash_run_in = object.number<Millis>("trash_run_in_ms", ipvs::Trash::kTimerPeriodMs, 1);
  }
  object.finish();
  return netns;
}

void read_module(JsonObject module, KernelState& state) {
  state.loaded = module.boolean("loaded");
  state.late_lookups = module.number<unsigned>("late_lookups");
  const std::string text = module.text("state");
  if (text == "present")
    state.module = ModuleState::present;
  else if (text == "absent")
    state.module = ModuleState::absent;
  else if (text == "late")
    state.module = ModuleState::late;
  else
    module.refuse("state", "must be present, absent or late");
  module.finish();
}

}  // namespace

KernelState state_from_json(const json& value) {
  JsonObject object(value, "");
  if (object.number<int>("ipvsim_state") != kStateVersion)
    object.refuse("ipvsim_state", fmt::format("must be {}: the version this program knows", kStateVersion));
  KernelState state;
  state.profile = profile_from_json(object.at("profile"), object.path("profile"));
  state.seed = object.number<uint64_t>("seed");
  read_module(object.object("module"), state);
  state.last_serial = object.number<uint64_t>("last_serial");
  object.for_each("namespaces", [&](const json& element, const std::string& where) {
    state.namespaces.push_back(netns_from(element, where, state.loaded));
  });
  if (state.namespaces.empty()) object.refuse("namespaces", "must not be empty");
  object.finish();
  return state;
}

}  // namespace ipvsim::tools
