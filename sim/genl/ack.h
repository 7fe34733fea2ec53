// The NLMSG_ERROR datagram: acknowledgement or error, with its extended part (netlink.md 4).
#pragma once

#include "sim/wire/cursor.h"
#include "sim/wire/extack.h"

namespace ipvsim::genl {

// What the requesting socket asked for.
struct AckOptions {
  uint32_t portid = 0;
  bool cap_ack = false;
  bool ext_ack = false;
  wire::Pad64 pad64 = wire::Pad64::no;
};

// Answers `request`, a whole message of nlh.len bytes, with `err` (0 or a positive errno).
wire::SkbPtr make_ack(wire::Bytes request, int err, const wire::ExtAck& extack, const AckOptions& options);

}  // namespace ipvsim::genl
