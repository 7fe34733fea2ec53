// Requests as bytes, for benchmarks that must not depend on a client.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/ipvs/service.h"

namespace ipvsim::tools::bench {

// NEW_SERVICE for an IPv4 service with scheduler rr, wanting an ack.
std::vector<uint8_t> new_service_request(uint16_t family, const ipvs::ServiceKey& key);
// A dump of the given command over the whole table.
std::vector<uint8_t> dump_request(uint16_t family, uint8_t cmd);

}  // namespace ipvsim::tools::bench
