// Writing an acknowledgement.
#include "sim/genl/ack.h"

#include "sim/genl/policy_attrs.h"

namespace ipvsim::genl {

namespace {

// The order of the TLVs is the kernel's: message, offset, policy (netlink.md 4.1).
bool put_tlvs(wire::Cursor& cursor, int err, const wire::ExtAck& extack) {
  const size_t before = cursor.room();
  if (!extack.message.empty()) cursor.put_string(uapi::kExtAckMsg, extack.message);
  if (err != 0 && extack.bad_attr) cursor.put_u32(uapi::kExtAckOffs, static_cast<uint32_t>(*extack.bad_attr));
  if (err != 0 && extack.policy != nullptr)
    put_policy(cursor, uapi::kExtAckPolicy | uapi::kNlaFNested, *extack.policy);
  return cursor.room() != before;
}

}  // namespace

wire::SkbPtr make_ack(wire::Bytes request, int err, const wire::ExtAck& extack, const AckOptions& options) {
  constexpr size_t kTlvRoom = 256;
  const auto nlh = wire::load_zero_filled<uapi::NlMsgHdr>(request);
  const bool echo = err != 0 && !options.cap_ack;

  auto skb = std::make_unique<wire::Skb>(
      sizeof(uapi::NlMsgHdr) + sizeof(int32_t) + request.size() + sizeof(uapi::NlMsgHdr) + kTlvRoom,
      options.pad64);
  wire::Cursor cursor(*skb);
  const struct {
    int32_t error;
    uapi::NlMsgHdr request;
  } header{-err, nlh};
  uint8_t* const start = cursor.begin_raw_message(uapi::kNlmsgError, echo ? uint16_t{0} : uapi::kNlmFCapped,
                                                  nlh.seq, options.portid, &header, sizeof(header));
  if (echo) cursor.put_raw(request.subspan(sizeof(uapi::NlMsgHdr)));
  if (options.ext_ack && put_tlvs(cursor, err, extack)) cursor.add_flags(start, uapi::kNlmFAckTlvs);
  cursor.end_message(start);
  cursor.commit(*skb);
  skb->set_charge(wire::truesize(skb->size()));
  return skb;
}

}  // namespace ipvsim::genl
