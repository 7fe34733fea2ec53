// The verdict at the end of an answer: what NLMSG_ERROR and NLMSG_DONE say, extended ack included (netlink.md
// 4, 12.4).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "client/bytes/walk.h"

namespace ipvsim::client {

// `text` points into the message.
struct Verdict {
  bool malformed = false;
  int code = 0;  // positive errno, 0 for success
  std::string_view text;
  std::optional<uint32_t> attribute_offset;
};

// An NLMSG_ERROR. A kernel's errno is taken from the message itself: libnl's codes map ESRCH and ENOENT to
// one.
Verdict read_error(const MessageView& message);

// An NLMSG_DONE; without a payload it is a success.
Verdict read_done(const MessageView& message);

}  // namespace ipvsim::client
