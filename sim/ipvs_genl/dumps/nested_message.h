// The wire form of v2, v3 and serial: a NEW_SERVICE message whose last attribute is a nest of its
// destinations.
#pragma once

#include "sim/ipvs/ipvs.h"
#include "sim/ipvs_genl/emit.h"

namespace ipvsim::ipvs_genl {

// One message under construction. open(), then add() until it says no, then close().
class NestedMessage {
 public:
  explicit NestedMessage(wire::Skb& skb) : skb_(skb), cursor_(skb) {}

  // The headers, the SERVICE nest with its attributes, and the DESTS nest, open. False: they do not fit, and
  // nothing is written.
  bool open(const MessageHead& head, const ipvs::Service& service, const ipvs::IpvsConfig& config) {
    start_ = cursor_.begin_message(head.type, head.flags, head.seq, head.portid, uapi::kIpvsNewService,
                                   uapi::kIpvsVersion);
    service_ = cursor_.begin_nest(uapi::kIpvsCmdAttrService);
    put_service(cursor_, service, config);
    dests_ = cursor_.begin_nest(uapi::kIpvsSvcAttrDests);
    return cursor_.ok();
  }

  // One DEST nest. False: it does not fit, and nothing of it is written.
  bool add(const ipvs::Dest& dest) {
    const wire::Cursor before = cursor_;
    uint8_t* const nest = cursor_.begin_nest(uapi::kIpvsDestsAttrDest);
    put_dest(cursor_, dest);
    cursor_.end_nest(nest);
    if (cursor_.ok()) return true;
    cursor_ = before;
    return false;
  }

  // Closes the nests and makes the message part of the skb.
  void close() {
    cursor_.end_nest(dests_);
    cursor_.end_nest(service_);
    cursor_.end_message(start_);
    cursor_.commit(skb_);
  }

 private:
  wire::Skb& skb_;
  wire::Cursor cursor_;
  uint8_t* start_ = nullptr;
  uint8_t* service_ = nullptr;
  uint8_t* dests_ = nullptr;
};

}  // namespace ipvsim::ipvs_genl
