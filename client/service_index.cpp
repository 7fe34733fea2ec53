// The hash index of services.
#include "client/service_index.h"

#include "client/walk.h"

namespace ipvsim::client {
namespace {

uint64_t mix(uint64_t h) {
  h *= 0x9e3779b97f4a7c15;
  return h ^ (h >> 29);
}

size_t hash(const ServiceId& id) {
  const auto* bytes = reinterpret_cast<const std::byte*>(id.address.bytes.data());
  uint64_t h = mix(load<uint64_t>(bytes) + id.fwmark);
  h = mix(h ^ load<uint64_t>(bytes + 8));
  h = mix(h ^ (uint64_t{id.port} << 32 | uint64_t{id.protocol} << 16 | id.family()));
  return static_cast<size_t>(h ^ (h >> 32));
}

}  // namespace

uint32_t ServiceIndex::find(const std::vector<ServiceEntry>& entries, const ServiceId& id) const {
  if (slots_.empty()) return kNone;
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash(id) & mask; slots_[at] != kNone; at = (at + 1) & mask)
    if (entries[slots_[at]].service.id == id) return slots_[at];
  return kNone;
}

void ServiceIndex::add_last(const std::vector<ServiceEntry>& entries) {
  if (entries.size() * 2 > slots_.size())
    grow(entries);
  else
    place(entries.back().service.id, static_cast<uint32_t>(entries.size() - 1));
}

void ServiceIndex::grow(const std::vector<ServiceEntry>& entries) {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 4, kNone);
  for (size_t i = 0; i < entries.size(); ++i) place(entries[i].service.id, static_cast<uint32_t>(i));
}

void ServiceIndex::place(const ServiceId& id, uint32_t position) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash(id) & mask;
  while (slots_[at] != kNone) at = (at + 1) & mask;
  slots_[at] = position;
}

}  // namespace ipvsim::client
