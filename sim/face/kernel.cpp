// The public kernel: names in, the table's operations out.
#include "ipvsim/kernel.h"

#include <cerrno>
#include <utility>

#include "sim/face/netmask.h"
#include "sim/kernel.h"

namespace ipvsim {
namespace {

ServiceSettings whole(ServiceSettings settings, uint16_t af) {
  settings.netmask = netmask_of(settings, af);
  return settings;
}

// Runs `edit` on a service of the table, or tells that there is none, as a client is told (ESRCH).
template <class Edit>
int on_service(sim::Kernel& kernel, uint32_t netns, const ServiceKey& key, Edit edit) {
  if (!kernel.module_loaded()) return ENOENT;
  ipvs::Service* const service = kernel.ipvs().find_service(kernel.ipvs_netns(netns), key);
  return service == nullptr ? ESRCH : edit(*service);
}

}  // namespace

Kernel::Kernel(std::string_view profile, uint64_t seed) : Kernel(ipvsim::profile(profile), seed) {}
Kernel::Kernel(const Profile& profile, uint64_t seed)
    : inside_(std::make_unique<sim::Kernel>(profile, seed)) {}
Kernel::~Kernel() = default;
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;

const Profile& Kernel::profile() const { return inside_->profile(); }
uint64_t Kernel::seed() const { return inside_->seed(); }
uint16_t Kernel::family_id() const { return inside_->family_id(); }

int Kernel::add_service(const ServiceKey& key, const ServiceSettings& settings, uint32_t netns) {
  if (!inside_->module_loaded()) return ENOENT;
  return inside_->ipvs().add_service(inside_->ipvs_netns(netns), key, whole(settings, key.af)).err();
}

int Kernel::edit_service(const ServiceKey& key, const ServiceSettings& settings, uint32_t netns) {
  return on_service(*inside_, netns, key, [&](ipvs::Service& service) {
    return inside_->ipvs().edit_service(service, whole(settings, key.af)).err();
  });
}

int Kernel::del_service(const ServiceKey& key, uint32_t netns) {
  return on_service(*inside_, netns, key, [&](ipvs::Service& service) {
    inside_->ipvs().del_service(service);
    return 0;
  });
}

int Kernel::add_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings,
                     uint32_t netns) {
  return on_service(*inside_, netns, service, [&](ipvs::Service& found) {
    return inside_->ipvs().add_dest(found, key, settings).err();
  });
}

int Kernel::edit_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings,
                      uint32_t netns) {
  return on_service(*inside_, netns, service, [&](ipvs::Service& found) {
    return inside_->ipvs().edit_dest(found, key, settings).err();
  });
}

int Kernel::del_dest(const ServiceKey& service, const DestKey& key, uint32_t netns) {
  return on_service(*inside_, netns, service,
                    [&](ipvs::Service& found) { return inside_->ipvs().del_dest(found, key).err(); });
}

int Kernel::flush(uint32_t netns) {
  if (!inside_->module_loaded()) return ENOENT;
  inside_->ipvs().flush(inside_->ipvs_netns(netns));
  return 0;
}

bool Kernel::has_service(const ServiceKey& key, uint32_t netns) const {
  return on_service(*inside_, netns, key, [](ipvs::Service&) { return 0; }) == 0;
}

uint32_t Kernel::add_netns(uint8_t bucket_salt) { return inside_->add_netns(bucket_salt); }
void Kernel::set_dump_buffer(const DumpBufferRule& rule) { inside_->set_dump_buffer(rule); }
void Kernel::set_privileged(bool privileged) { inside_->set_privileged(privileged); }
int Kernel::load_module() { return inside_->load_module().err(); }
int Kernel::unload_module() { return inside_->unload_module().err(); }

void Kernel::advance_ms(int64_t delta) { inside_->advance(delta); }
int64_t Kernel::now_ms() const { return inside_->now(); }

Costs Kernel::costs() const {
  const genl::Counters& counters = inside_->counters();
  return {counters.requests, counters.datagrams, counters.bytes, counters.chunks, counters.table_steps};
}

}  // namespace ipvsim
