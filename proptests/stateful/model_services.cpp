// Services: ipvs-control.md 4 and 5, and the order of section 8.
#include <algorithm>
#include <cerrno>

#include "proptests/stateful/facts.h"
#include "proptests/stateful/model.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The first four bytes of an IPv4 address count; bytes that were not sent are 0.
Bytes16 address_of(uint16_t af, const Bytes16& sent, size_t bytes) {
  constexpr size_t kV4 = 4;
  Bytes16 out{};
  const size_t used = std::min(bytes, af == kAfInet ? kV4 : out.size());
  std::copy_n(sent.begin(), used, out.begin());
  return out;
}

// Section 3: lengths that the policy refuses.
bool breaks_policy(const ServiceRequest& r, bool full) {
  constexpr size_t kFlagsMost = 8;
  if (!is_absent(r.absent, kIpvsSvcAttrAddr) && r.addr_bytes > r.addr.size()) return true;
  if (!full) return false;
  return (!is_absent(r.absent, kIpvsSvcAttrSchedName) && r.scheduler.size() > kIpvsSchedNameMax) ||
         r.pe.size() > kIpvsPeNameMax ||
         (!is_absent(r.absent, kIpvsSvcAttrFlags) && r.flags_bytes > kFlagsMost);
}

bool any_absent(Absent absent, std::initializer_list<unsigned> attributes) {
  return std::any_of(attributes.begin(), attributes.end(), [&](unsigned a) { return is_absent(absent, a); });
}

// Flags and mask as they lie in as many bytes as were sent.
uint32_t sent_word(uint32_t value, int bytes) {
  constexpr int kWord = 4;
  constexpr int kByteBits = 8;
  if (bytes >= kWord) return value;
  return bytes <= 0 ? 0 : value & ((1u << bytes * kByteBits) - 1);
}

uint8_t row_of(const ServiceKey& key, uint8_t salt) {
  constexpr uint32_t kByte = 0xff;
  if (key.fwmark != 0) return static_cast<uint8_t>((key.fwmark ^ salt) & kByte);
  uint32_t a = key.addr[3];
  if (key.af == kAfInet6) a ^= key.addr[7] ^ key.addr[11] ^ key.addr[15];
  return static_cast<uint8_t>((key.protocol ^ a ^ (key.port >> 8u) ^ key.port ^ salt) & kByte);
}

ListedService listed(const ServiceKey& key, const ModelService& service) {
  ListedService out{key,
                    service.scheduler,
                    service.pe,
                    service.flags,
                    service.timeout,
                    service.netmask,
                    service.stats.listed(),
                    {}};
  std::vector<std::pair<uint64_t, const std::pair<const DestKey, ModelDest>*>> order;
  for (const auto& entry : service.dests) order.emplace_back(entry.second.serial, &entry);
  std::sort(order.begin(), order.end(), std::greater<>());
  for (const auto& [serial, entry] : order) {
    const auto& [dest_key, d] = *entry;
    out.dests.push_back({dest_key, d.forward, static_cast<int32_t>(d.weight), d.upper, d.lower, d.tun_type,
                         d.tun_port, d.tun_flags, d.connections.active, d.connections.inactive,
                         d.connections.persistent, d.stats.listed()});
  }
  return out;
}

}  // namespace

// Rows 1 to 5 of section 4.
int Model::parse(const ServiceRequest& r, bool full, ServiceKey& key) {
  if (is_absent(r.absent, 0) || breaks_policy(r, full)) return EINVAL;
  if (is_absent(r.absent, kIpvsSvcAttrAf)) return EINVAL;
  if (!r.fwmark && any_absent(r.absent, {kIpvsSvcAttrProtocol, kIpvsSvcAttrAddr, kIpvsSvcAttrPort}))
    return EINVAL;
  if (r.af != kAfInet && r.af != kAfInet6) return EAFNOSUPPORT;
  if (r.fwmark)
    key = {*r.fwmark, r.af, kIpprotoTcp, {}, 0};
  else
    key = {0, r.af, r.protocol, address_of(r.af, r.addr, r.addr_bytes), r.port};
  if (full && any_absent(r.absent, {kIpvsSvcAttrSchedName, kIpvsSvcAttrFlags, kIpvsSvcAttrTimeout,
                                    kIpvsSvcAttrNetmask}))
    return EINVAL;
  return 0;
}

const ModelService* Model::look_up(Netns ns, const ServiceKey& key) const {
  const auto at = namespaces_[ns].services.find(key);
  return at == namespaces_[ns].services.end() ? nullptr : &at->second;
}

// All of section 4.
Model::Target Model::find(Netns ns, const ServiceRequest& request, bool full) {
  Target target;
  target.error = parse(request, full, target.key);
  if (target.error != 0) return target;
  target.service = const_cast<ModelService*>(look_up(ns, target.key));
  if (target.service == nullptr) target.error = ESRCH;
  return target;
}

