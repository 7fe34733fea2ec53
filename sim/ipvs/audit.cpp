// The invariants of the table, each derived again from the chains and lists alone.
#include "sim/ipvs/audit.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

namespace ipvsim::ipvs {

namespace {

// A look-up key made of plain values, so that the audit does not lean on the hashes and == it is checking.
using PlainService = std::tuple<uint32_t, uint16_t, uint16_t, std::string, uint16_t, uint32_t>;
using PlainDest = std::tuple<uint16_t, std::string, uint16_t>;

std::string plain(const Address& address) {
  return {reinterpret_cast<const char*>(address.bytes.data()), address.bytes.size()};
}
PlainService plain(const Service& service) {
  const ServiceKey& key = service.key();
  if (key.fwmark != 0) return {service.id.netns, key.af, 0, "", 0, key.fwmark};
  return {service.id.netns, key.af, key.protocol, plain(key.addr), key.port, key.fwmark};
}
PlainDest plain(const Dest& dest) { return {dest.key.af, plain(dest.key.addr), dest.key.port}; }

class Auditor {
 public:
  explicit Auditor(const Ipvs& ipvs) : ipvs_(ipvs) {}

  std::vector<std::string> run() {
    walk_serial_order();
    for (size_t half = 0; half < ServiceTable::kHalves; ++half)
      for (size_t row = 0; row < ServiceTable::kRows; ++row)
        check_chain(static_cast<ServiceTable::Half>(half), row);
    check_indexes();
    for (uint32_t id = 0; id < ipvs_.netns_count(); ++id) check_netns(ipvs_.netns(id));
    return std::move(broken_);
  }

 private:
  template <class... Args>
  void expect(bool holds, fmt::format_string<Args...> text, Args&&... args) {
    if (!holds) broken_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  void walk_serial_order() {
    uint64_t older = 0;
    auto listed = ipvs_.table().in_order().begin();
    const auto none = ipvs_.table().in_order().end();
    for (const Service& service : ipvs_.table().by_serial()) {
      expect(listed != none && &*listed == &service, "service {} not where the ordered list has it",
             service.serial);
      if (listed != none) ++listed;
      expect(service.serial > older, "service {} behind a newer one in serial order", service.serial);
      older = service.serial;
      in_serial_order_.insert(&service);
    }
    expect(listed == none, "the ordered list is longer than the serial order");
  }

  void check_chain(ServiceTable::Half half, size_t row) {
    uint64_t newer = UINT64_MAX;
    for (const Service& service : ipvs_.table().chain(half, row)) {
      const ServiceKey& key = service.key();
      expect(service.id.netns < ipvs_.netns_count(), "service {} in no namespace", service.serial);
      const uint8_t salt = ipvs_.netns(service.id.netns).salt;
      expect(half == ServiceTable::half_of(key) && row == ServiceTable::row_of(key, salt),
             "service {} in the wrong row {}", service.serial, row);
      expect(service.serial < newer, "service {} behind an older one in row {}", service.serial, row);
      newer = service.serial;
      expect(seen_.insert(plain(service)).second, "two services of one key, serial {}", service.serial);
      expect(serials_.insert(service.serial).second, "serial {} twice", service.serial);
      check_service(service);
      ++services_[service.id.netns];
    }
  }

  void check_service(const Service& service) {
    const ServiceKey& key = service.key();
    expect(key.af == uapi::kAfInet || key.af == uapi::kAfInet6, "service {} of family {}", service.serial,
           key.af);
    expect(key.addr == key.addr.of_family(key.af), "service {} with stray address bytes", service.serial);
    expect((service.flags & uapi::kIpvsSvcFHashed) != 0, "service {} not marked hashed", service.serial);
    expect(in_serial_order_.contains(&service), "service {} not in serial order", service.serial);
    uint64_t newer = UINT64_MAX;
    // The list is the serial order backwards (ARCHITECTURE.md 5).
    auto expected = service.dests_by_serial.rbegin();
    const auto none = service.dests_by_serial.rend();
    std::set<PlainDest> dests;
    for (const Dest& dest : service.dests) {
      expect(dest.service == &service, "destination {} of another service in {}", dest.serial,
             service.serial);
      expect(dest.serial < newer, "destination {} out of order in {}", dest.serial, service.serial);
      newer = dest.serial;
      expect(dests.insert(plain(dest)).second, "two destinations of one key in {}", service.serial);
      expect(serials_.insert(dest.serial).second, "serial {} twice", dest.serial);
      expect(dest.owner_serial == service.serial, "destination {} remembers another owner", dest.serial);
      expect(expected != none && &*expected == &dest, "destination {} not in serial order", dest.serial);
      if (expected != none) ++expected;
      expect(dest.key.addr == dest.key.addr.of_family(dest.key.af), "destination {} with stray bytes",
             dest.serial);
      if (dest.key.af != key.af) ++mixed_[service.id.netns];
      ++dests_;
    }
    expect(expected == none, "service {} has more destinations in serial order than in its list",
           service.serial);
  }

  void check_indexes() {
    size_t total = 0;
    for (const auto& [netns, count] : services_) total += count;
    expect(ipvs_.table().size() == total, "serial order holds {} of {} services", ipvs_.table().size(),
           total);
    expect(ipvs_.indexed_services() == total, "index holds {} of {} services", ipvs_.indexed_services(),
           total);
    expect(ipvs_.indexed_dests() == dests_, "index holds {} of {} destinations", ipvs_.indexed_dests(),
           dests_);
    expect(serials_.empty() || *serials_.rbegin() <= ipvs_.table().last_serial(), "a serial from the future");
  }

  void check_netns(const Netns& netns) {
    expect(netns.services == services_[netns.id], "namespace {} counts {} services, has {}", netns.id,
           netns.services, services_[netns.id]);
    expect(netns.mixed_family_dests == mixed_[netns.id], "namespace {} miscounts mixed destinations",
           netns.id);
    expect(netns.generation != 0, "namespace {} without a generation", netns.id);
    for (const Dest& dest : netns.trash.entries()) {
      expect(dest.service == nullptr, "destination {} in the trash and in a service", dest.serial);
      expect(dest.virtual_key.netns == netns.id, "destination {} in a foreign trash", dest.serial);
      expect(!serials_.contains(dest.serial), "destination {} in the trash and alive", dest.serial);
    }
  }

  const Ipvs& ipvs_;
  std::vector<std::string> broken_;
  std::set<const Service*> in_serial_order_;
  std::set<PlainService> seen_;
  std::set<uint64_t> serials_;
  std::map<uint32_t, size_t> services_;
  std::map<uint32_t, size_t> mixed_;
  size_t dests_ = 0;
};

}  // namespace

std::vector<std::string> audit(const Ipvs& ipvs) { return Auditor(ipvs).run(); }

}  // namespace ipvsim::ipvs
