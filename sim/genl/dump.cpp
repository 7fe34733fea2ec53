// Producing one chunk of a dump, with the kernel's exact timing (netlink.md 12.3 and 12.4).
#include "sim/genl/dump.h"

#include <algorithm>
#include <cerrno>

#include "sim/base/cover_mark.h"
#include "sim/genl/netlink.h"

namespace ipvsim::genl {

namespace {

constexpr size_t kDoneLen = sizeof(uapi::NlMsgHdr) + sizeof(int32_t);

size_t chunk_size(Netlink& netlink, size_t learned, uint64_t chunk) {
  if (netlink.dump_buffer().kind() != DumpBufferRule::Kind::kernel) return netlink.ruled_chunk_size(chunk);
  const size_t least = netlink.config().goodsize();
  if (learned > least) cover_mark("chunk_of_learned_size");
  return std::max(learned, least);
}

}  // namespace

bool Dump::append_done(wire::Skb& skb, bool ext_ack) {
  wire::Cursor cursor(skb);
  const int32_t value = last_result_;
  uint8_t* const start = cursor.begin_raw_message(
      uapi::kNlmsgDone, static_cast<uint16_t>(uapi::kNlmFMulti | callback_.consistency_flag()),
      callback_.nlh.seq, callback_.portid, &value, sizeof(value));
  if (!cursor.ok()) return false;
  if (const std::string_view text = callback_.extack.message; ext_ack && !text.empty()) {
    const wire::Cursor plain = cursor;
    cursor.put_string(uapi::kExtAckMsg, text);
    cursor.add_flags(start, uapi::kNlmFAckTlvs);
    if (!cursor.ok()) {
      cover_mark("done_without_its_text");
      cursor = plain;
    }
  }
  cursor.end_message(start);
  cursor.commit(skb);
  return true;
}

Status Dump::next_chunk(Socket& socket) {
  Netlink& netlink = callback_.netlink;
  auto skb = std::make_unique<wire::Skb>(chunk_size(netlink, socket.learned_size(), chunks_),
                                         netlink.config().pad64);
  skb->stand_at_the_end();
  if (!socket.queue().chunk_fits(skb->charge())) {
    cover_mark("chunk_without_room");
    return ENOBUFS;
  }
  ++chunks_;
  ++socket.mutable_counters().chunks;
  ++netlink.mutable_counters().chunks;

  if (last_result_ > 0) {
    callback_.extack = {};
    const uint64_t before = netlink.steps();
    last_result_ = op_.dump(*skb, callback_);
    const uint64_t spent = netlink.steps() - before;
    socket.mutable_counters().table_steps += spent;
    netlink.mutable_counters().table_steps += spent;
  }
  if (skb->tailroom() == 0) cover_mark("chunk_full_exactly");
  if (last_result_ <= 0) {
    if (skb->tailroom() >= kDoneLen) {
      cover_mark(skb->size() == 0 ? "done_alone" : "done_joined");
      finished_ = append_done(*skb, socket.ext_ack());
    } else {
      cover_mark("done_put_off");
    }
  }
  socket.queue().push_chunk(std::move(skb));
  return {};
}

}  // namespace ipvsim::genl
