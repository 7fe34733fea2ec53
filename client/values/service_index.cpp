// The hash index of services.
#include "client/values/service_index.h"

#include <bit>

#include "client/values/load.h"

namespace ipvsim::client {
namespace {

uint64_t mix(uint64_t h) {
  h *= 0x9e3779b97f4a7c15;
  return h ^ (h >> 29);
}

uint64_t hash_of(const ServiceId& id) {
  const auto* bytes = reinterpret_cast<const std::byte*>(id.address.bytes.data());
  uint64_t h = mix(load<uint64_t>(bytes) + id.fwmark);
  h = mix(h ^ load<uint64_t>(bytes + 8));
  h = mix(h ^ (uint64_t{id.port} << 32 | uint64_t{id.protocol} << 16 | id.family()));
  return h ^ (h >> 32);
}

// The half that does not choose the slot.
uint32_t upper(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

}  // namespace

void ServiceIndex::reserve(size_t entries) {
  if (entries != 0) slots_.resize(std::bit_ceil(entries * 2));
}

uint32_t ServiceIndex::find(const std::vector<ServiceEntry>& entries, const ServiceId& id) const {
  if (slots_.empty()) return kNone;
  const size_t mask = slots_.size() - 1;
  const uint64_t wanted = hash_of(id);
  for (size_t at = wanted & mask; slots_[at].position != kNone; at = (at + 1) & mask)
    if (slots_[at].hash == upper(wanted) && entries[slots_[at].position].service.id == id)
      return slots_[at].position;
  return kNone;
}

uint64_t ServiceIndex::prepare(const ServiceId& id) const {
  const uint64_t hash = hash_of(id);
  if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  return hash;
}

uint32_t ServiceIndex::find_or_add_last(const std::vector<ServiceEntry>& entries, uint64_t hash) {
  if (entries.size() * 2 > slots_.size()) grow(entries);
  const size_t mask = slots_.size() - 1;
  const ServiceId& id = entries.back().service.id;
  size_t at = hash & mask;
  for (; slots_[at].position != kNone; at = (at + 1) & mask)
    if (slots_[at].hash == upper(hash) && entries[slots_[at].position].service.id == id)
      return slots_[at].position;
  slots_[at] = {static_cast<uint32_t>(entries.size() - 1), upper(hash)};
  return slots_[at].position;
}

// Enters all but the last entry again.
void ServiceIndex::grow(const std::vector<ServiceEntry>& entries) {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 4, Slot{});
  const size_t mask = slots_.size() - 1;
  for (size_t i = 0; i + 1 < entries.size(); ++i) {
    const uint64_t wanted = hash_of(entries[i].service.id);
    size_t at = wanted & mask;
    while (slots_[at].position != kNone) at = (at + 1) & mask;
    slots_[at] = {static_cast<uint32_t>(i), upper(wanted)};
  }
}

}  // namespace ipvsim::client
