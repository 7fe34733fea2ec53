// Tables of what belongs to netlink itself and to the controller family.
#include "tools/decode/tables.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

using enum Format;

// clang-format off
constexpr AttrSpec kPolicyEntry[] = {
    {uapi::kPolicyType,            "TYPE",             policy_type},
    {uapi::kPolicyMinValueS,       "MIN_VALUE_S",      u64},
    {uapi::kPolicyMaxValueS,       "MAX_VALUE_S",      u64},
    {uapi::kPolicyMinValueU,       "MIN_VALUE_U",      u64},
    {uapi::kPolicyMaxValueU,       "MAX_VALUE_U",      u64},
    {uapi::kPolicyMinLength,       "MIN_LENGTH",       u32},
    {uapi::kPolicyMaxLength,       "MAX_LENGTH",       u32},
    {uapi::kPolicyIdx,             "POLICY_IDX",       u32},
    {uapi::kPolicyMaxtype,         "POLICY_MAXTYPE",   u32},
    {uapi::kPolicyBitfield32Mask,  "BITFIELD32_MASK",  u32},
    {uapi::kPolicyPad,             "PAD",              pad},
    {uapi::kPolicyMask,            "MASK",             u64},
};

constexpr AttrSpec kExtAck[] = {
    {uapi::kExtAckMsg,       "MSG",        string},
    {uapi::kExtAckOffs,      "OFFS",       u32},
    {uapi::kExtAckCookie,    "COOKIE",     raw},
    {uapi::kExtAckPolicy,    "POLICY",     nest,  &kPolicyEntryAttrs},
    {uapi::kExtAckMissType,  "MISS_TYPE",  u32},
    {uapi::kExtAckMissNest,  "MISS_NEST",  u32},
};

constexpr AttrSpec kOp[] = {
    {uapi::kCtrlOpId,     "OP_ID",     u32},
    {uapi::kCtrlOpFlags,  "OP_FLAGS",  cmd_flags},
};
constexpr AttrSet kOpAttrs = {.attrs = kOp, .compact = true};
constexpr AttrSet kOpsArray = {.each = &kOpAttrs};

constexpr AttrSpec kGroup[] = {
    {uapi::kCtrlMcastGrpName,  "GRP_NAME",  string},
    {uapi::kCtrlMcastGrpId,    "GRP_ID",    u32},
};
constexpr AttrSet kGroupAttrs = {.attrs = kGroup, .compact = true};
constexpr AttrSet kGroupsArray = {.each = &kGroupAttrs};

constexpr AttrSpec kOpPolicy[] = {
    {uapi::kCtrlPolicyDo,    "DO",    u32},
    {uapi::kCtrlPolicyDump,  "DUMP",  u32},
};
constexpr AttrSet kOpPolicyAttrs = {.attrs = kOpPolicy, .compact = true};
constexpr AttrSet kOpPolicyArray = {.each = &kOpPolicyAttrs};

// Policy index, then attribute number, then the entry (genetlink.md 6.5).
constexpr AttrSet kPolicyOfAttribute = {.each = &kPolicyEntryAttrs};
constexpr AttrSet kPolicyOfIndex = {.each = &kPolicyOfAttribute};

constexpr AttrSpec kCtrl[] = {
    {uapi::kCtrlFamilyId,     "FAMILY_ID",     u16},
    {uapi::kCtrlFamilyName,   "FAMILY_NAME",   string},
    {uapi::kCtrlVersionAttr,  "VERSION",       u32},
    {uapi::kCtrlHdrsize,      "HDRSIZE",       u32},
    {uapi::kCtrlMaxattr,      "MAXATTR",       u32},
    {uapi::kCtrlOps,          "OPS",           nest,  &kOpsArray},
    {uapi::kCtrlMcastGroups,  "MCAST_GROUPS",  nest,  &kGroupsArray},
    {uapi::kCtrlPolicy,       "POLICY",        nest,  &kPolicyOfIndex},
    {uapi::kCtrlOpPolicy,     "OP_POLICY",     nest,  &kOpPolicyArray},
    {uapi::kCtrlOp,           "OP",            u32},
};
constexpr AttrSet kCtrlAttrs = {.attrs = kCtrl};

constexpr CommandSpec kCtrlCommands[] = {
    {uapi::kCtrlNewFamily,    "NEWFAMILY",     FlagKind::new_object,  &kCtrlAttrs},
    {uapi::kCtrlDelFamily,    "DELFAMILY",     FlagKind::get,  &kCtrlAttrs},
    {uapi::kCtrlGetFamily,    "GETFAMILY",     FlagKind::get,  &kCtrlAttrs},
    {uapi::kCtrlNewMcastGrp,  "NEWMCAST_GRP",  FlagKind::new_object,  &kCtrlAttrs},
    {uapi::kCtrlDelMcastGrp,  "DELMCAST_GRP",  FlagKind::get,  &kCtrlAttrs},
    {uapi::kCtrlGetPolicy,    "GETPOLICY",     FlagKind::get,  &kCtrlAttrs},
};
// clang-format on

}  // namespace

constexpr AttrSet kPolicyEntryAttrs = {.attrs = kPolicyEntry, .compact = true};
constexpr AttrSet kExtAckAttrs = {.attrs = kExtAck};
constexpr AttrSet kUnknownAttrs = {};
constexpr FamilySpec kCtrlFamily = {"nlctrl", kCtrlCommands};

}  // namespace ipvsim::tools
