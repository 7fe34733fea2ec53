// Configuration, daemons, the module, traffic and time: ipvs-control.md 12 to 14, genetlink.md 6.1.
#include <algorithm>
#include <cerrno>

#include "proptests/stateful/facts.h"
#include "proptests/stateful/model.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;

constexpr Millis kSamplePeriod = 2000;
constexpr size_t kFirstByteCounter = 3;

}  // namespace

void ModelStats::sample() {
  constexpr uint64_t kPacketScale = 512;
  constexpr uint64_t kByteScale = 16;
  constexpr int64_t kQuarter = 4;
  for (size_t i = 0; i < kCounters; ++i) {
    const uint64_t scale = i < kFirstByteCounter ? kPacketScale : kByteScale;
    const auto goal = static_cast<int64_t>((raw[i] - sampled[i]) * scale);
    const auto before = static_cast<int64_t>(average[i]);
    int64_t step = (goal - before) / kQuarter;
    if (step * kQuarter > goal - before) --step;  // rounded down
    average[i] = static_cast<uint64_t>(before + step);
    sampled[i] = raw[i];
  }
}

void ModelStats::zero() {
  base = sampled;
  average = {};
}

ListedStats ModelStats::listed() const {
  ListedStats out;
  for (size_t i = 0; i < kCounters; ++i) {
    out.counters[i] = sampled[i] - base[i];
    out.rates[i] = i < kFirstByteCounter ? (average[i] + 511) / 1024 : (average[i] + 15) / 32;
  }
  return out;
}

int Model::gate(Netns ns) const {
  if (!module_loaded() || clients_[ns].family != generation_) return ENOENT;
  return privileged_ && clients_[ns].opened_privileged ? 0 : EPERM;
}

int Model::set_config(Netns ns, const ConfigRequest& r) {
  constexpr uint32_t kMostSeconds = 0x7fffffff / kHz;
  if (const int error = gate(ns)) return error;
  const auto sent = [&](unsigned attribute, uint32_t value) {
    return is_absent(r.absent, attribute) ? 0 : value;
  };
  const uint32_t tcp = sent(kIpvsCmdAttrTimeoutTcp, r.tcp);
  const uint32_t fin = sent(kIpvsCmdAttrTimeoutTcpFin, r.tcp_fin);
  const uint32_t udp = sent(kIpvsCmdAttrTimeoutUdp, r.udp);
  // A negative number is above the limit too.
  if (std::max({tcp, fin, udp}) > kMostSeconds) return EINVAL;
  ModelNetns& netns = namespaces_[ns];
  if (tcp != 0) netns.tcp = tcp;
  if (fin != 0) netns.tcp_fin = fin;
  if (udp != 0) netns.udp = udp;
  return 0;
}

int Model::new_daemon(Netns ns, const DaemonRequest& r) {
  constexpr int kV4Headers = 28;
  constexpr int kV6Headers = 48;
  constexpr int kMost = 65535;
  constexpr int kEthernet = 1500;
  constexpr int kBackupLeast = 1024;
  constexpr uint8_t kV6Multicast = 0xff;
  constexpr uint16_t kDefaultPort = 8848;
  if (const int error = gate(ns)) return error;
  if (is_absent(r.absent, 0)) return EINVAL;
  if (!is_absent(r.absent, kIpvsDaemonAttrMcastIfn) && r.interface.size() > kIpvsIfNameMax) return EINVAL;
  for (const unsigned needed : {kIpvsDaemonAttrState, kIpvsDaemonAttrMcastIfn, kIpvsDaemonAttrSyncId})
    if (is_absent(r.absent, needed)) return EINVAL;
  ListedDaemon daemon{r.state, r.interface, r.sync_id, 0, kAfInet, v4(224, 0, 0, 81), kDefaultPort, 1};
  if (r.group) {
    if ((*r.group)[0] >> 4u != 0xe) return EINVAL;
    daemon.group = {(*r.group)[0], (*r.group)[1], (*r.group)[2], (*r.group)[3]};
  } else if (r.group6) {
    if ((*r.group6)[0] != kV6Multicast) return EINVAL;
    daemon.group_af = kAfInet6;
    daemon.group = *r.group6;
  }
  if (has_mixed_dest(ns)) return EINVAL;
  const auto link = std::find_if(kLinks[ns].begin(), kLinks[ns].end(),
                                 [&](const Link& each) { return each.name == r.interface; });
  if (link == kLinks[ns].end()) return ENODEV;
  const bool master = r.state == kIpvsDaemonMaster;
  if (!master && r.state != kIpvsDaemonBackup) return EINVAL;
  if (namespaces_[ns].daemons.contains(r.state)) return EEXIST;
  if (master && daemon.group_af == kAfInet6 && r.interface == "lo") return ENETUNREACH;
  if (r.port != 0) daemon.port = r.port;
  if (r.ttl != 0) daemon.ttl = r.ttl;
  const int headers = daemon.group_af == kAfInet ? kV4Headers : kV6Headers;
  int maxlen = kEthernet - headers;
  if (r.maxlen != 0)
    maxlen = std::clamp<int>(r.maxlen, master ? 1 : kBackupLeast, kMost - headers);
  else if (!master)
    maxlen = std::clamp<int>(static_cast<int>(link->mtu), kEthernet, kMost) - headers;
  daemon.maxlen = static_cast<uint16_t>(maxlen);
  namespaces_[ns].daemons.emplace(r.state, daemon);
  return 0;
}

