// Putting a world together, and the coming and going of the IPVS module.
#include "sim/kernel.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include "sim/base/cover_mark.h"
#include "sim/ipvs/audit.h"
#include "sim/ipvs_genl/family.h"

namespace ipvsim::sim {

namespace {

const Profile& checked(const Profile& profile) {
  if (profile.hz == 0 || profile.hz > 1000) throw std::invalid_argument("profile: hz must be 1 to 1000");
  if (profile.family_id < uapi::kGenlIdFirstDynamic || profile.family_id > uapi::kGenlIdMax)
    throw std::invalid_argument("profile: family id must be 0x13 to 1023");
  if (profile.page_size < 4096) throw std::invalid_argument("profile: page size must be at least 4096");
  return profile;
}

genl::NetlinkConfig netlink_config(const Profile& profile) {
  genl::NetlinkConfig config;
  config.page_size = profile.page_size;
  config.pad64 = profile.pad64;
  return config;
}

}  // namespace

Kernel::Kernel(Profile profile, uint64_t seed)
    : profile_(checked(profile)),
      mark_{seed, 0},
      netlink_(netlink_config(profile_), Rng(seed), mark_),
      module_state_(profile_.module),
      late_lookups_(profile_.late_lookups) {
  netlink_.set_dump_buffer(profile_.dump_buffer);
  set_privileged(profile_.privileged);
  netlink_.registry().set_next_id(profile_.family_id);
  netlink_.on_unknown_family([this](std::string_view family) { module_wanted(family); });
  add_netns(profile_.bucket_salt, profile_.links);
  if (module_state_ == ModuleState::present) (void)load_module();
}

Kernel::~Kernel() = default;

genl::NetnsId Kernel::add_netns(uint8_t salt, std::vector<ipvs::Link> links) {
  namespaces_.push_back({salt, links});
  if (ipvs_ != nullptr) ipvs_->add_netns(salt, ipvs::Links(std::move(links)));
  return static_cast<genl::NetnsId>(namespaces_.size() - 1);
}

std::unique_ptr<genl::Socket> Kernel::socket(genl::NetnsId netns, uint32_t task) {
  IPVSIM_CHECK(netns < namespaces_.size());
  return std::make_unique<genl::Socket>(netlink_, netns, task, netlink_.caller().init_admin);
}

ipvs::Ipvs& Kernel::ipvs() {
  IPVSIM_CHECK(module_loaded());
  return *ipvs_;
}

const ipvs::Ipvs& Kernel::ipvs() const {
  IPVSIM_CHECK(module_loaded());
  return *ipvs_;
}

ipvs_proc::Sysctls& Kernel::sysctls() {
  IPVSIM_CHECK(module_loaded());
  return *sysctls_;
}

const ipvs_proc::Sysctls& Kernel::sysctls() const {
  IPVSIM_CHECK(module_loaded());
  return *sysctls_;
}

Status Kernel::load_module() {
  if (module_loaded()) return EEXIST;
  ipvs::IpvsConfig config;
  config.hz = profile_.hz;
  config.ipv6 = profile_.ipv6;
  config.u_thresh_limit = profile_.u_thresh_limit;
  config.conn_tab_size = profile_.conn_tab_size;
  config.schedulers = profile_.schedulers;
  config.persistence_engines = profile_.persistence_engines;
  ipvs_ = std::make_unique<ipvs::Ipvs>(std::move(config), clock_);
  for (const NetnsFacts& facts : namespaces_) ipvs_->add_netns(facts.salt, ipvs::Links(facts.links));
  sysctls_ = std::make_unique<ipvs_proc::Sysctls>(*ipvs_);
  netlink_.count_steps_in(&ipvs_->table().steps());
  const genl::Family& family = netlink_.registry().add(ipvs_genl::make_ipvs_family(*ipvs_, profile_.variant));
  family_id_ = family.id;
  netlink_.announce(family, uapi::kCtrlNewFamily);
  return {};
}

Status Kernel::unload_module() {
  if (!module_loaded()) return ENOENT;
  if (netlink_.dumped_now(family_id_)) {
    cover_mark("module_held_by_a_dump");
    return EBUSY;
  }
  const genl::Family* const family = netlink_.registry().by_id(family_id_);
  netlink_.announce(*family, uapi::kCtrlDelFamily);
  netlink_.registry().remove(family_id_);
  netlink_.count_steps_in(&no_steps_);
  sysctls_.reset();
  ipvs_.reset();
  return {};
}

void Kernel::set_module_state(ModuleState state, unsigned late_lookups) {
  module_state_ = state;
  late_lookups_ = late_lookups;
}

void Kernel::module_wanted(std::string_view family) {
  if (family != uapi::kIpvsName || module_state_ == ModuleState::absent || module_loaded()) return;
  if (late_lookups_ > 0) {
    cover_mark("module_still_late");
    --late_lookups_;
    return;
  }
  (void)load_module();
}

void Kernel::advance(Millis delta) {
  const CurrentRun run(mark_);
  ++mark_.step;
  clock_.advance(delta);
}

void Kernel::audit() const {
  if (!module_loaded()) return;
  const auto broken = ipvs::audit(*ipvs_);
  for (const std::string& line : broken) fmt::print(stderr, "ipvsim: audit: {}\n", line);
  const CurrentRun run(mark_);
  IPVSIM_CHECK(broken.empty());
}

}  // namespace ipvsim::sim
