// Reading the verdict at the end of an answer.
#include "client/bytes/ack.h"

#include <cstring>

#include "uapi/netlink.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

// A broken TLV costs its text, not the errno.
void read_tlvs(Bytes tlvs, Verdict& out) {
  AttrWalk walk(tlvs);
  Attr a;
  while (walk.next(a)) {
    if (a.type == kExtAckMsg) {
      const char* text = reinterpret_cast<const char*>(a.value.data());
      out.text = std::string_view(text, strnlen(text, a.value.size()));
    } else if (a.type == kExtAckOffs) {
      out.attribute_offset = static_cast<uint32_t>(number(a.value));
    }
  }
}

// -1 is EPERM on the wire. A positive value is no errno a kernel sends; it still is not a success.
int positive(int32_t value) { return value < 0 && value != INT32_MIN ? -value : value; }

}  // namespace

Verdict read_error(const MessageView& message) {
  Verdict out;
  const Bytes payload = message.payload;
  if (payload.size() < 4) {
    out.malformed = true;
    return out;
  }
  out.code = positive(load<int32_t>(payload.data()));
  if ((message.header.flags & kNlmFAckTlvs) == 0) return out;
  // The TLVs stand behind the request's header and, unless CAPPED, behind the rest of the request.
  size_t at = 4 + kNlHdrLen;
  if (payload.size() < at) return out;
  if ((message.header.flags & kNlmFCapped) == 0) {
    const auto request = load<NlMsgHdr>(payload.data() + 4);
    if (request.len < kNlHdrLen) return out;
    at += align4(request.len - kNlHdrLen);
  }
  if (at < payload.size()) read_tlvs(payload.subspan(at), out);
  return out;
}

Verdict read_done(const MessageView& message) {
  Verdict out;
  const Bytes payload = message.payload;
  if (payload.empty()) return out;
  if (payload.size() < 4) {
    out.malformed = true;
    return out;
  }
  const auto result = load<int32_t>(payload.data());
  out.code = result < 0 ? positive(result) : 0;
  if ((message.header.flags & kNlmFAckTlvs) != 0) read_tlvs(payload.subspan(4), out);
  return out;
}

}  // namespace ipvsim::client
