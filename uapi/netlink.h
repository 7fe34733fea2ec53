// Netlink numbers and layouts (source: netlink.md 1, 4, 6, 12; values are the kernel's UAPI).
#pragma once

#include <cstddef>
#include <cstdint>

namespace ipvsim::uapi {

inline constexpr int kAfNetlink = 16;
inline constexpr int kNetlinkGeneric = 16;
inline constexpr int kSolNetlink = 270;
inline constexpr int kMaxLinks = 32;

// 16 bytes, host byte order. `len` counts header and payload; messages start at multiples of 4.
struct NlMsgHdr {
  uint32_t len;
  uint16_t type;
  uint16_t flags;
  uint32_t seq;
  uint32_t pid;
};
static_assert(sizeof(NlMsgHdr) == 16);

// 4 bytes, host byte order. `len` counts header and payload without padding.
struct NlAttr {
  uint16_t len;
  uint16_t type;
};
static_assert(sizeof(NlAttr) == 4);

// The address of a netlink socket, as recvmsg and getsockname give it.
struct SockAddrNl {
  uint16_t family;
  uint16_t pad;
  uint32_t pid;
  uint32_t groups;
};
static_assert(sizeof(SockAddrNl) == 12);

inline constexpr size_t kNlHdrLen = sizeof(NlMsgHdr);
inline constexpr size_t kNlaHdrLen = sizeof(NlAttr);
inline constexpr size_t kAlignTo = 4;

constexpr size_t align4(size_t n) { return (n + kAlignTo - 1) & ~(kAlignTo - 1); }

// Control message types; families start at 0x10.
inline constexpr uint16_t kNlmsgNoop = 1;
inline constexpr uint16_t kNlmsgError = 2;
inline constexpr uint16_t kNlmsgDone = 3;
inline constexpr uint16_t kNlmsgOverrun = 4;
inline constexpr uint16_t kNlmsgMinType = 0x10;

// Flags of any message.
inline constexpr uint16_t kNlmFRequest = 0x1;
inline constexpr uint16_t kNlmFMulti = 0x2;
inline constexpr uint16_t kNlmFAck = 0x4;
inline constexpr uint16_t kNlmFEcho = 0x8;
inline constexpr uint16_t kNlmFDumpIntr = 0x10;
inline constexpr uint16_t kNlmFDumpFiltered = 0x20;
// Flags of a GET.
inline constexpr uint16_t kNlmFRoot = 0x100;
inline constexpr uint16_t kNlmFMatch = 0x200;
inline constexpr uint16_t kNlmFAtomic = 0x400;
inline constexpr uint16_t kNlmFDump = kNlmFRoot | kNlmFMatch;
// Flags of a NEW.
inline constexpr uint16_t kNlmFReplace = 0x100;
inline constexpr uint16_t kNlmFExcl = 0x200;
inline constexpr uint16_t kNlmFCreate = 0x400;
inline constexpr uint16_t kNlmFAppend = 0x800;
// Flags of an ERROR or DONE.
inline constexpr uint16_t kNlmFCapped = 0x100;
inline constexpr uint16_t kNlmFAckTlvs = 0x200;

// Bits of an attribute's type field.
inline constexpr uint16_t kNlaFNested = 0x8000;
inline constexpr uint16_t kNlaFNetByteorder = 0x4000;
inline constexpr uint16_t kNlaTypeMask = 0x3fff;

// Socket options at level SOL_NETLINK.
enum NetlinkOption : int {
  kNetlinkAddMembership = 1,
  kNetlinkDropMembership = 2,
  kNetlinkPktinfo = 3,
  kNetlinkBroadcastError = 4,
  kNetlinkNoEnobufs = 5,
  kNetlinkListenAllNsid = 8,
  kNetlinkListMemberships = 9,
  kNetlinkCapAck = 10,
  kNetlinkExtAck = 11,
  kNetlinkGetStrictChk = 12,
};

// TLVs of an extended ack.
enum ExtAckAttr : uint16_t {
  kExtAckMsg = 1,
  kExtAckOffs = 2,
  kExtAckCookie = 3,
  kExtAckPolicy = 4,
  kExtAckMissType = 5,
  kExtAckMissNest = 6,
};

// Attributes that describe one policy entry.
enum PolicyAttr : uint16_t {
  kPolicyType = 1,
  kPolicyMinValueS = 2,
  kPolicyMaxValueS = 3,
  kPolicyMinValueU = 4,
  kPolicyMaxValueU = 5,
  kPolicyMinLength = 6,
  kPolicyMaxLength = 7,
  kPolicyIdx = 8,
  kPolicyMaxtype = 9,
  kPolicyBitfield32Mask = 10,
  kPolicyPad = 11,
  kPolicyMask = 12,
};

// Values of kPolicyType.
enum PolicyTypeValue : uint32_t {
  kAttrTypeInvalid = 0,
  kAttrTypeFlag = 1,
  kAttrTypeU8 = 2,
  kAttrTypeU16 = 3,
  kAttrTypeU32 = 4,
  kAttrTypeU64 = 5,
  kAttrTypeBinary = 10,
  kAttrTypeString = 11,
  kAttrTypeNulString = 12,
  kAttrTypeNested = 13,
  kAttrTypeNestedArray = 14,
};

}  // namespace ipvsim::uapi
