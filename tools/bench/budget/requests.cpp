// The two requests, laid out as ipvsadm's are (ipvs-control.md 5).
#include "tools/bench/budget/requests.h"

#include "sim/wire/cursor.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools::bench {

namespace {

template <class Fill>
std::vector<uint8_t> message(uint16_t family, uint8_t cmd, uint16_t flags, Fill fill) {
  wire::Skb skb(256);
  wire::Cursor cursor(skb);
  uint8_t* const start = cursor.begin_message(family, static_cast<uint16_t>(uapi::kNlmFRequest | flags), 1, 0,
                                              cmd, uapi::kIpvsVersion);
  fill(cursor);
  cursor.end_message(start);
  cursor.commit(skb);
  return {skb.bytes().begin(), skb.bytes().end()};
}

}  // namespace

std::vector<uint8_t> new_service_request(uint16_t family, const ipvs::ServiceKey& key) {
  return message(family, uapi::kIpvsNewService, uapi::kNlmFAck, [&](wire::Cursor& cursor) {
    const uint32_t flags_and_mask[] = {0, 0xffffffff};
    uint8_t* const nest = cursor.begin_nest(uapi::kIpvsCmdAttrService);
    cursor.put_u16(uapi::kIpvsSvcAttrAf, key.af);
    cursor.put_u16(uapi::kIpvsSvcAttrProtocol, key.protocol);
    cursor.put(uapi::kIpvsSvcAttrAddr, key.addr.bytes.data(), key.addr.bytes.size());
    cursor.put_be16(uapi::kIpvsSvcAttrPort, key.port);
    cursor.put_string(uapi::kIpvsSvcAttrSchedName, "rr");
    cursor.put(uapi::kIpvsSvcAttrFlags, flags_and_mask, sizeof(flags_and_mask));
    cursor.put_u32(uapi::kIpvsSvcAttrTimeout, 0);
    cursor.put_u32(uapi::kIpvsSvcAttrNetmask, 0xffffffff);
    cursor.end_nest(nest);
  });
}

std::vector<uint8_t> dump_request(uint16_t family, uint8_t cmd) {
  return message(family, cmd, uapi::kNlmFDump, [](wire::Cursor&) {});
}

}  // namespace ipvsim::tools::bench
