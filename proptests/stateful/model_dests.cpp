// Destinations: ipvs-control.md 6, and the way to the trash and back (section 7).
#include <algorithm>
#include <cerrno>

#include "proptests/stateful/facts.h"
#include "proptests/stateful/model.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;

constexpr Millis kTrashPeriod = 60'000;
constexpr Millis kTrashIdle = 120'000;

uint32_t number_of(const Bytes16& addr) {
  return uint32_t{addr[0]} << 24u | uint32_t{addr[1]} << 16u | uint32_t{addr[2]} << 8u | addr[3];
}

bool starts_with(const Bytes16& addr, std::initializer_list<uint8_t> bytes) {
  return std::equal(bytes.begin(), bytes.end(), addr.begin());
}

// Row 13.
bool v4_refused(Netns ns, const Bytes16& addr) {
  constexpr uint32_t kEverywhere = 0xffffffff;
  constexpr uint32_t kMulticast = 0xe;  // 224/4
  constexpr uint8_t kHasNoBroadcast = 31;
  const uint32_t n = number_of(addr);
  if (n == 0 || n == kEverywhere || n >> 28u == kMulticast) return true;
  return std::any_of(kLinks[ns].begin(), kLinks[ns].end(), [&](const Link& link) {
    return link.af == kAfInet && link.prefix < kHasNoBroadcast &&
           n == (number_of(link.addr) | kEverywhere >> link.prefix);
  });
}

// Row 13'. What belongs to a link of the host is routed to the loopback device.
bool v6_refused(Netns ns, const Bytes16& addr) {
  const bool own = std::any_of(kLinks[ns].begin(), kLinks[ns].end(),
                               [&](const Link& link) { return link.af == kAfInet6 && link.addr == addr; });
  if (own) return false;
  const bool link_local = addr[0] == 0xfe && addr[1] >= 0x80 && addr[1] < 0xc0;
  return addr[0] == 0xff || addr == Bytes16{} || link_local ||
         starts_with(addr, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff});
}

TrashKey trash_key(const ServiceKey& service, const DestKey& dest) {
  TrashKey key{dest, service.fwmark, service.protocol, {}, 0};
  if (service.fwmark == 0) {
    key.addr = service.addr;
    key.port = service.port;
  }
  return key;
}

}  // namespace

// Section 4 and rows 1 to 6; of those, DEL_DEST makes 1, 2 and 4.
Model::DestTarget Model::find_dest(Netns ns, const ServiceRequest& service, const DestRequest& r, bool full) {
  constexpr size_t kV4 = 4;
  const Target owner = find(ns, service, false);
  DestTarget out{owner.error, {}, owner.service, owner.key};
  if (out.error != 0) return out;
  const auto fails = [&](int error) {
    out.error = error;
    return out;
  };
  if (is_absent(r.absent, 0)) return fails(EINVAL);
  const bool has_addr = !is_absent(r.absent, kIpvsDestAttrAddr);
  if (has_addr && r.addr_bytes > r.addr.size()) return fails(EINVAL);
  if (!has_addr || is_absent(r.absent, kIpvsDestAttrPort)) return fails(EINVAL);
  if (full)
    for (const unsigned needed :
         {kIpvsDestAttrFwdMethod, kIpvsDestAttrWeight, kIpvsDestAttrUThresh, kIpvsDestAttrLThresh})
      if (is_absent(r.absent, needed)) return fails(EINVAL);
  const uint16_t given = r.af.value_or(0);
  out.key.af = given == 0 ? owner.key.af : given;
  if (out.key.af != kAfInet && out.key.af != kAfInet6) return fails(EAFNOSUPPORT);
  const size_t used = std::min<size_t>(r.addr_bytes, out.key.af == kAfInet ? kV4 : r.addr.size());
  std::copy_n(r.addr.begin(), used, out.key.addr.begin());
  out.key.port = r.port;
  if (!full || out.key.af == owner.key.af) return out;
  if (!namespaces_[ns].daemons.empty()) return fails(EINVAL);
  if ((r.forward & kIpvsFwdMask) != kIpvsFwdTunnel) return fails(EINVAL);
  return out;
}

// Rows 7 to 10.
int Model::check_dest(const DestRequest& r) const {
  constexpr uint32_t kMost = 0x7fffffff;
  const bool too_many = r.upper > kMost;
  if (r.weight > kMost) return ERANGE;
  if (too_many && fault_ == Fault::threshold_checked_before_weight_limit) return EINVAL;
  if (r.lower > r.upper) return ERANGE;
  if (too_many) return EINVAL;
  if (r.tun_type == kIpvsTunGue && r.tun_port == 0) return EINVAL;
  return 0;
}

