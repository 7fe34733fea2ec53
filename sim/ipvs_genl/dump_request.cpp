// What a dump request asks for.
#include "sim/ipvs_genl/dumps/dumps.h"
#include "sim/ipvs_genl/parse.h"
#include "sim/ipvs_genl/policies.h"

namespace ipvsim::ipvs_genl {

DumpedService parse_dump_request(ipvs::Ipvs& ipvs, genl::DumpCallback& callback) {
  DumpedService out;
  wire::AttrTable attrs;
  out.status = wire::parse_attrs(callback.attrs(), uapi::kGenlAttrOffset, kCommandPolicy,
                                 wire::Validation::liberal, attrs, &callback.extack);
  out.parsed = out.status.ok();
  if (!out.parsed) return out;
  const wire::Attr* const nest = attrs.find(uapi::kIpvsCmdAttrService);
  out.named = nest != nullptr;
  const auto service = parse_service(ipvs, ipvs.netns(callback.netns), nest, Extent::identity);
  if (service.ok()) out.service = service.value().found;
  if (out.named) out.status = service.err();
  return out;
}

}  // namespace ipvsim::ipvs_genl
