// Operations on services, and the namespaces they live in.
#include <algorithm>
#include <cerrno>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs {

namespace {

constexpr uint32_t kDefaultTcpS = 900;
constexpr uint32_t kDefaultTcpFinS = 120;
constexpr uint32_t kDefaultUdpS = 300;

const std::string* find_name(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? nullptr : &*at;
}

}  // namespace

Ipvs::Ipvs(IpvsConfig config, VirtualClock& clock) : config_(std::move(config)), clock_(clock) {
  IPVSIM_CHECK(config_.hz > 0);
}

Ipvs::~Ipvs() {
  for (const auto& netns : namespaces_) flush(*netns);
  for (const auto& timer : sample_timers_) clock_.cancel(timer);
}

Netns& Ipvs::add_netns(uint8_t salt, Links links) {
  const auto id = static_cast<uint32_t>(namespaces_.size());
  namespaces_.push_back(std::make_unique<Netns>(id, salt, std::move(links), clock_));
  Netns& netns = *namespaces_.back();
  netns.timeouts = {kDefaultTcpS * config_.hz, kDefaultTcpFinS * config_.hz, kDefaultUdpS * config_.hz};
  sample_timers_.emplace_back();
  set_next_sample(netns, kSamplePeriodMs);
  return netns;
}

void Ipvs::sample(Netns& netns) {
  if (netns.run_estimation) {
    netns.totals.sample();
    table_.for_each([&](Service& service) {
      if (service.id.netns != netns.id) return;
      service.stats.sample();
      for (Dest& dest : service.dests) dest.stats.sample();
    });
  }
  set_next_sample(netns, kSamplePeriodMs);
}

void Ipvs::set_next_sample(Netns& netns, Millis delay) {
  clock_.cancel(sample_timers_[netns.id]);
  sample_timers_[netns.id] = clock_.after(delay, [this, &netns] { sample(netns); });
}

// The scheduler "none" is none; an empty engine name is no engine (ipvs-control.md 5).
Result<Ipvs::Modules> Ipvs::find_modules(const ServiceSettings& settings) const {
  Modules modules;
  if (settings.scheduler != "none") {
    modules.scheduler = find_name(config_.schedulers, settings.scheduler);
    if (modules.scheduler == nullptr) return Status(ENOENT);
  }
  if (!settings.pe.empty()) {
    modules.pe = find_name(config_.persistence_engines, settings.pe);
    if (modules.pe == nullptr) return Status(ENOENT);
  }
  return modules;
}

Status Ipvs::check_settings(uint16_t af, const ServiceSettings& settings) const {
  constexpr uint32_t kLongestPrefix = 128;
  if (af == uapi::kAfInet6 && (settings.netmask < 1 || settings.netmask > kLongestPrefix)) return EINVAL;
  return {};
}

void Ipvs::apply(Service& service, const ServiceSettings& settings, const Modules& modules) {
  service.scheduler = modules.scheduler;
  service.pe = modules.pe;
  service.flags = settings.flags | uapi::kIpvsSvcFHashed;
  service.timeout_jiffies = settings.timeout_s * config_.hz;
  service.netmask = settings.netmask;
}

Status Ipvs::add_service(Netns& netns, const ServiceKey& key, const ServiceSettings& settings) {
  if (find_service(netns, key) != nullptr) return EEXIST;
  const Result<Modules> modules = find_modules(settings);
  if (!modules.ok()) return modules.err();
  if (const Status status = check_settings(key.af, settings); !status.ok()) return status;
  auto* const service = new Service;
  service->id = {netns.id, key};
  apply(*service, settings, modules.value());
  table_.insert(*service, netns.salt);
  ++netns.services;
  changed(netns.id);
  return {};
}

Status Ipvs::edit_service(Service& service, const ServiceSettings& settings) {
  const Result<Modules> modules = find_modules(settings);
  if (!modules.ok()) return modules.err();
  if (const Status status = check_settings(service.key().af, settings); !status.ok()) return status;
  apply(service, settings, modules.value());
  changed(service.id.netns);
  return {};
}

void Ipvs::del_service(Service& service) {
  Netns& owner = netns(service.id.netns);
  while (!service.dests.empty()) {
    Dest& dest = service.dests.front();
    unlink_dest(dest);
    owner.trash.put(dest);
  }
  table_.remove(service, owner.salt);
  --owner.services;
  changed(owner.id);
  delete &service;
}

void Ipvs::flush(Netns& netns) {
  if (netns.services == 0) return;
  table_.for_each([&](Service& service) {
    if (service.id.netns == netns.id) del_service(service);
  });
}

void Ipvs::zero(Service& service) {
  service.stats.zero();
  for (Dest& dest : service.dests) dest.stats.zero();
  changed(service.id.netns);
}

void Ipvs::zero_all(Netns& netns) {
  table_.for_each([&](Service& service) {
    if (service.id.netns == netns.id) zero(service);
  });
  netns.totals.zero();
}

}  // namespace ipvsim::ipvs
