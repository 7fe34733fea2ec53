// GETPOLICY: first a message a command, then a message for each described attribute of each policy.
#include "sim/genl/policy_dump.h"

#include <algorithm>
#include <cerrno>

#include "sim/base/cover_mark.h"
#include "sim/genl/netlink.h"
#include "sim/genl/policy_attrs.h"

namespace ipvsim::genl {

namespace {

struct CommandPolicies {
  uint8_t cmd;
  std::optional<uint32_t> doit;
  std::optional<uint32_t> dump;
};

// The dump's plan, made at its start: all that will be told, in order.
struct PolicyPlan {
  uint16_t family_id = 0;
  std::vector<CommandPolicies> commands;
  std::vector<const wire::Policy*> policies;
};

uint32_t index_of(std::vector<const wire::Policy*>& policies, const wire::Policy* policy) {
  const auto at = std::find(policies.begin(), policies.end(), policy);
  if (at != policies.end()) return static_cast<uint32_t>(at - policies.begin());
  policies.push_back(policy);
  return static_cast<uint32_t>(policies.size() - 1);
}

// Policies inside nests come behind those of the commands, in the order in which they are met.
void collect_inner(std::vector<const wire::Policy*>& policies) {
  for (size_t i = 0; i < policies.size(); ++i) {
    const auto entries = policies[i]->entries;
    for (const wire::AttrPolicy& rule : entries)
      if (rule.inner != nullptr) index_of(policies, rule.inner);
  }
}

void plan_command(PolicyPlan& plan, const Op& op) {
  if (op.policy == nullptr) return;
  const uint32_t index = index_of(plan.policies, op.policy);
  CommandPolicies command{op.cmd, std::nullopt, std::nullopt};
  if (op.doit) command.doit = index;
  if (op.dump && op.validate_dump) command.dump = index;
  if (command.doit || command.dump) plan.commands.push_back(command);
}

// Opens a GETPOLICY message with its FAMILY_ID. Where only the headers fit they stay, a bare message of 20
// bytes: the kernel's quirk (genetlink.md 6.5, last paragraph).
uint8_t* begin(wire::Cursor& cursor, wire::Skb& skb, const DumpCallback& callback, uint16_t family_id) {
  uint8_t* const start = cursor.begin_message(uapi::kGenlIdCtrl, uapi::kNlmFMulti, callback.nlh.seq,
                                              callback.portid, uapi::kCtrlGetPolicy, uapi::kCtrlVersion);
  if (!cursor.ok()) return start;
  const wire::Cursor bare = cursor;
  cursor.put_u16(uapi::kCtrlFamilyId, family_id);
  if (!cursor.ok()) {
    cover_mark("policy_message_of_headers_only");
    bare.commit(skb);
  }
  return start;
}

bool tell_command(wire::Skb& skb, const DumpCallback& callback, uint16_t family_id,
                  const CommandPolicies& command) {
  wire::Cursor cursor(skb);
  uint8_t* const start = begin(cursor, skb, callback, family_id);
  uint8_t* const outer = cursor.begin_nest(uapi::kCtrlOpPolicy | uapi::kNlaFNested);
  uint8_t* const inner = cursor.begin_nest(static_cast<uint16_t>(command.cmd | uapi::kNlaFNested));
  if (command.doit) cursor.put_u32(uapi::kCtrlPolicyDo, *command.doit);
  if (command.dump) cursor.put_u32(uapi::kCtrlPolicyDump, *command.dump);
  cursor.end_nest(inner);
  cursor.end_nest(outer);
  cursor.end_message(start);
  if (cursor.ok()) cursor.commit(skb);
  return cursor.ok();
}

bool tell_attribute(wire::Skb& skb, const DumpCallback& callback, PolicyPlan& plan, size_t index,
                    uint16_t type) {
  const wire::AttrPolicy& rule = plan.policies[index]->entries[type];
  wire::Cursor cursor(skb);
  uint8_t* const start = begin(cursor, skb, callback, plan.family_id);
  uint8_t* const outer = cursor.begin_nest(uapi::kCtrlPolicy | uapi::kNlaFNested);
  uint8_t* const middle = cursor.begin_nest(static_cast<uint16_t>(index | uapi::kNlaFNested));
  std::optional<InnerPolicy> inner;
  if (rule.inner != nullptr) inner = InnerPolicy{index_of(plan.policies, rule.inner), rule.inner->maxattr()};
  put_policy(cursor, static_cast<uint16_t>(type | uapi::kNlaFNested), rule, inner);
  cursor.end_nest(middle);
  cursor.end_nest(outer);
  cursor.end_message(start);
  if (cursor.ok()) cursor.commit(skb);
  return cursor.ok();
}

}  // namespace

Status start_policy_dump(DumpCallback& callback) {
  // The core has validated the request with the command's own policy; here its values are read.
  wire::AttrStream stream(callback.attrs(), uapi::kGenlAttrOffset);
  std::optional<wire::Attr> id;
  std::optional<wire::Attr> name;
  std::optional<wire::Attr> op;
  wire::Attr attr;
  while (stream.next(attr)) {
    if (attr.type == uapi::kCtrlFamilyId) id = attr;
    if (attr.type == uapi::kCtrlFamilyName) name = attr;
    if (attr.type == uapi::kCtrlOp) op = attr;
  }
  if (!id && !name) return EINVAL;
  const Registry& registry = callback.netlink.registry();
  const Family* const family = id ? registry.by_id(id->u16()) : registry.by_name(name->string());
  if (family == nullptr) return ENOENT;

  auto plan = std::make_shared<PolicyPlan>();
  plan->family_id = family->id;
  if (op) {
    const Op* const one = family->find_op(op->u32());
    if (one == nullptr) return ENOENT;
    if (one->policy == nullptr) return ENODATA;
    plan_command(*plan, *one);
  } else {
    for (const Op& each : family->ops) plan_command(*plan, each);
  }
  if (plan->policies.empty()) return ENODATA;
  collect_inner(plan->policies);
  callback.scratch = std::move(plan);
  return {};
}

// args: [0] commands told, [1] policy, [2] attribute to go on with.
int dump_policies(wire::Skb& skb, DumpCallback& callback) {
  auto& plan = *std::static_pointer_cast<PolicyPlan>(callback.scratch);
  auto& [commands, policy, attribute, a3, a4, a5] = callback.args;
  for (; commands < plan.commands.size(); ++commands)
    if (!tell_command(skb, callback, plan.family_id, plan.commands[commands]))
      return static_cast<int>(skb.size());
  for (; policy < plan.policies.size(); ++policy, attribute = 0) {
    const auto& entries = plan.policies[policy]->entries;
    for (; attribute < entries.size(); ++attribute) {
      if (!is_described(entries[attribute])) continue;
      if (!tell_attribute(skb, callback, plan, policy, static_cast<uint16_t>(attribute)))
        return static_cast<int>(skb.size());
    }
  }
  return static_cast<int>(skb.size());
}

}  // namespace ipvsim::genl
