// What v2 and v3 of the posting share: one NEW_SERVICE message a service with its destinations nested in it,
// repeated in the next chunk when they do not fit (rfc-dumps.md 2). The two differ in when they reset their
// counts.
#pragma once

#include "sim/ipvs_genl/dumps/dumps.h"

namespace ipvsim::ipvs_genl {

// The counts of one chunk, and the visit of one service.
class NestedWalk {
 public:
  // args: [0] services finished in this row, [1] destinations finished in the service in progress.
  NestedWalk(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);

  // False: the chunk is full.
  bool visit(const ipvs::Service& service);
  // Visits the row's services of this namespace; false: the chunk is full.
  bool visit_row(ipvs::ServiceTable::Half half, size_t row);
  void reset_services() { svc_ = start_svc_ = 0; }
  void reset_dests() { dst_ = start_dst_ = 0; }
  // Stores the counts; returns the chunk's size.
  int finish();

 private:
  ipvs::Ipvs& ipvs_;
  wire::Skb& skb_;
  genl::DumpCallback& callback_;
  uint64_t svc_ = 0;
  uint64_t dst_ = 0;
  uint64_t start_svc_;
  uint64_t start_dst_;
};

}  // namespace ipvsim::ipvs_genl
