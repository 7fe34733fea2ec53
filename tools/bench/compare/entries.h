// The entries that benchmark tables are made of: numbers in, keys and settings out, the same on every side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::tools::bench {

// Service number `i` (below 2^24): 10.x.y.z:80 over TCP. Numbers in a row spread over the rows of the table.
inline ipvs::ServiceKey service_key(size_t i) {
  ipvs::ServiceKey key;
  key.addr = ipvs::Address::v4(10, static_cast<uint8_t>(i >> 16), static_cast<uint8_t>(i >> 8),
                               static_cast<uint8_t>(i));
  key.port = 80;
  return key;
}

// Firewall-mark service number `i`: mark i + 1.
inline ipvs::ServiceKey fwmark_key(size_t i) {
  return ipvs::ServiceKey::of_fwmark(static_cast<uint32_t>(i + 1));
}

// Destination number `i` (below 2^24) of a service: 172.x.y.z:8080. None is a broadcast address: only
// loopback is a link of these kernels.
inline ipvs::DestKey dest_key(size_t i) {
  ipvs::DestKey key;
  key.addr = ipvs::Address::v4(172, static_cast<uint8_t>(i >> 16), static_cast<uint8_t>(i >> 8),
                               static_cast<uint8_t>(i));
  key.port = 8080;
  return key;
}

}  // namespace ipvsim::tools::bench
