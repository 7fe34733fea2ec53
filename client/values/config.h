// The connection timeouts of a network namespace (ipvs-control.md 12).
#pragma once

#include <cstdint>

namespace ipvsim::client {

// Seconds. Client::set_config leaves a value of 0 unchanged in the kernel.
struct Config {
  uint32_t tcp_s = 0;
  uint32_t tcp_fin_s = 0;
  uint32_t udp_s = 0;

  bool operator==(const Config&) const = default;
};

}  // namespace ipvsim::client
