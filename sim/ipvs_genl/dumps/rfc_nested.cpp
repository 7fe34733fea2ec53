// Writing one service with as many of its destinations as fit.
#include "sim/ipvs_genl/dumps/rfc_nested.h"

#include "sim/base/cover_mark.h"
#include "sim/ipvs_genl/dumps/nested_message.h"

namespace ipvsim::ipvs_genl {

NestedWalk::NestedWalk(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback)
    : ipvs_(ipvs),
      skb_(skb),
      callback_(callback),
      start_svc_(callback.args[0]),
      start_dst_(callback.args[1]) {}

bool NestedWalk::visit(const ipvs::Service& service) {
  ipvs_.table().count_step();
  if (++svc_ <= start_svc_) return true;
  NestedMessage message(skb_);
  if (!message.open(dump_head(callback_), service, ipvs_.config())) {
    --svc_;
    return false;
  }
  for (const ipvs::Dest& dest : service.dests) {
    ipvs_.table().count_step();
    if (++dst_ <= start_dst_) continue;
    if (!message.add(dest)) {
      cover_mark(dst_ == start_dst_ + 1 ? "nested_service_without_its_next_destination"
                                        : "nested_service_repeated");
      --svc_;
      --dst_;
      message.close();
      return false;
    }
  }
  message.close();
  reset_dests();
  return true;
}

bool NestedWalk::visit_row(ipvs::ServiceTable::Half half, size_t row) {
  for (const ipvs::Service& service : ipvs_.table().chain(half, row)) {
    if (service.id.netns != callback_.netns) continue;
    if (!visit(service)) return false;
  }
  return true;
}

int NestedWalk::finish() {
  callback_.args[0] = svc_;
  callback_.args[1] = dst_;
  return static_cast<int>(skb_.size());
}

}  // namespace ipvsim::ipvs_genl
