// Splitting a datagram into requests, checking each in the kernel's order, and acknowledging it.
#include "sim/genl/request_loop.h"

#include <algorithm>
#include <cerrno>

#include "sim/base/cover_mark.h"
#include "sim/genl/ack.h"
#include "sim/genl/dump.h"
#include "sim/genl/netlink.h"

namespace ipvsim::genl {

namespace {

// doit replies up to this size are re-allocated to fit (netlink.md 10).
constexpr size_t kTrimLimit = 1600;

// What became of a request. A dump that started gets no acknowledgement (netlink.md 12.2 row 6).
struct Outcome {
  Status status;
  bool dump_started = false;
};

// Rows 4 and 5 of genetlink.md 3.
Status check_reserved(const uapi::NlMsgHdr& nlh, const uapi::GenlMsgHdr& genl, wire::ExtAck& extack) {
  if (genl.reserved != 0) {
    extack.set_message("genlmsghdr.reserved field is not 0");
    return EINVAL;
  }
  constexpr uint16_t kAlways = uapi::kNlmFRequest | uapi::kNlmFAck | uapi::kNlmFEcho;
  const int rest = nlh.flags & ~kAlways;
  if (rest != 0 && rest != uapi::kNlmFDump) {
    extack.set_message("ambiguous or reserved bits set in nlmsg_flags");
    return EINVAL;
  }
  return {};
}

Outcome start_dump(Request& request, const Family& family, const Op& op) {
  if (!op.dump) return {EOPNOTSUPP};
  DumpCallback callback{.netlink = request.netlink,
                        .netns = request.netns,
                        .portid = request.socket.portid(),
                        .message = {request.message.begin(), request.message.end()},
                        .nlh = request.nlh,
                        .scratch = nullptr,
                        .extack = {}};
  if (request.socket.dumping()) {
    cover_mark("second_dump_is_busy");
    return {EBUSY};
  }
  if (op.validate_dump) {
    const Status valid = parse_attrs(request.message.subspan(uapi::kGenlAttrOffset), uapi::kGenlAttrOffset,
                                     *op.policy, op.validation, request.attrs, &request.extack);
    if (!valid.ok()) return {valid};
  }
  const Status started = request.socket.start_dump(std::make_unique<Dump>(family, op, std::move(callback)));
  return {started, started.ok()};
}

Outcome dispatch(Request& request, bool destination_given) {
  const Family* const family = request.netlink.registry().by_id(request.nlh.type);
  if (family == nullptr) return {ENOENT};
  if (request.message.size() < uapi::kGenlAttrOffset + family->hdrsize) return {EINVAL};
  request.genl = wire::load_zero_filled<uapi::GenlMsgHdr>(
      wire::slice(request.message, uapi::kNlHdrLen, sizeof(uapi::GenlMsgHdr)));
  if (request.genl.cmd >= family->first_reserved_checked)
    if (const Status status = check_reserved(request.nlh, request.genl, request.extack); !status.ok())
      return {status};
  if (family->id != uapi::kGenlIdCtrl && request.netlink.faults().fail_request())
    return {request.netlink.faults().failing_errno};
  const Op* const op = family->find_op(request.genl.cmd);
  if (op == nullptr) return {EOPNOTSUPP};
  if ((op->flags & uapi::kGenlAdminPerm) != 0 && !request.socket.capable(destination_given)) return {EPERM};
  if ((op->flags & uapi::kGenlUnsAdminPerm) != 0 && !request.netlink.caller().netns_admin) return {EPERM};
  if ((request.nlh.flags & uapi::kNlmFDump) == uapi::kNlmFDump) return start_dump(request, *family, *op);
  if (!op->doit) return {EOPNOTSUPP};
  if (op->policy != nullptr) {
    const Status valid = parse_attrs(request.message.subspan(uapi::kGenlAttrOffset), uapi::kGenlAttrOffset,
                                     *op->policy, op->validation, request.attrs, &request.extack);
    if (!valid.ok()) return {valid};
  }
  return {op->doit(request)};
}

Outcome serve(Request& request, bool destination_given) {
  if ((request.nlh.flags & uapi::kNlmFRequest) == 0 || request.nlh.type < uapi::kNlmsgMinType) return {};
  ++request.socket.mutable_counters().requests;
  ++request.netlink.mutable_counters().requests;
  // A dump's first chunk counts its own steps (dump.cpp); what is counted here is a do request's.
  const uint64_t chunks_before = request.netlink.counters().table_steps;
  const uint64_t before = request.netlink.steps();
  const Outcome outcome = dispatch(request, destination_given);
  const uint64_t spent =
      request.netlink.steps() - before - (request.netlink.counters().table_steps - chunks_before);
  request.socket.mutable_counters().table_steps += spent;
  request.netlink.mutable_counters().table_steps += spent;
  return outcome;
}

}  // namespace

void serve_datagram(Netlink& netlink, Socket& socket, wire::Bytes datagram, bool destination_given) {
  wire::Bytes rest = datagram;
  while (const auto nlh = wire::load<uapi::NlMsgHdr>(rest, 0)) {
    if (nlh->len < sizeof(*nlh) || nlh->len > rest.size()) return;
    Request request{.netlink = netlink,
                    .socket = socket,
                    .netns = socket.netns(),
                    .message = rest.first(nlh->len),
                    .nlh = *nlh,
                    .genl = {},
                    .attrs = {},
                    .extack = {}};
    const Outcome outcome = serve(request, destination_given);
    if (!outcome.dump_started && ((nlh->flags & uapi::kNlmFAck) != 0 || !outcome.status.ok())) {
      // A lost ACK has marked the socket overrun; there is nobody else to tell (netlink.md 4.2).
      (void)socket.deliver(
          make_ack(request.message, outcome.status.err(), request.extack,
                   {socket.portid(), socket.cap_ack(), socket.ext_ack(), netlink.config().pad64}));
    }
    rest = rest.subspan(std::min(uapi::align4(nlh->len), rest.size()));
  }
}

Status Request::reply(uint16_t type, uint8_t cmd, uint8_t version,
                      const std::function<void(wire::Cursor&)>& fill) {
  auto skb = std::make_unique<wire::Skb>(netlink.config().goodsize(), netlink.config().pad64);
  wire::Cursor cursor(*skb);
  uint8_t* const start = cursor.begin_message(type, 0, nlh.seq, socket.portid(), cmd, version);
  fill(cursor);
  if (!cursor.ok()) return EMSGSIZE;
  cursor.end_message(start);
  cursor.commit(*skb);
  if (skb->size() <= kTrimLimit) skb->set_charge(wire::truesize(skb->size()));
  return socket.deliver(std::move(skb));
}

}  // namespace ipvsim::genl
