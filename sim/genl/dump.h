// A running dump: its start, its chunks and its DONE (netlink.md 12).
#pragma once

#include <climits>
#include <cstdint>

#include "sim/genl/family.h"
#include "sim/genl/socket.h"

namespace ipvsim::genl {

class Dump {
 public:
  Dump(const Family& family, const Op& op, DumpCallback callback)
      : family_id_(family.id), op_(op), callback_(std::move(callback)) {}

  // The family's start hook; its errno means that no dump is left running.
  Status start() { return op_.start ? op_.start(callback_) : Status(); }
  // Queues one chunk on `socket`. ENOBUFS: no room there, nothing was queued, the position is unchanged.
  Status next_chunk(Socket& socket);
  // DONE is queued; the dump may be let go.
  bool finished() const { return finished_; }

  const wire::ExtAck& extack() const { return callback_.extack; }
  DumpCursor cursor() const { return {family_id_, op_.cmd, chunks_, callback_.args}; }

 private:
  bool append_done(wire::Skb& skb, bool ext_ack);

  const uint16_t family_id_;
  const Op& op_;
  DumpCallback callback_;
  int last_result_ = INT_MAX;
  uint64_t chunks_ = 0;
  bool finished_ = false;
};

}  // namespace ipvsim::genl
