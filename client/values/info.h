// What IPVS says of itself (ipvs-control.md 12).
#pragma once

#include <cstdint>

namespace ipvsim::client {

struct Info {
  uint32_t version = 0;  // 0x010201 is 1.2.1
  uint32_t connection_table_size = 0;

  bool operator==(const Info&) const = default;
};

}  // namespace ipvsim::client
