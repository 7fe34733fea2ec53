// Generic netlink numbers and the controller family (source: genetlink.md 1, 2, 6).
#pragma once

#include <cstddef>
#include <cstdint>

#include "uapi/netlink.h"

namespace ipvsim::uapi {

// 4 bytes behind the netlink header of every generic netlink message.
struct GenlMsgHdr {
  uint8_t cmd;
  uint8_t version;
  uint16_t reserved;
};
static_assert(sizeof(GenlMsgHdr) == 4);

inline constexpr size_t kGenlHdrLen = sizeof(GenlMsgHdr);
// Where the attributes of a message start.
inline constexpr size_t kGenlAttrOffset = kNlHdrLen + kGenlHdrLen;

inline constexpr uint16_t kGenlIdCtrl = 0x10;
inline constexpr uint16_t kGenlIdVfsDquot = 0x11;
inline constexpr uint16_t kGenlIdPmcraid = 0x12;
inline constexpr uint16_t kGenlIdFirstDynamic = 0x13;
inline constexpr uint16_t kGenlIdMax = 1023;
inline constexpr size_t kGenlNameMax = 15;

// Flags of a command, as NEWFAMILY reports them.
inline constexpr uint32_t kGenlAdminPerm = 0x01;
inline constexpr uint32_t kGenlCmdCapDo = 0x02;
inline constexpr uint32_t kGenlCmdCapDump = 0x04;
inline constexpr uint32_t kGenlCmdCapHasPol = 0x08;
inline constexpr uint32_t kGenlUnsAdminPerm = 0x10;

inline constexpr char kCtrlName[] = "nlctrl";
inline constexpr uint8_t kCtrlVersion = 2;
inline constexpr uint32_t kCtrlNotifyGroup = 16;

enum CtrlCmd : uint8_t {
  kCtrlNewFamily = 1,
  kCtrlDelFamily = 2,
  kCtrlGetFamily = 3,
  kCtrlNewMcastGrp = 7,
  kCtrlDelMcastGrp = 8,
  kCtrlGetPolicy = 10,
};

enum CtrlAttr : uint16_t {
  kCtrlFamilyId = 1,
  kCtrlFamilyName = 2,
  kCtrlVersionAttr = 3,
  kCtrlHdrsize = 4,
  kCtrlMaxattr = 5,
  kCtrlOps = 6,
  kCtrlMcastGroups = 7,
  kCtrlPolicy = 8,
  kCtrlOpPolicy = 9,
  kCtrlOp = 10,
};

enum CtrlOpAttr : uint16_t { kCtrlOpId = 1, kCtrlOpFlags = 2 };
enum CtrlMcastAttr : uint16_t { kCtrlMcastGrpName = 1, kCtrlMcastGrpId = 2 };
enum CtrlPolicyAttr : uint16_t { kCtrlPolicyDo = 1, kCtrlPolicyDump = 2 };

}  // namespace ipvsim::uapi
