// Requests for tests: the public builders (ipvsim/request.h) and what only tests of the engine need. Shares
// nothing with sim/wire, which it is used to test.
#pragma once

#include "ipvsim/request.h"
#include "sim/face/numbers.h"
#include "uapi/genetlink.h"

namespace ipvsim::testing {

using ipvsim::Attrs;
using ipvsim::bytes_of;
using ipvsim::Data;
using ipvsim::kDo;
using ipvsim::kDoAck;
using request::batch;
using request::with_length;

inline constexpr uint16_t kDumpRequest = kDump;

inline Data netlink_message(uint16_t type, uint16_t flags, uint32_t seq, const Data& payload,
                            uint32_t pid = 0) {
  return request::message(type, flags, seq, payload, pid);
}

// One generic netlink request.
inline Data genl_request(uint16_t family, uint8_t cmd, uint16_t flags, const Attrs& attrs = {},
                         uint32_t seq = 7, uint16_t reserved = 0) {
  Data payload = bytes_of(uapi::GenlMsgHdr{cmd, 1, reserved});
  append_data(payload, attrs.data());
  return request::message(family, flags, seq, payload);
}

}  // namespace ipvsim::testing
