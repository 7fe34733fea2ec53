// Tables of the IPVS family.
#include "tools/decode/tables.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

using enum Format;

// clang-format off
constexpr AttrSpec kStats[] = {
    {uapi::kIpvsStatsAttrConns,     "CONNS",     u32},
    {uapi::kIpvsStatsAttrInpkts,    "INPKTS",    u32},
    {uapi::kIpvsStatsAttrOutpkts,   "OUTPKTS",   u32},
    {uapi::kIpvsStatsAttrInbytes,   "INBYTES",   u64},
    {uapi::kIpvsStatsAttrOutbytes,  "OUTBYTES",  u64},
    {uapi::kIpvsStatsAttrCps,       "CPS",       u32},
    {uapi::kIpvsStatsAttrInpps,     "INPPS",     u32},
    {uapi::kIpvsStatsAttrOutpps,    "OUTPPS",    u32},
    {uapi::kIpvsStatsAttrInbps,     "INBPS",     u32},
    {uapi::kIpvsStatsAttrOutbps,    "OUTBPS",    u32},
    {uapi::kIpvsStatsAttrPad,       "PAD",       pad},
};
constexpr AttrSpec kStats64[] = {
    {uapi::kIpvsStatsAttrConns,     "CONNS",     u64},
    {uapi::kIpvsStatsAttrInpkts,    "INPKTS",    u64},
    {uapi::kIpvsStatsAttrOutpkts,   "OUTPKTS",   u64},
    {uapi::kIpvsStatsAttrInbytes,   "INBYTES",   u64},
    {uapi::kIpvsStatsAttrOutbytes,  "OUTBYTES",  u64},
    {uapi::kIpvsStatsAttrCps,       "CPS",       u64},
    {uapi::kIpvsStatsAttrInpps,     "INPPS",     u64},
    {uapi::kIpvsStatsAttrOutpps,    "OUTPPS",    u64},
    {uapi::kIpvsStatsAttrInbps,     "INBPS",     u64},
    {uapi::kIpvsStatsAttrOutbps,    "OUTBPS",    u64},
    {uapi::kIpvsStatsAttrPad,       "PAD",       pad},
};
constexpr AttrSet kStatsAttrs = {.attrs = kStats, .compact = true};
constexpr AttrSet kStats64Attrs = {.attrs = kStats64, .compact = true};

constexpr AttrSpec kDest[] = {
    {uapi::kIpvsDestAttrAddr,          "ADDR",           address},
    {uapi::kIpvsDestAttrPort,          "PORT",           port},
    {uapi::kIpvsDestAttrFwdMethod,     "FWD_METHOD",     fwd_method},
    {uapi::kIpvsDestAttrWeight,        "WEIGHT",         s32},
    {uapi::kIpvsDestAttrUThresh,       "U_THRESH",       u32},
    {uapi::kIpvsDestAttrLThresh,       "L_THRESH",       u32},
    {uapi::kIpvsDestAttrActiveConns,   "ACTIVE_CONNS",   u32},
    {uapi::kIpvsDestAttrInactConns,    "INACT_CONNS",    u32},
    {uapi::kIpvsDestAttrPersistConns,  "PERSIST_CONNS",  u32},
    {uapi::kIpvsDestAttrStats,         "STATS",          nest,  &kStatsAttrs},
    {uapi::kIpvsDestAttrAddrFamily,    "ADDR_FAMILY",    family},
    {uapi::kIpvsDestAttrStats64,       "STATS64",        nest,  &kStats64Attrs},
    {uapi::kIpvsDestAttrTunType,       "TUN_TYPE",       tun_type},
    {uapi::kIpvsDestAttrTunPort,       "TUN_PORT",       port},
    {uapi::kIpvsDestAttrTunFlags,      "TUN_FLAGS",      tun_flags},
};
constexpr AttrSet kDestAttrs = {.attrs = kDest, .family_attr = uapi::kIpvsDestAttrAddrFamily};

constexpr AttrSpec kDests[] = {
    {uapi::kIpvsDestsAttrDest,  "DEST",  nest,  &kDestAttrs},
};
constexpr AttrSet kDestsAttrs = {.attrs = kDests};

