// Finds a service among those already read, so that fragments of one service meet (rfc-dumps.md 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/values/table.h"

namespace ipvsim::client {

// Open addressing over positions in a vector of entries: one allocation for a whole table, none a service.
class ServiceIndex {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // Room for so many entries; the index must be empty.
  void reserve(size_t entries);
  // The position of the entry with that identity, or kNone.
  uint32_t find(const std::vector<ServiceEntry>& entries, const ServiceId& id) const;
  // What the identity of an entry comes to; asking early fetches what find_or_add_last() will look at.
  uint64_t prepare(const ServiceId& id) const;
  // The position of the entry with the identity of the last one, which prepare() gave `hash` for. Where there
  // is none the last one itself is entered, and its position is the answer.
  uint32_t find_or_add_last(const std::vector<ServiceEntry>& entries, uint64_t hash);

 private:
  // Half of the hash stands beside the position: the entry itself, which is far away, is looked at only when
  // it is the one.
  struct Slot {
    uint32_t position = kNone;
    uint32_t hash = 0;
  };

  void grow(const std::vector<ServiceEntry>& entries);

  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace ipvsim::client
