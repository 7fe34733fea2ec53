// A kernel's memory, written: tried on a kernel of the same kind first, so that a state which cannot be
// changes nothing.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/ipvs/audit.h"
#include "tools/state/kernel_state.h"
#include "tools/text/errno_name.h"

namespace ipvsim::tools {
namespace {

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
  throw std::runtime_error(fmt::format(text, std::forward<Args>(args)...));
}

void set(ipvs::Stats& stats, const StatsState& state) {
  stats = {};
  if (state) stats.set_numbers(*state);
}

// Serial numbers say in which order everything came; so it comes again.
struct Entry {
  uint64_t serial;
  uint32_t netns;
  const ServiceState* service;
  const DestState* dest;  // null: the service itself
};

std::vector<Entry> in_serial_order(const KernelState& state) {
  std::vector<Entry> entries;
  for (uint32_t id = 0; id < state.namespaces.size(); ++id)
    for (const ServiceState& service : state.namespaces[id].services) {
      entries.push_back({service.serial, id, &service, nullptr});
      for (const DestState& dest : service.dests) {
        if (dest.serial <= service.serial)
          refuse("destination {} is older than its service {}", dest.serial, service.serial);
        entries.push_back({dest.serial, id, &service, &dest});
      }
    }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.serial < b.serial; });
  uint64_t last = 0;
  for (const Entry& entry : entries) {
    if (entry.serial == last) refuse("serial number {} is 0 or there twice", entry.serial);
    last = entry.serial;
  }
  if (last > state.last_serial) refuse("serial number {} is above last_serial", last);
  return entries;
}

void add_service(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const ServiceState& state) {
  if (!ipvs.config().ipv6 && state.key.af == uapi::kAfInet6)
    refuse("service {} is of IPv6, which this kernel does not have", state.serial);
  if (const Status status = ipvs.add_service(netns, state.key, state.settings); !status.ok())
    refuse("service {} (scheduler '{}', persistence engine '{}') is refused: {}", state.serial,
           state.settings.scheduler, state.settings.pe, errno_name(status.err()));
  ipvs::Service& service = *ipvs.find_service(netns, state.key);
  service.timeout_jiffies = state.timeout_jiffies;
  set(service.stats, state.stats);
}

void add_dest(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const ServiceState& owner, const DestState& state) {
  const auto dest = ipvs.put_back_dest(*ipvs.find_service(netns, owner.key), state.key, state.settings);
  if (!dest.ok()) refuse("destination {} is refused: {}", state.serial, errno_name(dest.err()));
  dest.value()->connections = state.connections;
  set(dest.value()->stats, state.stats);
}

void fill_trash(ipvs::Netns& netns, const NetnsState& state, uint64_t last_serial, Millis now) {
  for (auto at = state.trash.rbegin(); at != state.trash.rend(); ++at) {
    if (at->dest.serial == 0 || at->dest.serial > last_serial || at->owner_serial >= at->dest.serial)
      refuse("removed destination {} has impossible serial numbers", at->dest.serial);
    auto* const dest = new ipvs::Dest;
    dest->key = at->dest.key;
    dest->settings = at->dest.settings;
    dest->connections = at->dest.connections;
    set(dest->stats, at->dest.stats);
    dest->serial = at->dest.serial;
    dest->owner_serial = at->owner_serial;
    dest->virtual_key = at->virtual_key;
    dest->virtual_key.netns = netns.id;
    netns.trash.put(*dest);
    if (at->idle_for >= 0) dest->idle_since = now - at->idle_for;
  }
  if (!state.trash.empty()) netns.trash.set_next_run(state.trash_run_in);
}

void put_sysctls(ipvs_proc::Sysctls& sysctls, uint32_t netns, const NetnsState& state) {
  for (const auto& [name, text] : state.sysctls)
    if (const auto written = sysctls.write(netns, name, text); !written.ok())
      refuse("sysctl '{}' = '{}' is refused: {}", name, text, errno_name(written.err()));
}

void put_netns(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const NetnsState& state, uint64_t last_serial,
               Millis now) {
  fill_trash(netns, state, last_serial, now);
  netns.timeouts = state.timeouts;
  netns.master = state.master;
  netns.backup = state.backup;
  set(netns.totals, state.totals);
  netns.run_estimation = state.run_estimation;
  netns.generation = state.generation;
  ipvs.set_next_sample(netns, state.next_sample_in);
}

void fill_table(sim::Kernel& kernel, const KernelState& state) {
  for (size_t id = kernel.namespaces().size(); id < state.namespaces.size(); ++id)
    kernel.add_netns(state.namespaces[id].salt, state.namespaces[id].links);
  kernel.set_module_state(state.module, state.late_lookups);
  if (!state.loaded) {
    (void)kernel.unload_module();  // ENOENT: it is not there, as wanted
    return;
  }
  (void)kernel.load_module();  // EEXIST likewise

  ipvs::Ipvs& ipvs = kernel.ipvs();
  for (uint32_t id = 0; id < ipvs.netns_count(); ++id) {
    ipvs.flush(ipvs.netns(id));
    ipvs.netns(id).trash.clear();
  }
  for (const Entry& entry : in_serial_order(state)) {
    ipvs.table().set_last_serial(entry.serial - 1);
    ipvs::Netns& netns = ipvs.netns(entry.netns);
    if (entry.dest == nullptr)
      add_service(ipvs, netns, *entry.service);
    else
      add_dest(ipvs, netns, *entry.service, *entry.dest);
  }
  ipvs.table().set_last_serial(state.last_serial);
  for (uint32_t id = 0; id < ipvs.netns_count(); ++id) {
    put_sysctls(kernel.sysctls(), id, state.namespaces[id]);
    put_netns(ipvs, ipvs.netns(id), state.namespaces[id], state.last_serial, kernel.now());
  }
}

void try_out(const sim::Kernel& kernel, const KernelState& state) {
  Profile profile = kernel.profile();
  profile.module = ModuleState::present;
  sim::Kernel scratch(profile, kernel.seed());
  for (size_t id = 1; id < kernel.namespaces().size(); ++id)
    scratch.add_netns(kernel.namespaces()[id].salt, kernel.namespaces()[id].links);
  fill_table(scratch, state);
  if (!state.loaded) return;
  const std::vector<std::string> broken = ipvs::audit(scratch.ipvs());
  if (!broken.empty()) refuse("{}", broken.front());
}

}  // namespace

void put_state(sim::Kernel& kernel, const KernelState& state) {
  if (state.profile.hz != kernel.profile().hz)
    refuse("times are counted at {} Hz, this kernel has {}", state.profile.hz, kernel.profile().hz);
  if (state.namespaces.size() < kernel.namespaces().size())
    refuse("it is of {} network namespaces, this kernel has {}", state.namespaces.size(),
           kernel.namespaces().size());
  if (kernel.module_loaded() && kernel.netlink().dumped_now(kernel.family_id())) refuse("a dump is running");
  try_out(kernel, state);
  fill_table(kernel, state);
}

std::unique_ptr<sim::Kernel> make_kernel(const KernelState& state) {
  Profile profile = state.profile;
  profile.bucket_salt = state.namespaces.front().salt;
  profile.links = state.namespaces.front().links;
  // Loading hands out the next family id, so what is not loaded must not be loaded for a moment.
  profile.module = state.loaded ? ModuleState::present : ModuleState::absent;
  auto kernel = std::make_unique<sim::Kernel>(profile, state.seed);
  put_state(*kernel, state);
  return kernel;
}

}  // namespace ipvsim::tools
