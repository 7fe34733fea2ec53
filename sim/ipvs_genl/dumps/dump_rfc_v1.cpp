// GET_SERVICE_DEST as first posted (rfc-dumps.md 1): a flat stream of NEW_SERVICE and NEW_DEST. Its faults
// are features here: firewall-mark services are never visited, an unknown service dumps everything, edits
// shift counts.
#include "sim/base/cover_mark.h"
#include "sim/ipvs_genl/dumps/dumps.h"

namespace ipvsim::ipvs_genl {

namespace {

class Walk {
 public:
  Walk(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback)
      : ipvs_(ipvs),
        skb_(skb),
        callback_(callback),
        head_(dump_head(callback)),
        start_svc_(callback.args[0]),
        start_dst_(callback.args[1]),
        last_(callback.args[2]) {}

  // False: the chunk is full.
  bool visit(const ipvs::Service& service) {
    ipvs_.table().count_step();
    ++svc_;
    if (svc_ < start_svc_) return true;
    if (svc_ == start_svc_ && service.serial != last_) {
      cover_mark("v1_remembered_service_gone");
      return true;
    }
    if (svc_ > start_svc_) {
      if (!append_service(skb_, head_, service, ipvs_.config())) {
        --svc_;
        return false;
      }
      last_ = service.serial;
      start_dst_ = 0;
    }
    dst_ = 0;
    for (const ipvs::Dest& dest : service.dests) {
      ipvs_.table().count_step();
      if (++dst_ <= start_dst_) continue;
      if (!append_dest(skb_, head_, dest)) {
        --dst_;
        return false;
      }
    }
    return true;
  }

  // The normal table only: the posted code follows the wrong link in the other one and visits nothing there.
  void visit_table() {
    ipvs::ServiceTable& table = ipvs_.table();
    const bool all_ours = ipvs_.netns(callback_.netns).services == table.size();
    for (size_t row = 0; row < ipvs::ServiceTable::kRows; ++row) {
      const ipvs::ServiceChain& chain = table.chain(ipvs::ServiceTable::kNormal, row);
      if (all_ours && svc_ + chain.size() < start_svc_) {
        // The kernel walks these too; counting them is enough for us.
        table.count_step(chain.size());
        svc_ += chain.size();
        continue;
      }
      for (const ipvs::Service& service : chain) {
        if (service.id.netns != callback_.netns) continue;
        if (!visit(service)) return;
      }
    }
  }

  int finish() {
    callback_.args[0] = svc_;
    callback_.args[1] = dst_;
    callback_.args[2] = last_;
    return static_cast<int>(skb_.size());
  }

 private:
  ipvs::Ipvs& ipvs_;
  wire::Skb& skb_;
  genl::DumpCallback& callback_;
  const MessageHead head_;
  uint64_t svc_ = 0;
  uint64_t dst_ = 0;
  const uint64_t start_svc_;
  uint64_t start_dst_;
  uint64_t last_;  // the service in progress; its serial stands for the kernel's remembered pointer
};

}  // namespace

int dump_service_dest_rfc_v1(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  Walk walk(ipvs, skb, callback);
  const DumpedService asked = parse_dump_request(ipvs, callback);
  if (asked.service != nullptr)
    walk.visit(*asked.service);
  else
    walk.visit_table();
  if (asked.named && asked.service == nullptr) cover_mark("v1_unknown_service_dumps_all");
  return walk.finish();
}

}  // namespace ipvsim::ipvs_genl
