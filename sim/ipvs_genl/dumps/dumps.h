// Every way to dump, side by side: one file each, one signature. A chunk is written to `skb`; the callback's
// words say where to go on. Returns the chunk's size, 0 when there is nothing more (ipvs-control.md 9,
// rfc-dumps.md).
#pragma once

#include <optional>

#include "sim/genl/family.h"
#include "sim/ipvs/ipvs.h"
#include "sim/ipvs_genl/emit.h"

namespace ipvsim::ipvs_genl {

using DumpHandler = int (*)(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);

// GET_SERVICE, GET_DEST and GET_DAEMON of every kernel.
int dump_services_stock(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);
int dump_dests_stock(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);
int dump_daemons(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);

// GET_SERVICE_DEST as posted, faults included (rfc-dumps.md).
int dump_service_dest_rfc_v1(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);
int dump_service_dest_rfc_v2(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);
int dump_service_dest_rfc_v3(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);

// GET_SERVICE_DEST of this project (ARCHITECTURE.md 5). -EMSGSIZE: an entry does not fit an empty chunk;
// -ESRCH: the service asked for does not exist; -EINVAL, -EAFNOSUPPORT: the request is malformed.
int dump_service_dest_serial(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback);

// The SERVICE a dump request names. Dump requests are parsed anew at every chunk, by the dump itself; what is
// to be told of the top level goes to callback.extack (nlattr.md 7.4).
struct DumpedService {
  Status status;  // what is wrong with the request, the absence of SERVICE or of the service not counted
  bool parsed = false;               // the top level is sound
  bool named = false;                // and carries SERVICE
  ipvs::Service* service = nullptr;  // which is sound and exists
};
DumpedService parse_dump_request(ipvs::Ipvs& ipvs, genl::DumpCallback& callback);

inline MessageHead dump_head(const genl::DumpCallback& callback) {
  return {callback.nlh.type, uapi::kNlmFMulti, callback.nlh.seq, callback.portid};
}

}  // namespace ipvsim::ipvs_genl
