// GET_SERVICE_DEST as posted the second time (rfc-dumps.md 2). Its fault is kept: the count of finished
// destinations survives the end of a row, so when the service in progress vanishes, the next one loses its
// first destinations.
#include "sim/ipvs_genl/dumps/rfc_nested.h"

namespace ipvsim::ipvs_genl {

// args: NestedWalk's, [2] table (0 normal, 1 fwmark), [3] row.
int dump_service_dest_rfc_v2(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  NestedWalk walk(ipvs, skb, callback);
  const DumpedService asked = parse_dump_request(ipvs, callback);
  if (asked.named) {
    if (asked.service == nullptr) return 0;
    walk.visit(*asked.service);
    return walk.finish();
  }
  uint64_t& table = callback.args[2];
  uint64_t& row = callback.args[3];
  const auto walk_table = [&](ipvs::ServiceTable::Half half) {
    for (; row < ipvs::ServiceTable::kRows; ++row) {
      if (!walk.visit_row(half, row)) return false;
      walk.reset_services();
    }
    return true;
  };
  bool room = true;
  if (table == 0) {
    room = walk_table(ipvs::ServiceTable::kNormal);
    if (room) {
      row = 0;
      table = 1;
    }
  }
  if (room) walk_table(ipvs::ServiceTable::kFwmark);
  return walk.finish();
}

}  // namespace ipvsim::ipvs_genl
