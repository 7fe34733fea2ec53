// The universe as a table.
#include "laws/universe.h"

#include <fmt/format.h>

#include <vector>

namespace ipvsim::laws {

namespace {

constexpr uint16_t kInet = 2;
constexpr uint16_t kInet6 = 10;
constexpr uint16_t kTcp = 6;
constexpr uint16_t kUdp = 17;

// s0 to s2 fall into one row (6 ^ last byte ^ port is 87 for each), s5 and s6 into one of the other table.
const std::array<ServiceFacts, kServices> kServiceFacts = {{
    {kInet, kTcp, {10, 0, 0, 1}, 80, 0, "rr", "", "TCP 10.0.0.1:80", 320},
    {kInet, kTcp, {10, 0, 0, 2}, 83, 0, "lblc", "", "TCP 10.0.0.2:83", 324},
    {kInet, kTcp, {10, 0, 0, 3}, 82, 0, "rr", "sip", "TCP 10.0.0.3:82", 328},
    {kInet, kTcp, {10, 0, 0, 4}, 443, 0, "rr", "", "TCP 10.0.0.4:443", 320},
    {kInet6,
     kUdp,
     {0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
     53,
     0,
     "wlc",
     "",
     "UDP [2001:db8::1]:53",
     320},
    {kInet, kTcp, {}, 0, 1, "rr", "", "FWM 1", 292},
    {kInet, kTcp, {}, 0, 257, "lblc", "", "FWM 257", 296},
    {kInet6, kTcp, {}, 0, 3, "rr", "", "FWM 3 IPv6", 292},
}};

std::vector<DestFacts> make_dests() {
  std::vector<DestFacts> dests;
  for (size_t i = 0; i < kDests; ++i) {
    const auto last = static_cast<uint8_t>(i + 1);
    dests.push_back({{192, 168, 0, last}, 8080, fmt::format("192.168.0.{}:8080", last)});
  }
  return dests;
}

const std::vector<DestFacts> kDestFacts = make_dests();

}  // namespace

const ServiceFacts& service_facts(ServiceIndex index) { return kServiceFacts.at(index); }
const DestFacts& dest_facts(DestIndex index) { return kDestFacts.at(index); }

std::optional<ServiceIndex> find_service(uint16_t af, uint16_t protocol, const std::array<uint8_t, 16>& addr,
                                         uint16_t port, uint32_t fwmark) {
  for (size_t i = 0; i < kServices; ++i) {
    const ServiceFacts& facts = kServiceFacts[i];
    if (facts.af != af || facts.fwmark != fwmark) continue;
    if (fwmark != 0 || (facts.protocol == protocol && facts.port == port && facts.addr == addr))
      return static_cast<ServiceIndex>(i);
  }
  return std::nullopt;
}

std::optional<DestIndex> find_dest(const std::array<uint8_t, 16>& addr, uint16_t port) {
  for (size_t i = 0; i < kDests; ++i)
    if (kDestFacts[i].addr == addr && kDestFacts[i].port == port) return static_cast<DestIndex>(i);
  return std::nullopt;
}

}  // namespace ipvsim::laws
