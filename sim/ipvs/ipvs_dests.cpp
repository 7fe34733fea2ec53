// Operations on destinations: the rows of ipvs-control.md 6, and the way to the trash and back (section 7).
#include <cerrno>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs {

size_t Ipvs::DestIdHash::operator()(const DestId& id) const {
  KeyMixer mixer;
  mixer.add(id.service_serial);
  mix(mixer, id.key);
  return mixer.value();
}

Dest* Ipvs::find_dest(Service& service, const DestKey& key) {
  table_.count_step();
  return dests_.find(DestId{service.serial, key});
}

Status Ipvs::check_dest(const DestSettings& settings) const {
  constexpr uint32_t kHighestThreshold = 0x7fffffff;
  if (settings.weight < 0) return ERANGE;
  if (settings.l_thresh > settings.u_thresh) return ERANGE;
  if (config_.u_thresh_limit && settings.u_thresh > kHighestThreshold) return EINVAL;
  if (settings.tun_type == uapi::kIpvsTunGue && settings.tun_port == 0) return EINVAL;
  return {};
}

VirtualKey Ipvs::virtual_key(const Service& service) const {
  const ServiceKey& key = service.key();
  VirtualKey out{service.id.netns, key.fwmark, key.protocol, 0, {}};
  if (key.fwmark == 0) {
    out.port = key.port;
    out.addr = key.addr;
  }
  return out;
}

// New and revived destinations go to the head of the list (ipvs-control.md 6).
void Ipvs::link_dest(Service& service, Dest& dest) {
  dest.service = &service;
  dest.serial = table_.next_serial();
  dest.virtual_key = virtual_key(service);
  dest.owner_serial = service.serial;
  service.dests.push_front(dest);
  service.dests_by_serial.insert(service.dests_by_serial.end(), dest);
  dests_.insert(dest);
  if (dest.key.af != service.key().af) ++netns(service.id.netns).mixed_family_dests;
}

void Ipvs::unlink_dest(Dest& dest) {
  Service& service = *dest.service;
  dests_.erase(dest);
  service.dests.erase(service.dests.iterator_to(dest));
  service.dests_by_serial.erase(service.dests_by_serial.iterator_to(dest));
  if (dest.key.af != service.key().af) --netns(service.id.netns).mixed_family_dests;
}

Status Ipvs::add_dest(Service& service, const DestKey& key, const DestSettings& settings) {
  if (const Status status = check_dest(settings); !status.ok()) return status;
  if (find_dest(service, key) != nullptr) return EEXIST;
  Netns& owner = netns(service.id.netns);
  Dest* dest = owner.trash.take(key, virtual_key(service));
  if (dest != nullptr) {
    // Statistics survive only under the same service object (ipvs-control.md 7).
    if (dest->owner_serial != service.serial) dest->stats.zero();
  } else {
    if (!owner.links.destination_allowed(key.af, key.addr)) return EINVAL;
    dest = new Dest;
    dest->key = key;
  }
  dest->settings = settings;
  link_dest(service, *dest);
  changed(owner.id);
  return {};
}

Result<Dest*> Ipvs::put_back_dest(Service& service, const DestKey& key, const DestSettings& settings) {
  if (const Status status = check_dest(settings); !status.ok()) return status;
  if (find_dest(service, key) != nullptr) return Status(EEXIST);
  auto* const dest = new Dest;
  dest->key = key;
  dest->settings = settings;
  link_dest(service, *dest);
  changed(service.id.netns);
  return dest;
}

Status Ipvs::edit_dest(Service& service, const DestKey& key, const DestSettings& settings) {
  if (const Status status = check_dest(settings); !status.ok()) return status;
  Dest* const dest = find_dest(service, key);
  if (dest == nullptr) return ENOENT;
  dest->settings = settings;
  changed(service.id.netns);
  return {};
}

Status Ipvs::del_dest(Service& service, const DestKey& key) {
  Dest* const dest = find_dest(service, key);
  if (dest == nullptr) return ENOENT;
  unlink_dest(*dest);
  netns(service.id.netns).trash.put(*dest);
  changed(service.id.netns);
  return {};
}

}  // namespace ipvsim::ipvs
