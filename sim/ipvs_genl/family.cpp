// Assembling the command table.
#include "sim/ipvs_genl/family.h"

#include "sim/ipvs_genl/commands.h"
#include "sim/ipvs_genl/dumps/dumps.h"
#include "sim/ipvs_genl/policies.h"

namespace ipvsim::ipvs_genl {

namespace {

using DoHandler = Status (*)(ipvs::Ipvs&, genl::Request&);

struct Row {
  uint8_t cmd;
  DoHandler doit;
  DumpHandler dump;
};

// In the order in which NEWFAMILY lists them.
constexpr Row kRows[] = {
    {uapi::kIpvsNewService, set_command, nullptr},
    {uapi::kIpvsSetService, set_command, nullptr},
    {uapi::kIpvsDelService, set_command, nullptr},
    {uapi::kIpvsGetService, get_command, dump_services_stock},
    {uapi::kIpvsNewDest, set_command, nullptr},
    {uapi::kIpvsSetDest, set_command, nullptr},
    {uapi::kIpvsDelDest, set_command, nullptr},
    {uapi::kIpvsGetDest, nullptr, dump_dests_stock},
    {uapi::kIpvsNewDaemon, daemon_command, nullptr},
    {uapi::kIpvsDelDaemon, daemon_command, nullptr},
    {uapi::kIpvsGetDaemon, nullptr, dump_daemons},
    {uapi::kIpvsSetConfig, set_command, nullptr},
    {uapi::kIpvsGetConfig, get_command, nullptr},
    {uapi::kIpvsGetInfo, get_command, nullptr},
    {uapi::kIpvsZero, set_command, nullptr},
    {uapi::kIpvsFlush, set_command, nullptr},
};

genl::Op make_op(ipvs::Ipvs& ipvs, const Row& row) {
  genl::Op op;
  op.cmd = row.cmd;
  op.flags = uapi::kGenlAdminPerm;
  op.policy = &kCommandPolicy;
  if (row.doit != nullptr)
    op.doit = [&ipvs, doit = row.doit](genl::Request& request) { return doit(ipvs, request); };
  if (row.dump != nullptr)
    op.dump = [&ipvs, dump = row.dump](wire::Skb& skb, genl::DumpCallback& callback) {
      return dump(ipvs, skb, callback);
    };
  return op;
}

DumpHandler service_dest_dump(DumpVariant variant) {
  switch (variant) {
    case DumpVariant::rfc_v1:
      return dump_service_dest_rfc_v1;
    case DumpVariant::rfc_v2:
      return dump_service_dest_rfc_v2;
    case DumpVariant::rfc_v3:
      return dump_service_dest_rfc_v3;
    case DumpVariant::serial:
      return dump_service_dest_serial;
    case DumpVariant::stock:
      break;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<genl::Family> make_ipvs_family(ipvs::Ipvs& ipvs, DumpVariant variant) {
  auto family = std::make_unique<genl::Family>();
  family->name = uapi::kIpvsName;
  family->version = uapi::kIpvsVersion;
  family->maxattr = uapi::kIpvsCmdAttrMax;
  for (const Row& row : kRows) family->ops.push_back(make_op(ipvs, row));
  if (const DumpHandler dump = service_dest_dump(variant))
    family->ops.push_back(make_op(ipvs, {uapi::kIpvsGetServiceDest, nullptr, dump}));
  // One past the last command (genetlink.md 3).
  family->first_reserved_checked = static_cast<uint8_t>(family->ops.back().cmd + 1);
  return family;
}

}  // namespace ipvsim::ipvs_genl
