// Tables of the IPVS family.
#include "tools/decode/tables.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

using enum Format;

// clang-format off
constexpr AttrSpec kStats[] = {
    {uapi::kIpvsStatsAttrConns,     "CONNS",     kU32},
    {uapi::kIpvsStatsAttrInpkts,    "INPKTS",    kU32},
    {uapi::kIpvsStatsAttrOutpkts,   "OUTPKTS",   kU32},
    {uapi::kIpvsStatsAttrInbytes,   "INBYTES",   kU64},
    {uapi::kIpvsStatsAttrOutbytes,  "OUTBYTES",  kU64},
    {uapi::kIpvsStatsAttrCps,       "CPS",       kU32},
    {uapi::kIpvsStatsAttrInpps,     "INPPS",     kU32},
    {uapi::kIpvsStatsAttrOutpps,    "OUTPPS",    kU32},
    {uapi::kIpvsStatsAttrInbps,     "INBPS",     kU32},
    {uapi::kIpvsStatsAttrOutbps,    "OUTBPS",    kU32},
    {uapi::kIpvsStatsAttrPad,       "PAD",       kPad},
};
constexpr AttrSpec kStats64[] = {
    {uapi::kIpvsStatsAttrConns,     "CONNS",     kU64},
    {uapi::kIpvsStatsAttrInpkts,    "INPKTS",    kU64},
    {uapi::kIpvsStatsAttrOutpkts,   "OUTPKTS",   kU64},
    {uapi::kIpvsStatsAttrInbytes,   "INBYTES",   kU64},
    {uapi::kIpvsStatsAttrOutbytes,  "OUTBYTES",  kU64},
    {uapi::kIpvsStatsAttrCps,       "CPS",       kU64},
    {uapi::kIpvsStatsAttrInpps,     "INPPS",     kU64},
    {uapi::kIpvsStatsAttrOutpps,    "OUTPPS",    kU64},
    {uapi::kIpvsStatsAttrInbps,     "INBPS",     kU64},
    {uapi::kIpvsStatsAttrOutbps,    "OUTBPS",    kU64},
    {uapi::kIpvsStatsAttrPad,       "PAD",       kPad},
};
constexpr AttrSet kStatsAttrs = {.attrs = kStats, .compact = true};
constexpr AttrSet kStats64Attrs = {.attrs = kStats64, .compact = true};

constexpr AttrSpec kDest[] = {
    {uapi::kIpvsDestAttrAddr,          "ADDR",           kAddress},
    {uapi::kIpvsDestAttrPort,          "PORT",           kPort},
    {uapi::kIpvsDestAttrFwdMethod,     "FWD_METHOD",     kFwdMethod},
    {uapi::kIpvsDestAttrWeight,        "WEIGHT",         kS32},
    {uapi::kIpvsDestAttrUThresh,       "U_THRESH",       kU32},
    {uapi::kIpvsDestAttrLThresh,       "L_THRESH",       kU32},
    {uapi::kIpvsDestAttrActiveConns,   "ACTIVE_CONNS",   kU32},
    {uapi::kIpvsDestAttrInactConns,    "INACT_CONNS",    kU32},
    {uapi::kIpvsDestAttrPersistConns,  "PERSIST_CONNS",  kU32},
    {uapi::kIpvsDestAttrStats,         "STATS",          kNest,  &kStatsAttrs},
    {uapi::kIpvsDestAttrAddrFamily,    "ADDR_FAMILY",    kFamily},
    {uapi::kIpvsDestAttrStats64,       "STATS64",        kNest,  &kStats64Attrs},
    {uapi::kIpvsDestAttrTunType,       "TUN_TYPE",       kTunType},
    {uapi::kIpvsDestAttrTunPort,       "TUN_PORT",       kPort},
    {uapi::kIpvsDestAttrTunFlags,      "TUN_FLAGS",      kTunFlags},
};
constexpr AttrSet kDestAttrs = {.attrs = kDest, .family_attr = uapi::kIpvsDestAttrAddrFamily};

constexpr AttrSpec kDests[] = {
    {uapi::kIpvsDestsAttrDest,  "DEST",  kNest,  &kDestAttrs},
};
constexpr AttrSet kDestsAttrs = {.attrs = kDests};