int Model::check_settings(const ServiceKey& key, const ServiceRequest& r) {
  constexpr uint32_t kLongestPrefix = 128;
  if (r.scheduler != "none" && !has(kSchedulers, r.scheduler)) return ENOENT;
  if (!r.pe.empty() && !has(kEngines, r.pe)) return ENOENT;
  if (key.af == kAfInet6 && (r.netmask < 1 || r.netmask > kLongestPrefix)) return EINVAL;
  return 0;
}

void Model::apply(ModelService& service, const ServiceRequest& r) {
  constexpr int kWord = 4;
  const uint32_t flags = sent_word(r.flags, r.flags_bytes);
  const uint32_t mask = sent_word(r.mask, r.flags_bytes - kWord);
  service.scheduler = r.scheduler;
  service.pe = r.pe;
  service.flags = (service.flags & ~mask) | (flags & mask) | kIpvsSvcFHashed;
  service.timeout = r.timeout * kHz / kHz;
  service.netmask = r.netmask;
}

int Model::new_service(Netns ns, const ServiceRequest& request) {
  if (const int error = gate(ns)) return error;
  const Target target = find(ns, request, true);
  if (target.error == 0) return EEXIST;
  if (target.error != ESRCH) return target.error;
  if (const int error = check_settings(target.key, request)) return error;
  ModelService service;
  service.serial = ++serial_;
  apply(service, request);
  namespaces_[ns].services.emplace(target.key, std::move(service));
  return 0;
}

int Model::set_service(Netns ns, const ServiceRequest& request) {
  if (const int error = gate(ns)) return error;
  const Target target = find(ns, request, true);
  if (target.error != 0) return target.error;
  if (const int error = check_settings(target.key, request)) return error;
  const std::string before = target.service->pe;
  apply(*target.service, request);
  if (fault_ == Fault::set_service_keeps_engine && request.pe.empty()) target.service->pe = before;
  return 0;
}

int Model::del_service(Netns ns, const ServiceRequest& request) {
  if (const int error = gate(ns)) return error;
  const Target target = find(ns, request, false);
  if (target.error != 0) return target.error;
  remove(ns, target.key);
  return 0;
}

void Model::remove(Netns ns, const ServiceKey& key) {
  auto& services = namespaces_[ns].services;
  const auto at = services.find(key);
  while (!at->second.dests.empty()) {
    const DestKey dest = at->second.dests.begin()->first;
    throw_away(ns, key, at->second, dest);
    at->second.dests.erase(dest);
  }
  services.erase(at);
}

int Model::flush(Netns ns) {
  if (const int error = gate(ns)) return error;
  for (Netns each = 0; each < kNamespaces; ++each) {
    if (each != ns && fault_ != Fault::flush_reaches_everywhere) continue;
    auto& services = namespaces_[each].services;
    while (!services.empty()) remove(each, ServiceKey(services.begin()->first));
  }
  return 0;
}

int Model::get_service(Netns ns, const ServiceRequest& request, ListedService& out) const {
  if (const int error = gate(ns)) return error;
  ServiceKey key;
  if (const int error = parse(request, false, key)) return error;
  const ModelService* const service = look_up(ns, key);
  if (service == nullptr) return ESRCH;
  out = listed(key, *service);
  out.dests.clear();
  return 0;
}

int Model::zero(Netns ns, const std::optional<ServiceRequest>& only) {
  if (const int error = gate(ns)) return error;
  const auto zero_one = [](ModelService& service) {
    service.stats.zero();
    for (auto& [key, dest] : service.dests) dest.stats.zero();
  };
  // Without a SERVICE: all of the namespace.
  if (!only || is_absent(only->absent, 0)) {
    for (auto& [key, service] : namespaces_[ns].services) zero_one(service);
    return 0;
  }
  const Target target = find(ns, *only, false);
  if (target.error != 0) return target.error;
  zero_one(*target.service);
  return 0;
}

ListedTable Model::table(Netns ns, Order order) const {
  struct Place {
    bool by_mark;
    uint8_t row;
    uint64_t newest_first;
    const std::pair<const ServiceKey, ModelService>* entry;
  };
  std::vector<Place> places;
  for (const auto& entry : namespaces_[ns].services)
    places.push_back(
        {entry.first.fwmark != 0, row_of(entry.first, kSalts[ns]), ~entry.second.serial, &entry});
  std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    if (order == Order::by_age) return a.newest_first > b.newest_first;
    return std::tie(a.by_mark, a.row, a.newest_first) < std::tie(b.by_mark, b.row, b.newest_first);
  });
  ListedTable out;
  for (const Place& place : places) out.push_back(listed(place.entry->first, place.entry->second));
  return out;
}

int Model::list_dests(Netns ns, const ServiceRequest& request, std::vector<ListedDest>& out) const {
  if (const int error = gate(ns)) return error;
  ServiceKey key;
  out.clear();
  if (parse(request, false, key) != 0) return 0;
  if (const ModelService* const service = look_up(ns, key)) out = listed(key, *service).dests;
  return 0;
}

}  // namespace ipvsim::stateful
