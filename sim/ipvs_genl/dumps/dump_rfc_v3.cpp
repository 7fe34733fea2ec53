// GET_SERVICE_DEST as posted the third time (rfc-dumps.md 3): v2 with its counts reset at the end of each
// row, and an end-of-table mark. What remains of its faults is kept: inside one row everything of v2 still
// happens, and a buffer that holds a service but not one destination repeats that service for ever.
#include "sim/ipvs_genl/dumps/rfc_nested.h"

namespace ipvsim::ipvs_genl {

// args: NestedWalk's, [2] table (0 normal, 1 fwmark, 2 at the end), [3] row.
int dump_service_dest_rfc_v3(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  NestedWalk walk(ipvs, skb, callback);
  const DumpedService asked = parse_dump_request(ipvs, callback);
  if (asked.named) {
    if (asked.service == nullptr) return 0;
    walk.visit(*asked.service);
    return walk.finish();
  }
  uint64_t& table = callback.args[2];
  uint64_t& row = callback.args[3];
  for (; table < ipvs::ServiceTable::kHalves; ++table, row = 0) {
    for (; row < ipvs::ServiceTable::kRows; ++row) {
      if (!walk.visit_row(static_cast<ipvs::ServiceTable::Half>(table), row)) return walk.finish();
      walk.reset_services();
      walk.reset_dests();
    }
  }
  return walk.finish();
}

}  // namespace ipvsim::ipvs_genl
