// The bucket formulas, linking and unlinking.
#include "sim/ipvs/service_table.h"

namespace ipvsim::ipvs {

size_t ServiceTable::row_of(const ServiceKey& key, uint8_t salt) {
  if (key.fwmark != 0) return (key.fwmark ^ salt) & (kRows - 1);
  const auto& b = key.addr.bytes;
  const unsigned folded = key.af == uapi::kAfInet ? b[3] : b[3] ^ b[7] ^ b[11] ^ b[15];
  return (key.protocol ^ folded ^ (key.port >> 8) ^ key.port ^ salt) & (kRows - 1);
}

void ServiceTable::insert(Service& service, uint8_t salt) {
  IPVSIM_CHECK(index_.find(service.id) == nullptr);
  service.serial = next_serial();
  chains_[half_of(service.key())][row_of(service.key(), salt)].push_front(service);
  in_order_.push_back(service);
  by_serial_.insert(by_serial_.end(), service);
  index_.insert(service);
}

void ServiceTable::remove(Service& service, uint8_t salt) {
  auto& row = chains_[half_of(service.key())][row_of(service.key(), salt)];
  row.erase(row.iterator_to(service));
  in_order_.erase(in_order_.iterator_to(service));
  by_serial_.erase(by_serial_.iterator_to(service));
  index_.erase(service);
}

}  // namespace ipvsim::ipvs
