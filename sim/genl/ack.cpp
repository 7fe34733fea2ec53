// Writing an acknowledgement.
#include "sim/genl/ack.h"

#include "sim/base/cover_mark.h"
#include "sim/genl/policy_attrs.h"

namespace ipvsim::genl {

namespace {

struct Tlvs {
  bool any = false;
  size_t unused = 0;  // bytes set aside for them beyond what they take
};

// The order of the TLVs is the kernel's: message, offset, policy (netlink.md 4.1).
Tlvs put_tlvs(wire::Cursor& cursor, int err, const wire::ExtAck& extack, wire::Pad64 pad64) {
  const size_t before = cursor.room();
  if (!extack.message.empty()) cursor.put_string(uapi::kExtAckMsg, extack.message);
  if (err != 0 && extack.bad_attr) cursor.put_u32(uapi::kExtAckOffs, static_cast<uint32_t>(*extack.bad_attr));
  const size_t before_policy = cursor.room();
  size_t estimate = 0;
  if (err != 0 && extack.policy != nullptr) {
    put_policy(cursor, uapi::kExtAckPolicy | uapi::kNlaFNested, *extack.policy);
    estimate = policy_estimate(*extack.policy, pad64);
  }
  return {cursor.room() != before, estimate - (before_policy - cursor.room())};
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
  if (err != 0 && options.cap_ack) cover_mark("error_ack_capped");
  if (echo) cursor.put_raw(request.subspan(sizeof(uapi::NlMsgHdr)));
  Tlvs tlvs;
  if (options.ext_ack) tlvs = put_tlvs(cursor, err, extack, options.pad64);
  if (tlvs.any) cursor.add_flags(start, uapi::kNlmFAckTlvs);
  cursor.end_message(start);
  cursor.commit(*skb);
  if (tlvs.unused != 0) cover_mark("ack_charged_beyond_its_bytes");
  skb->set_charge(wire::truesize(skb->size() + tlvs.unused));  // netlink.md 10
  return skb;
}

}  // namespace ipvsim::genl
