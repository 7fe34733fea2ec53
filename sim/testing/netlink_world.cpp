// Made-up families.
#include "sim/testing/netlink_world.h"

namespace ipvsim::testing {

namespace {

constexpr uint16_t kNumber = 1;
constexpr uint16_t kFiller = 2;
constexpr size_t kAttrHeader = uapi::kNlaHdrLen;
constexpr size_t kNumberSize = kAttrHeader + sizeof(uint32_t);

// Fills a message up to `size` bytes in all, of which `written` are there.
void fill(wire::Cursor& cursor, size_t size, size_t written) {
  if (size <= written) return;
  const Data filler(size - written - kAttrHeader, 0xee);
  cursor.put(kFiller, filler.data(), filler.size());
}

}  // namespace

uint16_t NetlinkWorld::add_family(std::string name, std::vector<genl::Op> ops,
                                  uint8_t first_reserved_checked) {
  auto family = std::make_unique<genl::Family>();
  family->name = std::move(name);
  family->ops = std::move(ops);
  family->first_reserved_checked = first_reserved_checked;
  return netlink_.registry().add(std::move(family)).id;
}

genl::Op do_op(uint8_t cmd, int err) {
  genl::Op op;
  op.cmd = cmd;
  op.doit = [err](genl::Request&) { return Status(err); };
  return op;
}

genl::Op reply_op(uint8_t cmd, size_t size) {
  genl::Op op;
  op.cmd = cmd;
  op.doit = [size](genl::Request& request) {
    return request.reply(request.nlh.type, request.genl.cmd, 1,
                         [&](wire::Cursor& cursor) { fill(cursor, size, uapi::kGenlAttrOffset); });
  };
  return op;
}

genl::Op dump_op(uint8_t cmd, size_t count, size_t size) {
  genl::Op op;
  op.cmd = cmd;
  op.dump = [=](wire::Skb& skb, genl::DumpCallback& callback) {
    for (; callback.args[0] < count; ++callback.args[0]) {
      wire::Cursor cursor(skb);
      uint8_t* const start = cursor.begin_message(callback.nlh.type, uapi::kNlmFMulti, callback.nlh.seq,
                                                  callback.portid, cmd, 1);
      cursor.put_u32(kNumber, static_cast<uint32_t>(callback.args[0]));
      fill(cursor, size, uapi::kGenlAttrOffset + kNumberSize);
      cursor.end_message(start);
      if (!cursor.ok()) break;
      cursor.commit(skb);
    }
    return static_cast<int>(skb.size());
  };
  return op;
}

std::vector<uint32_t> entries_of(const std::vector<Received>& datagrams) {
  std::vector<uint32_t> numbers;
  for (const Answer& answer : answers_of(datagrams))
    if (!answer.is_done() && !answer.is_error()) numbers.push_back(find(answer.attributes(), kNumber).u32());
  return numbers;
}

}  // namespace ipvsim::testing
