// The two hash tables of services, global to a kernel, and the order they are dumped in (ipvs-control.md 8);
// beside them an index for look-ups and one by serial number.
#pragma once

#include <array>
#include <cstdint>

#include "sim/ipvs/service.h"

namespace ipvsim::ipvs {

using ServiceChain = bi::list<Service, bi::member_hook<Service, ListHook, &Service::bucket_hook>,
                              bi::constant_time_size<true>>;

// Every service, the oldest first. A tree finds where a serial number stands in this order; a list walks it,
// each step knowing the next entry without a look at others.
using ServicesInOrder = bi::list<Service, bi::member_hook<Service, ListHook, &Service::order_hook>,
                                 bi::constant_time_size<false>>;
struct ServiceSerialOf {
  using type = uint64_t;
  const type& operator()(const Service& service) const { return service.serial; }
};
using ServicesBySerial = bi::set<Service, bi::member_hook<Service, SerialHook, &Service::serial_hook>,
                                 bi::key_of_value<ServiceSerialOf>, bi::constant_time_size<true>>;

class ServiceTable {
 public:
  static constexpr size_t kRows = 256;
  // Normal services come first in every dump, firewall-mark services after them.
  enum Half : size_t { kNormal, kFwmark, kHalves };

  // The row of a service in its half, given its namespace's salt.
  static size_t row_of(const ServiceKey& key, uint8_t salt);
  static Half half_of(const ServiceKey& key) { return key.fwmark != 0 ? kFwmark : kNormal; }

  // Links at the row's head and gives the service its serial number. The key must be free.
  void insert(Service& service, uint8_t salt);
  void remove(Service& service, uint8_t salt);
  Service* find(const ServiceId& id) {
    count_step();
    return index_.find(id);
  }

  ServiceChain& chain(Half half, size_t row) { return chains_[half][row]; }
  const ServiceChain& chain(Half half, size_t row) const { return chains_[half][row]; }
  ServicesBySerial& by_serial() { return by_serial_; }
  const ServicesBySerial& by_serial() const { return by_serial_; }
  ServicesInOrder& in_order() { return in_order_; }
  const ServicesInOrder& in_order() const { return in_order_; }
  size_t size() const { return by_serial_.size(); }
  size_t indexed() const { return index_.size(); }

  // Calls visit(service) for each service of every namespace in dump order; it may remove the one it is
  // given.
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& half : chains_)
      for (auto& row : half)
        for (auto at = row.begin(); at != row.end();) visit(*at++);
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& half : chains_)
      for (const auto& row : half)
        for (const Service& service : row) visit(service);
  }

  // Serial numbers of services and destinations come from one counter.
  uint64_t next_serial() { return ++last_serial_; }
  uint64_t last_serial() const { return last_serial_; }
  // The next entry gets the number after this one; for putting back a table that was. Must not be below the
  // number of an entry there is.
  void set_last_serial(uint64_t serial) { last_serial_ = serial; }

  // Table steps: entries passed by walks and look-ups, the cost that does not depend on the machine.
  void count_step(uint64_t steps = 1) { steps_ += steps; }
  const uint64_t& steps() const { return steps_; }

 private:
  std::array<std::array<ServiceChain, kRows>, kHalves> chains_;
  GrowingIndex<Service, &Service::index_hook, ServiceIdOf, ServiceIdHash> index_;
  ServicesInOrder in_order_;
  ServicesBySerial by_serial_;
  uint64_t last_serial_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace ipvsim::ipvs