constexpr AttrSpec kService[] = {
    {uapi::kIpvsSvcAttrAf,         "AF",          kFamily},
    {uapi::kIpvsSvcAttrProtocol,   "PROTOCOL",    kProtocol},
    {uapi::kIpvsSvcAttrAddr,       "ADDR",        kAddress},
    {uapi::kIpvsSvcAttrPort,       "PORT",        kPort},
    {uapi::kIpvsSvcAttrFwmark,     "FWMARK",      kU32},
    {uapi::kIpvsSvcAttrSchedName,  "SCHED_NAME",  kString},
    {uapi::kIpvsSvcAttrFlags,      "FLAGS",       kSvcFlags},
    {uapi::kIpvsSvcAttrTimeout,    "TIMEOUT",     kSeconds},
    {uapi::kIpvsSvcAttrNetmask,    "NETMASK",     kNetmask},
    {uapi::kIpvsSvcAttrStats,      "STATS",       kNest,  &kStatsAttrs},
    {uapi::kIpvsSvcAttrPeName,     "PE_NAME",     kString},
    {uapi::kIpvsSvcAttrStats64,    "STATS64",     kNest,  &kStats64Attrs},
    {uapi::kIpvsSvcAttrDests,      "DESTS",       kNest,  &kDestsAttrs},
};
constexpr AttrSet kServiceAttrs = {.attrs = kService, .family_attr = uapi::kIpvsSvcAttrAf};

constexpr AttrSpec kDaemon[] = {
    {uapi::kIpvsDaemonAttrState,        "STATE",         kDaemonState},
    {uapi::kIpvsDaemonAttrMcastIfn,     "MCAST_IFN",     kString},
    {uapi::kIpvsDaemonAttrSyncId,       "SYNC_ID",       kU32},
    {uapi::kIpvsDaemonAttrSyncMaxlen,   "SYNC_MAXLEN",   kU16},
    {uapi::kIpvsDaemonAttrMcastGroup,   "MCAST_GROUP",   kAddress4},
    {uapi::kIpvsDaemonAttrMcastGroup6,  "MCAST_GROUP6",  kAddress6},
    {uapi::kIpvsDaemonAttrMcastPort,    "MCAST_PORT",    kU16},       // host order, unlike all other ports
    {uapi::kIpvsDaemonAttrMcastTtl,     "MCAST_TTL",     kU8},
};
constexpr AttrSet kDaemonAttrs = {.attrs = kDaemon};

constexpr AttrSpec kCmd[] = {
    {uapi::kIpvsCmdAttrService,        "SERVICE",          kNest,  &kServiceAttrs},
    {uapi::kIpvsCmdAttrDest,           "DEST",             kNest,  &kDestAttrs},
    {uapi::kIpvsCmdAttrDaemon,         "DAEMON",           kNest,  &kDaemonAttrs},
    {uapi::kIpvsCmdAttrTimeoutTcp,     "TIMEOUT_TCP",      kSeconds},
    {uapi::kIpvsCmdAttrTimeoutTcpFin,  "TIMEOUT_TCP_FIN",  kSeconds},
    {uapi::kIpvsCmdAttrTimeoutUdp,     "TIMEOUT_UDP",      kSeconds},
};
constexpr AttrSet kCmdAttrs = {.attrs = kCmd};

// SET_INFO is the number of the answer to GET_INFO; it has attributes of its own at top level.
constexpr AttrSpec kInfo[] = {
    {uapi::kIpvsInfoAttrVersion,      "VERSION",        kIpvsVersion},
    {uapi::kIpvsInfoAttrConnTabSize,  "CONN_TAB_SIZE",  kU32},
};
constexpr AttrSet kInfoAttrs = {.attrs = kInfo};

constexpr CommandSpec kCommands[] = {
    {uapi::kIpvsNewService,      "NEW_SERVICE",       FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsSetService,      "SET_SERVICE",       FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsDelService,      "DEL_SERVICE",       FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsGetService,      "GET_SERVICE",       FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsNewDest,         "NEW_DEST",          FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsSetDest,         "SET_DEST",          FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsDelDest,         "DEL_DEST",          FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsGetDest,         "GET_DEST",          FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsNewDaemon,       "NEW_DAEMON",        FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsDelDaemon,       "DEL_DAEMON",        FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsGetDaemon,       "GET_DAEMON",        FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsSetConfig,       "SET_CONFIG",        FlagKind::kNew,  &kCmdAttrs},
    {uapi::kIpvsGetConfig,       "GET_CONFIG",        FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsSetInfo,         "SET_INFO",          FlagKind::kNew,  &kInfoAttrs},
    {uapi::kIpvsGetInfo,         "GET_INFO",          FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsZero,            "ZERO",              FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsFlush,           "FLUSH",             FlagKind::kGet,  &kCmdAttrs},
    {uapi::kIpvsGetServiceDest,  "GET_SERVICE_DEST",  FlagKind::kGet,  &kCmdAttrs},
};
// clang-format on

}  // namespace

constexpr FamilySpec kIpvsFamily = {uapi::kIpvsName, kCommands};

}  // namespace ipvsim::tools
