// The old socket-option interface of IPVS (source: ipvs-control.md 15). All structures are in
// host order except where a field says be16/be32.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ipvsim::uapi {

inline constexpr int kIpvsSoBase = 1152;

enum IpvsSoSet : int {
  kIpvsSoSetAdd = 1154,
  kIpvsSoSetEdit = 1155,
  kIpvsSoSetDel = 1156,
  kIpvsSoSetFlush = 1157,
  kIpvsSoSetAddDest = 1159,
  kIpvsSoSetDelDest = 1160,
  kIpvsSoSetEditDest = 1161,
  kIpvsSoSetTimeout = 1162,
  kIpvsSoSetStartDaemon = 1163,
  kIpvsSoSetStopDaemon = 1164,
  kIpvsSoSetZero = 1167,
  kIpvsSoSetMax = 1167,
};

enum IpvsSoGet : int {
  kIpvsSoGetVersion = 1152,
  kIpvsSoGetInfo = 1153,
  kIpvsSoGetServices = 1154,
  kIpvsSoGetService = 1155,
  kIpvsSoGetDests = 1156,
  kIpvsSoGetTimeout = 1158,
  kIpvsSoGetDaemon = 1159,
  kIpvsSoGetMax = 1159,
};

// Bits of conn_flags (ipvs-control.md 15: what of them a client may set, and what is added).
enum IpvsConnFlag : uint32_t {
  kIpvsConnFNoOutput = 0x80,
  kIpvsConnFInactive = 0x100,
  kIpvsConnFOnePacket = 0x2000,
  kIpvsConnFNfct = 0x10000,
};
inline constexpr uint32_t kIpvsConnFDestMask = 0x12007;

// The least room GET_VERSION asks for.
inline constexpr size_t kIpvsVersionRoom = 64;

struct IpvsServiceUser {
  uint16_t protocol;
  uint16_t pad0;
  uint32_t addr_be32;
  uint16_t port_be16;
  uint16_t pad1;
  uint32_t fwmark;
  char sched_name[16];
  uint32_t flags;
  uint32_t timeout;
  uint32_t netmask_be32;
};
static_assert(sizeof(IpvsServiceUser) == 44);

struct IpvsDestUser {
  uint32_t addr_be32;
  uint16_t port_be16;
  uint16_t pad0;
  uint32_t conn_flags;
  int32_t weight;
  uint32_t u_threshold;
  uint32_t l_threshold;
};
static_assert(sizeof(IpvsDestUser) == 24);

struct IpvsStatsUser {
  uint32_t conns;
  uint32_t inpkts;
  uint32_t outpkts;
  uint32_t pad0;
  uint64_t inbytes;
  uint64_t outbytes;
  uint32_t cps;
  uint32_t inpps;
  uint32_t outpps;
  uint32_t inbps;
  uint32_t outbps;
  uint32_t pad1;
};
static_assert(sizeof(IpvsStatsUser) == 56);

struct IpvsServiceEntry {
  IpvsServiceUser service;
  uint32_t num_dests;
  IpvsStatsUser stats;
};
static_assert(sizeof(IpvsServiceEntry) == 104);

struct IpvsDestEntry {
  IpvsDestUser dest;
  uint32_t activeconns;
  uint32_t inactconns;
  uint32_t persistconns;
  uint32_t pad0;
  IpvsStatsUser stats;
};
static_assert(sizeof(IpvsDestEntry) == 96);

struct IpvsDaemonUser {
  int32_t state;
  char mcast_ifn[16];
  int32_t syncid;
};
static_assert(sizeof(IpvsDaemonUser) == 24);

struct IpvsGetInfo {
  uint32_t version;
  uint32_t size;
  uint32_t num_services;
};
static_assert(sizeof(IpvsGetInfo) == 12);

struct IpvsTimeoutUser {
  int32_t tcp;
  int32_t tcp_fin;
  int32_t udp;
};
static_assert(sizeof(IpvsTimeoutUser) == 12);

// Head of GET_SERVICES; IpvsServiceEntry follow.
struct IpvsGetServices {
  uint32_t num_services;
  uint32_t pad0;
};
static_assert(sizeof(IpvsGetServices) == 8);

// Head of GET_DESTS; IpvsDestEntry follow.
struct IpvsGetDests {
  uint16_t protocol;
  uint16_t pad0;
  uint32_t addr_be32;
  uint16_t port_be16;
  uint16_t pad1;
  uint32_t fwmark;
  uint32_t num_dests;
  uint32_t pad2;
};
static_assert(sizeof(IpvsGetDests) == 24);

}  // namespace ipvsim::uapi
