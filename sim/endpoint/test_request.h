// What the tests of this room send, and the table they ask about.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "sim/kernel.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::endpoint {

// A request of 20 bytes without attributes.
inline std::vector<uint8_t> request(uint16_t family, uint8_t cmd, uint16_t flags) {
  const uapi::NlMsgHdr nlh{20, family, static_cast<uint16_t>(flags | uapi::kNlmFRequest), 7, 0};
  const uapi::GenlMsgHdr genl{cmd, 1, 0};
  std::vector<uint8_t> bytes(20);
  std::memcpy(bytes.data(), &nlh, sizeof(nlh));
  std::memcpy(bytes.data() + sizeof(nlh), &genl, sizeof(genl));
  return bytes;
}

// Up to 254 of them, each 320 bytes in a dump.
inline void add_services(sim::Kernel& kernel, int count) {
  for (int i = 0; i < count; ++i) {
    ipvs::ServiceKey key;
    key.addr = ipvs::Address::v4(10, 0, 0, static_cast<uint8_t>(i + 1));
    key.port = 80;
    ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), key, {}).ok());
  }
}

}  // namespace ipvsim::endpoint
