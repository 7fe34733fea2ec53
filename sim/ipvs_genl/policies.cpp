// Aligned tables; the row number is the attribute number.
#include "sim/ipvs_genl/policies.h"

namespace ipvsim::ipvs_genl {

namespace {

using wire::AttrKind;
using wire::AttrPolicy;

constexpr AttrPolicy kCommand[] = {
    {},                  // 0
    {AttrKind::nested},  // SERVICE
    {AttrKind::nested},  // DEST
    {AttrKind::nested},  // DAEMON
    {AttrKind::u32},     // TIMEOUT_TCP
    {AttrKind::u32},     // TIMEOUT_TCP_FIN
    {AttrKind::u32},     // TIMEOUT_UDP
};

constexpr AttrPolicy kService[] = {
    {},                                               // 0
    {AttrKind::u16},                                  // AF
    {AttrKind::u16},                                  // PROTOCOL
    {AttrKind::binary, 16},                           // ADDR
    {AttrKind::u16},                                  // PORT
    {AttrKind::u32},                                  // FWMARK
    {AttrKind::nul_string, uapi::kIpvsSchedNameMax},  // SCHED_NAME
    {AttrKind::binary, 8},                            // FLAGS
    {AttrKind::u32},                                  // TIMEOUT
    {AttrKind::u32},                                  // NETMASK
    {AttrKind::nested},                               // STATS
    {AttrKind::nul_string, uapi::kIpvsPeNameMax},     // PE_NAME
    {},                                               // STATS64
};

constexpr AttrPolicy kDest[] = {
    {},                      // 0
    {AttrKind::binary, 16},  // ADDR
    {AttrKind::u16},         // PORT
    {AttrKind::u32},         // FWD_METHOD
    {AttrKind::u32},         // WEIGHT
    {AttrKind::u32},         // U_THRESH
    {AttrKind::u32},         // L_THRESH
    {AttrKind::u32},         // ACTIVE_CONNS
    {AttrKind::u32},         // INACT_CONNS
    {AttrKind::u32},         // PERSIST_CONNS
    {AttrKind::nested},      // STATS
    {AttrKind::u16},         // ADDR_FAMILY
    {},                      // STATS64
    {AttrKind::u8},          // TUN_TYPE
    {AttrKind::u16},         // TUN_PORT
    {AttrKind::u16},         // TUN_FLAGS
};

constexpr AttrPolicy kDaemon[] = {
    {},                                            // 0
    {AttrKind::u32},                               // STATE
    {AttrKind::nul_string, uapi::kIpvsIfNameMax},  // MCAST_IFN
    {AttrKind::u32},                               // SYNC_ID
    {AttrKind::u16},                               // SYNC_MAXLEN
    {AttrKind::u32},                               // MCAST_GROUP
    {AttrKind::unspec, 16},                        // MCAST_GROUP6
    {AttrKind::u16},                               // MCAST_PORT
    {AttrKind::u8},                                // MCAST_TTL
};

}  // namespace

constexpr wire::Policy kCommandPolicy{kCommand};
constexpr wire::Policy kServicePolicy{kService};
constexpr wire::Policy kDestPolicy{kDest};
constexpr wire::Policy kDaemonPolicy{kDaemon};

}  // namespace ipvsim::ipvs_genl
