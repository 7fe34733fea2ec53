// The links of a network namespace, as far as IPVS asks about them: destination addresses and daemon
// interfaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/ipvs/address.h"

namespace ipvsim::ipvs {

// One address of one link that is up.
struct Link {
  std::string name;
  uint32_t mtu = 1500;
  uint16_t af = uapi::kAfInet;
  Address address;
  uint8_t prefix = 32;

  // "lo", mtu 65536, 127.0.0.1/8: what every namespace has.
  static Link loopback();
};

class Links {
 public:
  Links() = default;
  explicit Links(std::vector<Link> links) : links_(std::move(links)) {}

  const Link* find(const std::string& name) const;
  const std::vector<Link>& all() const { return links_; }
  // Row 13 of ipvs-control.md 6: whether a destination may have this address.
  bool destination_allowed(uint16_t af, const Address& address) const;

 private:
  bool is_own(uint16_t af, const Address& address) const;
  bool is_broadcast(uint32_t v4) const;

  std::vector<Link> links_;
};

}  // namespace ipvsim::ipvs