constexpr AttrSpec kService[] = {
    {uapi::kIpvsSvcAttrAf,         "AF",          family},
    {uapi::kIpvsSvcAttrProtocol,   "PROTOCOL",    protocol},
    {uapi::kIpvsSvcAttrAddr,       "ADDR",        address},
    {uapi::kIpvsSvcAttrPort,       "PORT",        port},
    {uapi::kIpvsSvcAttrFwmark,     "FWMARK",      u32},
    {uapi::kIpvsSvcAttrSchedName,  "SCHED_NAME",  string},
    {uapi::kIpvsSvcAttrFlags,      "FLAGS",       svc_flags},
    {uapi::kIpvsSvcAttrTimeout,    "TIMEOUT",     seconds},
    {uapi::kIpvsSvcAttrNetmask,    "NETMASK",     netmask},
    {uapi::kIpvsSvcAttrStats,      "STATS",       nest,  &kStatsAttrs},
    {uapi::kIpvsSvcAttrPeName,     "PE_NAME",     string},
    {uapi::kIpvsSvcAttrStats64,    "STATS64",     nest,  &kStats64Attrs},
    {uapi::kIpvsSvcAttrDests,      "DESTS",       nest,  &kDestsAttrs},
};
constexpr AttrSet kServiceAttrs = {.attrs = kService, .family_attr = uapi::kIpvsSvcAttrAf};

constexpr AttrSpec kDaemon[] = {
    {uapi::kIpvsDaemonAttrState,        "STATE",         daemon_state},
    {uapi::kIpvsDaemonAttrMcastIfn,     "MCAST_IFN",     string},
    {uapi::kIpvsDaemonAttrSyncId,       "SYNC_ID",       u32},
    {uapi::kIpvsDaemonAttrSyncMaxlen,   "SYNC_MAXLEN",   u16},
    {uapi::kIpvsDaemonAttrMcastGroup,   "MCAST_GROUP",   address4},
    {uapi::kIpvsDaemonAttrMcastGroup6,  "MCAST_GROUP6",  address6},
    {uapi::kIpvsDaemonAttrMcastPort,    "MCAST_PORT",    u16},       // host order, unlike all other ports
    {uapi::kIpvsDaemonAttrMcastTtl,     "MCAST_TTL",     u8},
};
constexpr AttrSet kDaemonAttrs = {.attrs = kDaemon};

constexpr AttrSpec kCmd[] = {
    {uapi::kIpvsCmdAttrService,        "SERVICE",          nest,  &kServiceAttrs},
    {uapi::kIpvsCmdAttrDest,           "DEST",             nest,  &kDestAttrs},
    {uapi::kIpvsCmdAttrDaemon,         "DAEMON",           nest,  &kDaemonAttrs},
    {uapi::kIpvsCmdAttrTimeoutTcp,     "TIMEOUT_TCP",      seconds},
    {uapi::kIpvsCmdAttrTimeoutTcpFin,  "TIMEOUT_TCP_FIN",  seconds},
    {uapi::kIpvsCmdAttrTimeoutUdp,     "TIMEOUT_UDP",      seconds},
};
constexpr AttrSet kCmdAttrs = {.attrs = kCmd};

// SET_INFO is the number of the answer to GET_INFO; it has attributes of its own at top level.
constexpr AttrSpec kInfo[] = {
    {uapi::kIpvsInfoAttrVersion,      "VERSION",        ipvs_version},
    {uapi::kIpvsInfoAttrConnTabSize,  "CONN_TAB_SIZE",  u32},
};
constexpr AttrSet kInfoAttrs = {.attrs = kInfo};

constexpr CommandSpec kCommands[] = {
    {uapi::kIpvsNewService,      "NEW_SERVICE",       FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsSetService,      "SET_SERVICE",       FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsDelService,      "DEL_SERVICE",       FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsGetService,      "GET_SERVICE",       FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsNewDest,         "NEW_DEST",          FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsSetDest,         "SET_DEST",          FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsDelDest,         "DEL_DEST",          FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsGetDest,         "GET_DEST",          FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsNewDaemon,       "NEW_DAEMON",        FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsDelDaemon,       "DEL_DAEMON",        FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsGetDaemon,       "GET_DAEMON",        FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsSetConfig,       "SET_CONFIG",        FlagKind::new_object,  &kCmdAttrs},
    {uapi::kIpvsGetConfig,       "GET_CONFIG",        FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsSetInfo,         "SET_INFO",          FlagKind::new_object,  &kInfoAttrs},
    {uapi::kIpvsGetInfo,         "GET_INFO",          FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsZero,            "ZERO",              FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsFlush,           "FLUSH",             FlagKind::get,  &kCmdAttrs},
    {uapi::kIpvsGetServiceDest,  "GET_SERVICE_DEST",  FlagKind::get,  &kCmdAttrs},
};
// clang-format on

}  // namespace

constexpr FamilySpec kIpvsFamily = {uapi::kIpvsName, kCommands};

}  // namespace ipvsim::tools
