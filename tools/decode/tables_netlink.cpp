// Tables of what belongs to netlink itself and to the controller family.
#include "tools/decode/tables.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

using enum Format;

// clang-format off
constexpr AttrSpec kPolicyEntry[] = {
    {uapi::kPolicyType,            "TYPE",             kPolicyType},
    {uapi::kPolicyMinValueS,       "MIN_VALUE_S",      kU64},
    {uapi::kPolicyMaxValueS,       "MAX_VALUE_S",      kU64},
    {uapi::kPolicyMinValueU,       "MIN_VALUE_U",      kU64},
    {uapi::kPolicyMaxValueU,       "MAX_VALUE_U",      kU64},
    {uapi::kPolicyMinLength,       "MIN_LENGTH",       kU32},
    {uapi::kPolicyMaxLength,       "MAX_LENGTH",       kU32},
    {uapi::kPolicyIdx,             "POLICY_IDX",       kU32},
    {uapi::kPolicyMaxtype,         "POLICY_MAXTYPE",   kU32},
    {uapi::kPolicyBitfield32Mask,  "BITFIELD32_MASK",  kU32},
    {uapi::kPolicyPad,             "PAD",              kPad},
    {uapi::kPolicyMask,            "MASK",             kU64},
};

constexpr AttrSpec kExtAck[] = {
    {uapi::kExtAckMsg,       "MSG",        kString},
    {uapi::kExtAckOffs,      "OFFS",       kU32},
    {uapi::kExtAckCookie,    "COOKIE",     kRaw},
    {uapi::kExtAckPolicy,    "POLICY",     kNest,  &kPolicyEntryAttrs},
    {uapi::kExtAckMissType,  "MISS_TYPE",  kU32},
    {uapi::kExtAckMissNest,  "MISS_NEST",  kU32},
};

constexpr AttrSpec kOp[] = {
    {uapi::kCtrlOpId,     "OP_ID",     kU32},
    {uapi::kCtrlOpFlags,  "OP_FLAGS",  kCmdFlags},
};
constexpr AttrSet kOpAttrs = {.attrs = kOp, .compact = true};
constexpr AttrSet kOpsArray = {.each = &kOpAttrs};

constexpr AttrSpec kGroup[] = {
    {uapi::kCtrlMcastGrpName,  "GRP_NAME",  kString},
    {uapi::kCtrlMcastGrpId,    "GRP_ID",    kU32},
};
constexpr AttrSet kGroupAttrs = {.attrs = kGroup, .compact = true};
constexpr AttrSet kGroupsArray = {.each = &kGroupAttrs};

constexpr AttrSpec kOpPolicy[] = {
    {uapi::kCtrlPolicyDo,    "DO",    kU32},
    {uapi::kCtrlPolicyDump,  "DUMP",  kU32},
};
constexpr AttrSet kOpPolicyAttrs = {.attrs = kOpPolicy, .compact = true};
constexpr AttrSet kOpPolicyArray = {.each = &kOpPolicyAttrs};

// Policy index, then attribute number, then the entry (genetlink.md 6.5).
constexpr AttrSet kPolicyOfAttribute = {.each = &kPolicyEntryAttrs};
constexpr AttrSet kPolicyOfIndex = {.each = &kPolicyOfAttribute};

constexpr AttrSpec kCtrl[] = {
    {uapi::kCtrlFamilyId,     "FAMILY_ID",     kU16},
    {uapi::kCtrlFamilyName,   "FAMILY_NAME",   kString},
    {uapi::kCtrlVersionAttr,  "VERSION",       kU32},
    {uapi::kCtrlHdrsize,      "HDRSIZE",       kU32},
    {uapi::kCtrlMaxattr,      "MAXATTR",       kU32},
    {uapi::kCtrlOps,          "OPS",           kNest,  &kOpsArray},
    {uapi::kCtrlMcastGroups,  "MCAST_GROUPS",  kNest,  &kGroupsArray},
    {uapi::kCtrlPolicy,       "POLICY",        kNest,  &kPolicyOfIndex},
    {uapi::kCtrlOpPolicy,     "OP_POLICY",     kNest,  &kOpPolicyArray},
    {uapi::kCtrlOp,           "OP",            kU32},
};
constexpr AttrSet kCtrlAttrs = {.attrs = kCtrl};

constexpr CommandSpec kCtrlCommands[] = {
    {uapi::kCtrlNewFamily,    "NEWFAMILY",     FlagKind::kNew,  &kCtrlAttrs},
    {uapi::kCtrlDelFamily,    "DELFAMILY",     FlagKind::kGet,  &kCtrlAttrs},
    {uapi::kCtrlGetFamily,    "GETFAMILY",     FlagKind::kGet,  &kCtrlAttrs},
    {uapi::kCtrlNewMcastGrp,  "NEWMCAST_GRP",  FlagKind::kNew,  &kCtrlAttrs},
    {uapi::kCtrlDelMcastGrp,  "DELMCAST_GRP",  FlagKind::kGet,  &kCtrlAttrs},
    {uapi::kCtrlGetPolicy,    "GETPOLICY",     FlagKind::kGet,  &kCtrlAttrs},
};
// clang-format on

}  // namespace

constexpr AttrSet kPolicyEntryAttrs = {.attrs = kPolicyEntry, .compact = true};
constexpr AttrSet kExtAckAttrs = {.attrs = kExtAck};
constexpr AttrSet kUnknownAttrs = {};
constexpr FamilySpec kCtrlFamily = {"nlctrl", kCtrlCommands};

}  // namespace ipvsim::tools
