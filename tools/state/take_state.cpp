// A kernel's memory, read.
#include "tools/state/kernel_state.h"

namespace ipvsim::tools {
namespace {

StatsState stats_of(const ipvs::Stats& stats) {
  return stats.idle() ? StatsState() : StatsState(*stats.numbers());
}

DestState state_of(const ipvs::Dest& dest) {
  return {dest.key, dest.settings, dest.connections, stats_of(dest.stats), dest.serial};
}

ServiceState state_of(const ipvs::Service& service) {
  ServiceState state;
  state.key = service.key();
  state.settings.scheduler = service.scheduler == nullptr ? "none" : *service.scheduler;
  if (service.pe != nullptr) state.settings.pe = *service.pe;
  state.settings.flags = service.flags;
  state.settings.netmask = service.netmask;
  state.timeout_jiffies = service.timeout_jiffies;
  state.stats = stats_of(service.stats);
  state.serial = service.serial;
  state.dests.reserve(service.dests.size());
  for (const ipvs::Dest& dest : service.dests) state.dests.push_back(state_of(dest));
  return state;
}

TrashedState trashed_state(const ipvs::Dest& dest, Millis now) {
  return {state_of(dest), dest.virtual_key, dest.owner_serial,
          dest.idle_since == ipvs::Dest::kNotSeenIdle ? Millis{-1} : now - dest.idle_since};
}

void take_netns(NetnsState& state, const ipvs::Ipvs& ipvs, const ipvs::Netns& netns, Millis now) {
  state.links = netns.links.all();
  state.timeouts = netns.timeouts;
  state.master = netns.master;
  state.backup = netns.backup;
  state.totals = stats_of(netns.totals);
  state.run_estimation = netns.run_estimation;
  state.generation = netns.generation;
  state.next_sample_in = ipvs.next_sample(netns) - now;
  for (const ipvs::Dest& dest : netns.trash.entries()) state.trash.push_back(trashed_state(dest, now));
  if (const auto run = netns.trash.next_run()) state.trash_run_in = *run - now;
}

std::map<std::string, std::string> take_sysctls(const ipvs_proc::Sysctls& sysctls, uint32_t netns) {
  std::map<std::string, std::string> out;
  for (const ipvs_proc::SysctlFile& file : sysctls.files()) {
    if (file.name == "run_estimation") continue;
    std::string text = sysctls.read(netns, file.name).value();
    text.pop_back();
    out.emplace(file.name, std::move(text));
  }
  return out;
}

}  // namespace

KernelState take_state(const sim::Kernel& kernel) {
  KernelState state;
  state.profile = kernel.profile();
  state.profile.dump_buffer = kernel.netlink().dump_buffer();
  state.profile.privileged = kernel.netlink().caller().init_admin;
  state.seed = kernel.seed();
  state.loaded = kernel.module_loaded();
  state.module = kernel.module_state();
  state.late_lookups = kernel.late_lookups();
  for (const auto& facts : kernel.namespaces()) {
    NetnsState& netns = state.namespaces.emplace_back();
    netns.salt = facts.salt;
    netns.links = facts.links;
  }
  if (!state.loaded) {
    // The id of the next load.
    if (kernel.family_id() != 0)
      state.profile.family_id =
          kernel.family_id() < uapi::kGenlIdMax ? kernel.family_id() + 1 : uapi::kGenlIdFirstDynamic;
    return state;
  }

  const ipvs::Ipvs& ipvs = kernel.ipvs();
  state.profile.family_id = kernel.family_id();
  state.last_serial = ipvs.table().last_serial();
  for (uint32_t id = 0; id < ipvs.netns_count(); ++id) {
    take_netns(state.namespaces[id], ipvs, ipvs.netns(id), kernel.now());
    state.namespaces[id].sysctls = take_sysctls(kernel.sysctls(), id);
  }
  for (const ipvs::Service& service : ipvs.table().by_serial())
    state.namespaces[service.id.netns].services.push_back(state_of(service));
  return state;
}

}  // namespace ipvsim::tools
