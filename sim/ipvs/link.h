// The links of a network namespace, as far as IPVS asks about them: destination addresses and daemon
// interfaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/ipvs/names.h"

namespace ipvsim::ipvs {

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
