// The tables of bit names.
#include "tools/decode/flag_names.h"

#include <fmt/format.h>

#include "uapi/genetlink.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

// clang-format off
constexpr BitName kGetFlags[] = {
    {uapi::kNlmFRequest,       "REQUEST"},
    {uapi::kNlmFMulti,         "MULTI"},
    {uapi::kNlmFAck,           "ACK"},
    {uapi::kNlmFEcho,          "ECHO"},
    {uapi::kNlmFDumpIntr,      "DUMP_INTR"},
    {uapi::kNlmFDumpFiltered,  "DUMP_FILTERED"},
    {uapi::kNlmFDump,          "DUMP"},
    {uapi::kNlmFRoot,          "ROOT"},
    {uapi::kNlmFMatch,         "MATCH"},
    {uapi::kNlmFAtomic,        "ATOMIC"},
};
constexpr BitName kNewFlags[] = {
    {uapi::kNlmFRequest,       "REQUEST"},
    {uapi::kNlmFMulti,         "MULTI"},
    {uapi::kNlmFAck,           "ACK"},
    {uapi::kNlmFEcho,          "ECHO"},
    {uapi::kNlmFDumpIntr,      "DUMP_INTR"},
    {uapi::kNlmFDumpFiltered,  "DUMP_FILTERED"},
    {uapi::kNlmFReplace,       "REPLACE"},
    {uapi::kNlmFExcl,          "EXCL"},
    {uapi::kNlmFCreate,        "CREATE"},
    {uapi::kNlmFAppend,        "APPEND"},
};
constexpr BitName kAckFlags[] = {
    {uapi::kNlmFRequest,       "REQUEST"},
    {uapi::kNlmFMulti,         "MULTI"},
    {uapi::kNlmFAck,           "ACK"},
    {uapi::kNlmFEcho,          "ECHO"},
    {uapi::kNlmFDumpIntr,      "DUMP_INTR"},
    {uapi::kNlmFDumpFiltered,  "DUMP_FILTERED"},
    {uapi::kNlmFCapped,        "CAPPED"},
    {uapi::kNlmFAckTlvs,       "ACK_TLVS"},
};
constexpr BitName kCommandFlags[] = {
    {uapi::kGenlAdminPerm,     "ADMIN_PERM"},
    {uapi::kGenlCmdCapDo,      "DO"},
    {uapi::kGenlCmdCapDump,    "DUMP"},
    {uapi::kGenlCmdCapHasPol,  "HASPOL"},
    {uapi::kGenlUnsAdminPerm,  "UNS_ADMIN_PERM"},
};
constexpr BitName kServiceFlags[] = {
    {uapi::kIpvsSvcFPersistent,  "PERSISTENT"},
    {uapi::kIpvsSvcFHashed,      "HASHED"},
    {uapi::kIpvsSvcFOnePacket,   "ONEPACKET"},
    {uapi::kIpvsSvcFSched1,      "SCHED1"},
    {uapi::kIpvsSvcFSched2,      "SCHED2"},
    {uapi::kIpvsSvcFSched3,      "SCHED3"},
};
// clang-format on

}  // namespace

std::string bit_names(uint32_t value, std::span<const BitName> names) {
  std::string text;
  for (const BitName& row : names) {
    if ((value & row.bits) != row.bits) continue;
    value &= ~row.bits;
    text += fmt::format("{}{}", text.empty() ? "" : "|", row.name);
  }
  if (value != 0) text += fmt::format("{}{:#x}", text.empty() ? "" : "|", value);
  return text.empty() ? "0" : text;
}

std::string message_flags(uint16_t flags, FlagKind kind) {
  switch (kind) {
    case FlagKind::new_object:
      return bit_names(flags, kNewFlags);
    case FlagKind::ack:
      return bit_names(flags, kAckFlags);
    case FlagKind::get:
      break;
  }
  return bit_names(flags, kGetFlags);
}

std::string command_flags(uint32_t flags) { return bit_names(flags, kCommandFlags); }

std::string service_flags(uint32_t flags) { return bit_names(flags, kServiceFlags); }

}  // namespace ipvsim::tools