int Model::del_daemon(Netns ns, const DaemonRequest& r) {
  if (const int error = gate(ns)) return error;
  if (is_absent(r.absent, 0) || is_absent(r.absent, kIpvsDaemonAttrState)) return EINVAL;
  if (r.state != kIpvsDaemonMaster && r.state != kIpvsDaemonBackup) return EINVAL;
  return namespaces_[ns].daemons.erase(r.state) == 1 ? 0 : ESRCH;
}

std::vector<ListedDaemon> Model::daemons(Netns ns) const {
  std::vector<ListedDaemon> out;
  for (const auto& [state, daemon] : namespaces_[ns].daemons) out.push_back(daemon);
  return out;
}

// Everything goes with the module.
void Model::reset() { namespaces_ = {}; }

int Model::load_module() {
  if (module_loaded()) return EEXIST;
  generation_ = ++generations_;
  loaded_at_ = now_;
  return 0;
}

int Model::unload_module() {
  if (!module_loaded()) return ENOENT;
  generation_ = 0;
  reset();
  return 0;
}

void Model::set_autoload(Autoload autoload, unsigned failing_lookups) {
  autoload_ = autoload;
  failing_lookups_ = failing_lookups;
}

int Model::reconnect(Netns ns) {
  if (!module_loaded()) {
    if (autoload_ == Autoload::never) return ENOENT;
    if (failing_lookups_ > 0) {
      --failing_lookups_;
      return ENOENT;
    }
    (void)load_module();
  }
  clients_[ns] = {generation_, privileged_};
  return 0;
}

size_t Model::dest_count(Netns ns) const {
  size_t count = 0;
  for (const auto& [key, service] : namespaces_[ns].services) count += service.dests.size();
  return count;
}

Model::DestPlace Model::nth_dest(Netns ns, size_t n) const {
  const size_t count = dest_count(ns);
  if (count == 0) return {};
  n %= count;
  for (const auto& [service_key, service] : namespaces_[ns].services) {
    if (n < service.dests.size())
      return {service_key, std::next(service.dests.begin(), static_cast<ptrdiff_t>(n))->first};
    n -= service.dests.size();
  }
  return {};
}

void Model::traffic(Netns ns, size_t n, const Connections& connections, const Numbers& more) {
  const DestPlace place = nth_dest(ns, n);
  ModelService& service = namespaces_[ns].services.at(place.service);
  ModelDest& dest = service.dests.at(place.dest);
  dest.connections = connections;
  for (size_t i = 0; i < kCounters; ++i) {
    dest.stats.raw[i] += more[i];
    service.stats.raw[i] += more[i];
  }
}

void Model::sample(ModelNetns& netns) const {
  for (auto& [service_key, service] : netns.services) {
    service.stats.sample();
    for (auto& [dest_key, dest] : service.dests) dest.stats.sample();
  }
}

// The two timers do not see each other's work: what is in the trash is not sampled.
void Model::advance(Millis delta) {
  const Millis until = now_ + delta;
  if (module_loaded()) {
    const Millis samples = (until - loaded_at_) / kSamplePeriod - (now_ - loaded_at_) / kSamplePeriod;
    for (ModelNetns& netns : namespaces_) {
      while (netns.trash_run && *netns.trash_run <= until) run_trash_timer(netns, *netns.trash_run);
      for (Millis i = 0; i < samples; ++i) sample(netns);
    }
  }
  now_ = until;
}

}  // namespace ipvsim::stateful
