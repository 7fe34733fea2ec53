// GETFAMILY by id, by name and as a dump, and the NEWFAMILY message.
#include "sim/genl/nlctrl.h"

#include <cerrno>

#include "sim/genl/netlink.h"
#include "sim/genl/policy_dump.h"

namespace ipvsim::genl {

namespace {

using wire::AttrKind;
using wire::AttrPolicy;

constexpr AttrPolicy kGetFamilyAttrs[] = {{}, {AttrKind::u16}, {AttrKind::nul_string, uapi::kGenlNameMax}};
constexpr wire::Policy kGetFamilyPolicy{kGetFamilyAttrs};

// genetlink.md 6.5: strict, so numbers without an entry are "Unsupported attribute".
constexpr AttrPolicy kGetPolicyAttrs[] = {
    {}, {AttrKind::u16}, {AttrKind::nul_string, uapi::kGenlNameMax}, {}, {}, {}, {}, {}, {},
    {}, {AttrKind::u32}};
constexpr wire::Policy kGetPolicyPolicy{kGetPolicyAttrs};

void put_family(wire::Cursor& cursor, const Family& family) {
  cursor.put_string(uapi::kCtrlFamilyName, family.name);
  cursor.put_u16(uapi::kCtrlFamilyId, family.id);
  cursor.put_u32(uapi::kCtrlVersionAttr, family.version);
  cursor.put_u32(uapi::kCtrlHdrsize, family.hdrsize);
  cursor.put_u32(uapi::kCtrlMaxattr, family.maxattr);
  if (!family.ops.empty()) {
    uint8_t* const ops = cursor.begin_nest(uapi::kCtrlOps);
    uint16_t number = 0;
    for (const Op& op : family.ops) {
      uint8_t* const entry = cursor.begin_nest(++number);
      cursor.put_u32(uapi::kCtrlOpId, op.cmd);
      cursor.put_u32(uapi::kCtrlOpFlags, op.reported_flags());
      cursor.end_nest(entry);
    }
    cursor.end_nest(ops);
  }
  if (!family.groups.empty()) {
    uint8_t* const groups = cursor.begin_nest(uapi::kCtrlMcastGroups);
    uint16_t number = 0;
    for (const McastGroup& group : family.groups) {
      uint8_t* const entry = cursor.begin_nest(++number);
      cursor.put_u32(uapi::kCtrlMcastGrpId, group.id);
      cursor.put_string(uapi::kCtrlMcastGrpName, group.name);
      cursor.end_nest(entry);
    }
    cursor.end_nest(groups);
  }
}

// The name, when given, replaces what the id found (genetlink.md 6.1).
Status get_family(Request& request) {
  const Registry& registry = request.netlink.registry();
  const wire::Attr* const id = request.attrs.find(uapi::kCtrlFamilyId);
  const wire::Attr* const name = request.attrs.find(uapi::kCtrlFamilyName);
  if (id == nullptr && name == nullptr) return EINVAL;
  const Family* family = id == nullptr ? nullptr : registry.by_id(id->u16());
  if (name != nullptr) {
    family = registry.by_name(name->string());
    if (family == nullptr) {
      request.netlink.request_module(name->string());
      family = registry.by_name(name->string());
    }
  }
  if (family == nullptr) return ENOENT;
  return request.reply(uapi::kGenlIdCtrl, uapi::kCtrlNewFamily, uapi::kCtrlVersion,
                       [&](wire::Cursor& cursor) { put_family(cursor, *family); });
}

// Resumes by counting (genetlink.md 6.3); args[0] is the number of families already told.
int dump_families(wire::Skb& skb, DumpCallback& callback) {
  uint64_t position = 0;
  for (const auto& [id, family] : callback.netlink.registry().all()) {
    if (position >= callback.args[0] &&
        !fill_family(skb, *family, uapi::kCtrlNewFamily, uapi::kNlmFMulti, callback.nlh.seq, callback.portid))
      break;
    ++position;
  }
  callback.args[0] = position;
  return static_cast<int>(skb.size());
}

}  // namespace

bool fill_family(wire::Skb& skb, const Family& family, uint8_t ctrl_cmd, uint16_t flags, uint32_t seq,
                 uint32_t portid) {
  wire::Cursor cursor(skb);
  uint8_t* const start =
      cursor.begin_message(uapi::kGenlIdCtrl, flags, seq, portid, ctrl_cmd, uapi::kCtrlVersion);
  put_family(cursor, family);
  cursor.end_message(start);
  if (!cursor.ok()) return false;
  cursor.commit(skb);
  return true;
}

std::unique_ptr<Family> make_nlctrl() {
  auto family = std::make_unique<Family>();
  family->name = uapi::kCtrlName;
  family->id = uapi::kGenlIdCtrl;
  family->version = uapi::kCtrlVersion;
  family->first_reserved_checked = uapi::kCtrlGetPolicy + 1;
  family->groups = {{"notify", uapi::kCtrlNotifyGroup}};

  Op getfamily;
  getfamily.cmd = uapi::kCtrlGetFamily;
  getfamily.policy = &kGetFamilyPolicy;
  getfamily.doit = get_family;
  getfamily.dump = dump_families;

  Op getpolicy;
  getpolicy.cmd = uapi::kCtrlGetPolicy;
  getpolicy.policy = &kGetPolicyPolicy;
  getpolicy.validation = wire::Validation::strict;
  getpolicy.validate_dump = true;
  getpolicy.start = start_policy_dump;
  getpolicy.dump = dump_policies;

  family->ops.push_back(std::move(getfamily));
  family->ops.push_back(std::move(getpolicy));
  return family;
}

}  // namespace ipvsim::genl
