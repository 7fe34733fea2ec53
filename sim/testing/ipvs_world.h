// An IPVS table without netlink around it, and short ways to write keys, for tests.
#pragma once

#include <string_view>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::testing {

// "10.0.0.1" or "2001:db8::1"; throws std::invalid_argument for anything else.
ipvs::Address address(std::string_view text);
ipvs::ServiceKey service_key(std::string_view address, uint16_t port, uint16_t protocol = uapi::kIpprotoTcp);
ipvs::DestKey dest_key(std::string_view address, uint16_t port);
ipvs::DestSettings tunnel();

// One namespace with the loopback link and, at 10.9.8.1/24, eth0.
class IpvsWorld {
 public:
  explicit IpvsWorld(ipvs::IpvsConfig config = {}, uint8_t salt = 0);

  ipvs::Ipvs& ipvs() { return ipvs_; }
  ipvs::Netns& netns(uint32_t id = 0) { return ipvs_.netns(id); }
  VirtualClock& clock() { return clock_; }

  // Adds it, which must succeed.
  ipvs::Service& add(const ipvs::ServiceKey& key, const ipvs::ServiceSettings& settings = {},
                     uint32_t netns = 0);
  ipvs::Dest& add(ipvs::Service& service, const ipvs::DestKey& key, const ipvs::DestSettings& settings = {});
  // Runs the audit; what is broken, one line each.
  std::string broken() const;

 private:
  VirtualClock clock_;
  ipvs::Ipvs ipvs_;
};

// A configuration with these schedulers and engines, 250 Hz.
ipvs::IpvsConfig with_modules();

}  // namespace ipvsim::testing
