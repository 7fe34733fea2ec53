// What the kernel of these tests is like: told to the model and to the simulator alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "proptests/stateful/values.h"
#include "uapi/ipvs.h"

namespace ipvsim::stateful {

struct Link {
  std::string name;
  uint32_t mtu;
  uint16_t af;
  Bytes16 addr;
  uint8_t prefix;
};

// K of ipvs-control.md 8.
inline constexpr uint8_t kSalts[kNamespaces] = {0x70, 0x30};
inline constexpr uint32_t kHz = 250;
inline constexpr uint32_t kConnTabSize = 4096;

inline const std::vector<std::string> kSchedulers = {"rr", "wlc", "lblc", "sh"};
inline const std::vector<std::string> kEngines = {"sip"};
// Of namespace 0 and 1.
inline const std::vector<Link> kLinks[kNamespaces] = {
    {{"lo", 65536, uapi::kAfInet, v4(127, 0, 0, 1), 8},
     {"eth0", 9000, uapi::kAfInet, v4(10, 9, 8, 1), 24},
     {"eth1", 1280, uapi::kAfInet6, {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}, 64}},
    {{"lo", 65536, uapi::kAfInet, v4(127, 0, 0, 1), 8}},
};

// The largest entry that the tests' names allow: a service with DESTS and one destination (rfc-dumps.md 2).
inline constexpr uint32_t kLargestEntry = 332 + 4 + 336;

}  // namespace ipvsim::stateful