void Model::apply(ModelDest& dest, const DestRequest& r) {
  dest.forward = r.forward & kIpvsFwdMask;
  dest.weight = r.weight;
  dest.upper = r.upper;
  dest.lower = r.lower;
  dest.tun_type = r.tun_type;
  dest.tun_port = r.tun_port;
  dest.tun_flags = r.tun_flags;
}

int Model::new_dest(Netns ns, const ServiceRequest& service, const DestRequest& request) {
  if (const int error = gate(ns)) return error;
  const DestTarget target = find_dest(ns, service, request, true);
  if (target.error != 0) return target.error;
  if (const int error = check_dest(request)) return error;
  if (target.service->dests.contains(target.key)) return EEXIST;
  ModelNetns& netns = namespaces_[ns];
  const TrashKey key = trash_key(target.service_key, target.key);
  const auto trashed = std::find_if(netns.trash.begin(), netns.trash.end(),
                                    [&](const Trashed& each) { return each.key == key; });
  ModelDest dest;
  if (trashed != netns.trash.end()) {
    dest = trashed->dest;
    if (fault_ == Fault::trash_forgets_connections) dest.connections = {};
    if (trashed->owner != target.service->serial) dest.stats.zero();
    netns.trash.erase(trashed);
    if (netns.trash.empty()) netns.trash_run.reset();
  } else {
    const bool refused =
        target.key.af == kAfInet ? v4_refused(ns, target.key.addr) : v6_refused(ns, target.key.addr);
    if (refused) return EINVAL;
  }
  dest.serial = ++serial_;
  apply(dest, request);
  target.service->dests.emplace(target.key, dest);
  return 0;
}

bool Model::revival_is_ambiguous(Netns ns, const ServiceRequest& service, const DestRequest& request) const {
  Model copy = *this;
  const DestTarget target = copy.find_dest(ns, service, request, true);
  if (target.error != 0) return false;
  const TrashKey key = trash_key(target.service_key, target.key);
  const auto& trash = namespaces_[ns].trash;
  return std::count_if(trash.begin(), trash.end(), [&](const Trashed& each) { return each.key == key; }) > 1;
}

int Model::set_dest(Netns ns, const ServiceRequest& service, const DestRequest& request) {
  if (const int error = gate(ns)) return error;
  const DestTarget target = find_dest(ns, service, request, true);
  if (target.error != 0) return target.error;
  if (const int error = check_dest(request)) return error;
  const auto at = target.service->dests.find(target.key);
  if (at == target.service->dests.end()) return ENOENT;
  apply(at->second, request);
  if (fault_ == Fault::set_dest_moves_it) at->second.serial = ++serial_;
  return 0;
}

int Model::del_dest(Netns ns, const ServiceRequest& service, const DestRequest& request) {
  if (const int error = gate(ns)) return error;
  const DestTarget target = find_dest(ns, service, request, false);
  if (target.error != 0) return target.error;
  if (!target.service->dests.contains(target.key)) return ENOENT;
  throw_away(ns, target.service_key, *target.service, target.key);
  target.service->dests.erase(target.key);
  return 0;
}

void Model::throw_away(Netns ns, const ServiceKey& service_key, const ModelService& service,
                       const DestKey& key) {
  ModelNetns& netns = namespaces_[ns];
  netns.trash.push_back({trash_key(service_key, key), service.serial, service.dests.at(key), std::nullopt});
  if (!netns.trash_run) netns.trash_run = now_ + kTrashPeriod;
}

void Model::run_trash_timer(ModelNetns& netns, Millis when) const {
  std::erase_if(netns.trash, [&](Trashed& each) {
    if (each.dest.connections.any()) return false;
    if (each.marked) return when - *each.marked >= kTrashIdle;
    each.marked = when;
    return false;
  });
  netns.trash_run.reset();
  if (!netns.trash.empty()) netns.trash_run = when + kTrashPeriod;
}

bool Model::has_mixed_dest(Netns ns) const {
  for (const auto& [service_key, service] : namespaces_[ns].services)
    for (const auto& [dest_key, dest] : service.dests)
      if (dest_key.af != service_key.af) return true;
  return false;
}

}  // namespace ipvsim::stateful
