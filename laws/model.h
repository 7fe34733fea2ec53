// What the table is, and what it has been since the dump began: plain arrays, no code shared with sim/.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "laws/case.h"

namespace ipvsim::laws {

class Model {
 public:
  struct ServiceState {
    bool present = false;
    uint8_t timeout = 0;
    std::vector<DestIndex> dests;  // list order: the newest first
    std::array<uint8_t, kDests> weights{};
    bool has(DestIndex dest) const;
  };

  // Whether the kernel will accept the edit; the state changes exactly then.
  bool apply(const Edit& edit);
  // From here on, history is kept: what existed, and what has been left alone.
  void begin_dump();

  const ServiceState& service(ServiceIndex index) const { return services_[index]; }
  // The table at begin_dump().
  const ServiceState& initial(ServiceIndex index) const { return initial_[index]; }
  size_t edits_since_begin() const { return edits_; }

  // Existed with this value at some moment since begin_dump().
  bool existed(ServiceIndex service, uint8_t timeout) const {
    return (service_values_[service] >> timeout & 1) != 0;
  }
  bool existed(ServiceIndex service, DestIndex dest, uint8_t weight) const {
    return (dest_values_[service][dest] >> weight & 1) != 0;
  }
  bool existed_at_all(ServiceIndex service) const { return service_values_[service] != 0; }
  bool had_dests(ServiceIndex service) const {
    for (const uint8_t values : dest_values_[service])
      if (values != 0) return true;
    return false;
  }
  bool owned(ServiceIndex service, DestIndex dest) const { return dest_values_[service][dest] != 0; }
  // Was there at begin_dump() and has not been touched since.
  bool untouched(ServiceIndex service) const { return initial_[service].present && !touched_[service]; }
  bool untouched(ServiceIndex service, DestIndex dest) const {
    return untouched(service) && initial_[service].has(dest) && !dest_touched_[service][dest];
  }
  // Entries that were there at some moment since begin_dump(), each (service, destination) once, and those of
  // other namespaces, which some variants must pass by.
  size_t entries_ever() const;

 private:
  void note(ServiceIndex service);
  void remove(ServiceIndex service);

  std::array<ServiceState, kServices> services_;
  std::array<ServiceState, kServices> initial_;
  std::array<bool, kServices> foreign_{};
  size_t foreign_ever_ = 0;
  std::array<uint8_t, kServices> service_values_{};
  std::array<std::array<uint8_t, kDests>, kServices> dest_values_{};
  std::array<bool, kServices> touched_{};
  std::array<std::array<bool, kDests>, kServices> dest_touched_{};
  size_t edits_ = 0;
};

}  // namespace ipvsim::laws
