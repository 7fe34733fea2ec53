// What a generic netlink family is to the core: a table of commands with their handlers (genetlink.md 2 to
// 4).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/cover_mark.h"
#include "sim/base/status.h"
#include "sim/wire/cursor.h"
#include "sim/wire/policy.h"
#include "uapi/genetlink.h"

namespace ipvsim::genl {

class Netlink;
class Socket;

// A network namespace, by the order in which the kernel made it; 0 is the initial one.
using NetnsId = uint32_t;

// A do request while its handler runs.
struct Request {
  Netlink& netlink;
  Socket& socket;
  NetnsId netns;
  wire::Bytes message;  // from the netlink header on
  uapi::NlMsgHdr nlh;
  uapi::GenlMsgHdr genl;
  wire::AttrTable attrs;
  wire::ExtAck extack;

  // Sends one answer of family `type` to the requester, `fill` writing its attributes. EAGAIN: the queue
  // refused it.
  Status reply(uint16_t type, uint8_t cmd, uint8_t version, const std::function<void(wire::Cursor&)>& fill);
};

// A running dump as its family sees it: the request it answers and where it stands.
struct DumpCallback {
  Netlink& netlink;
  NetnsId netns;
  uint32_t portid;
  std::vector<uint8_t> message;  // the request, from the netlink header on
  uapi::NlMsgHdr nlh;
  // The family's own words, all 0 at the start: counts, rows, identities.
  std::array<uint64_t, 6> args{};
  // For a family that must remember more than numbers.
  std::shared_ptr<void> scratch;
  // Consistency (netlink.md 12.5): a family that maintains `seq` stores its generation there before it
  // writes; 0 is "not maintained". prev_seq is the value of the message written last.
  uint64_t seq = 0;
  uint64_t prev_seq = 0;
  wire::ExtAck extack;  // of the last callback call

  wire::Bytes attrs() const { return wire::Bytes(message).subspan(uapi::kGenlAttrOffset); }
  // NLM_F_DUMP_INTR if the generation moved since the last message, else 0; remembers the generation.
  uint16_t consistency_flag() {
    const bool moved = prev_seq != 0 && seq != prev_seq;
    prev_seq = seq;
    if (moved) cover_mark("generation_moved");
    return moved ? uapi::kNlmFDumpIntr : uint16_t{0};
  }
};

// One command of a family. `policy` null: attributes are not looked at.
struct Op {
  uint8_t cmd = 0;
  uint32_t flags = 0;  // kGenlAdminPerm, kGenlUnsAdminPerm
  const wire::Policy* policy = nullptr;
  wire::Validation validation = wire::Validation::liberal;
  bool validate_dump = false;
  std::function<Status(Request&)> doit;
  // Checks a dump before it runs; may be empty.
  std::function<Status(DumpCallback&)> start;
  // Fills one chunk; returns the skb's size, or 0 or a negative errno for the end (netlink.md 12.3).
  std::function<int(wire::Skb&, DumpCallback&)> dump;

  // OP_FLAGS as NEWFAMILY tells them (genetlink.md 6.2).
  uint32_t reported_flags() const {
    return flags | (doit ? uapi::kGenlCmdCapDo : 0) | (dump ? uapi::kGenlCmdCapDump : 0) |
           (policy != nullptr ? uapi::kGenlCmdCapHasPol : 0);
  }
};

struct McastGroup {
  std::string name;
  uint32_t id = 0;
};

struct Family {
  std::string name;
  uint16_t id = 0;  // 0: the registry chooses
  uint8_t version = 1;
  uint32_t hdrsize = 0;
  uint32_t maxattr = 0;  // the family-level maximum, told by NEWFAMILY
  // From this command number on, reserved header fields must be 0 (genetlink.md 3 rows 4 and 5).
  uint8_t first_reserved_checked = 0;
  std::vector<Op> ops;
  std::vector<McastGroup> groups;

  const Op* find_op(uint32_t cmd) const {
    for (const Op& op : ops)
      if (op.cmd == cmd) return &op;
    return nullptr;
  }
};

}  // namespace ipvsim::genl
