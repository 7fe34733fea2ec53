// Numbers of the IPVS generic netlink family (source: ipvs-control.md 2, 3, 12 to 14; command
// 18 and attribute 13 are those of the never-merged postings, rfc-dumps.md).
#pragma once

#include <cstddef>
#include <cstdint>

namespace ipvsim::uapi {

inline constexpr char kIpvsName[] = "IPVS";
inline constexpr uint8_t kIpvsVersion = 1;
inline constexpr uint32_t kIpvsVersionCode = 0x010201;

inline constexpr uint16_t kAfInet = 2;
inline constexpr uint16_t kAfInet6 = 10;
inline constexpr uint16_t kIpprotoTcp = 6;
inline constexpr uint16_t kIpprotoUdp = 17;
inline constexpr uint16_t kIpprotoSctp = 132;

inline constexpr size_t kIpvsSchedNameMax = 15;
inline constexpr size_t kIpvsPeNameMax = 16;
inline constexpr size_t kIpvsIfNameMax = 15;

enum IpvsCmd : uint8_t {
  kIpvsNewService = 1,
  kIpvsSetService = 2,
  kIpvsDelService = 3,
  kIpvsGetService = 4,
  kIpvsNewDest = 5,
  kIpvsSetDest = 6,
  kIpvsDelDest = 7,
  kIpvsGetDest = 8,
  kIpvsNewDaemon = 9,
  kIpvsDelDaemon = 10,
  kIpvsGetDaemon = 11,
  kIpvsSetConfig = 12,
  kIpvsGetConfig = 13,
  kIpvsSetInfo = 14,
  kIpvsGetInfo = 15,
  kIpvsZero = 16,
  kIpvsFlush = 17,
  kIpvsGetServiceDest = 18,
};

enum IpvsCmdAttr : uint16_t {
  kIpvsCmdAttrService = 1,
  kIpvsCmdAttrDest = 2,
  kIpvsCmdAttrDaemon = 3,
  kIpvsCmdAttrTimeoutTcp = 4,
  kIpvsCmdAttrTimeoutTcpFin = 5,
  kIpvsCmdAttrTimeoutUdp = 6,
};
inline constexpr uint16_t kIpvsCmdAttrMax = 6;

enum IpvsSvcAttr : uint16_t {
  kIpvsSvcAttrAf = 1,
  kIpvsSvcAttrProtocol = 2,
  kIpvsSvcAttrAddr = 3,
  kIpvsSvcAttrPort = 4,
  kIpvsSvcAttrFwmark = 5,
  kIpvsSvcAttrSchedName = 6,
  kIpvsSvcAttrFlags = 7,
  kIpvsSvcAttrTimeout = 8,
  kIpvsSvcAttrNetmask = 9,
  kIpvsSvcAttrStats = 10,
  kIpvsSvcAttrPeName = 11,
  kIpvsSvcAttrStats64 = 12,
  kIpvsSvcAttrDests = 13,
};
// Highest attribute a request may carry; DESTS exists in answers only.
inline constexpr uint16_t kIpvsSvcAttrMax = 12;

// The one attribute inside DESTS.
inline constexpr uint16_t kIpvsDestsAttrDest = 1;

enum IpvsDestAttr : uint16_t {
  kIpvsDestAttrAddr = 1,
  kIpvsDestAttrPort = 2,
  kIpvsDestAttrFwdMethod = 3,
  kIpvsDestAttrWeight = 4,
  kIpvsDestAttrUThresh = 5,
  kIpvsDestAttrLThresh = 6,
  kIpvsDestAttrActiveConns = 7,
  kIpvsDestAttrInactConns = 8,
  kIpvsDestAttrPersistConns = 9,
  kIpvsDestAttrStats = 10,
  kIpvsDestAttrAddrFamily = 11,
  kIpvsDestAttrStats64 = 12,
  kIpvsDestAttrTunType = 13,
  kIpvsDestAttrTunPort = 14,
  kIpvsDestAttrTunFlags = 15,
};
inline constexpr uint16_t kIpvsDestAttrMax = 15;

enum IpvsDaemonAttr : uint16_t {
  kIpvsDaemonAttrState = 1,
  kIpvsDaemonAttrMcastIfn = 2,
  kIpvsDaemonAttrSyncId = 3,
  kIpvsDaemonAttrSyncMaxlen = 4,
  kIpvsDaemonAttrMcastGroup = 5,
  kIpvsDaemonAttrMcastGroup6 = 6,
  kIpvsDaemonAttrMcastPort = 7,
  kIpvsDaemonAttrMcastTtl = 8,
};
inline constexpr uint16_t kIpvsDaemonAttrMax = 8;

enum IpvsStatsAttr : uint16_t {
  kIpvsStatsAttrConns = 1,
  kIpvsStatsAttrInpkts = 2,
  kIpvsStatsAttrOutpkts = 3,
  kIpvsStatsAttrInbytes = 4,
  kIpvsStatsAttrOutbytes = 5,
  kIpvsStatsAttrCps = 6,
  kIpvsStatsAttrInpps = 7,
  kIpvsStatsAttrOutpps = 8,
  kIpvsStatsAttrInbps = 9,
  kIpvsStatsAttrOutbps = 10,
  kIpvsStatsAttrPad = 11,
};

enum IpvsInfoAttr : uint16_t { kIpvsInfoAttrVersion = 1, kIpvsInfoAttrConnTabSize = 2 };

enum IpvsSvcFlag : uint32_t {
  kIpvsSvcFPersistent = 0x01,
  kIpvsSvcFHashed = 0x02,
  kIpvsSvcFOnePacket = 0x04,
  kIpvsSvcFSched1 = 0x08,
  kIpvsSvcFSched2 = 0x10,
  kIpvsSvcFSched3 = 0x20,
};

enum IpvsFwd : uint32_t {
  kIpvsFwdMasq = 0,
  kIpvsFwdLocalnode = 1,
  kIpvsFwdTunnel = 2,
  kIpvsFwdDroute = 3,
  kIpvsFwdBypass = 4,
};
inline constexpr uint32_t kIpvsFwdMask = 7;

enum IpvsTunType : uint8_t { kIpvsTunIpip = 0, kIpvsTunGue = 1, kIpvsTunGre = 2 };
enum IpvsTunFlag : uint16_t { kIpvsTunFlagNocsum = 0, kIpvsTunFlagCsum = 1, kIpvsTunFlagRemcsum = 2 };

enum IpvsDaemonState : uint32_t { kIpvsDaemonMaster = 1, kIpvsDaemonBackup = 2 };

}  // namespace ipvsim::uapi
