// Takes a datagram apart into netlink messages (netlink.md 1, 3); shared by the long and the short form.
#pragma once

#include <string>
#include <vector>

#include "tools/decode/bytes.h"
#include "tools/decode/spec.h"
#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {

struct DecodeOptions {
  // The netlink type of IPVS; 0 where it is not known, then only the controller's messages have names.
  uint16_t ipvs_family = 0;
};

struct Message {
  size_t offset = 0;  // in the datagram
  uapi::NlMsgHdr header{};
  // Header and what follows, as far as it is there: fewer than header.len bytes in a datagram that was cut.
  Bytes bytes;
  Bytes padding;                         // up to the next message
  const FamilySpec* family = nullptr;    // by header.type; null: control or unknown
  const CommandSpec* command = nullptr;  // null where the family is, or does not know the number
  std::optional<uapi::GenlMsgHdr> genl;  // where the type is a family's, known or not, and 20 bytes are there

  bool is_error() const { return header.type == uapi::kNlmsgError; }
  bool is_done() const { return header.type == uapi::kNlmsgDone; }
  FlagKind flag_kind() const;
  // "NEW_SERVICE", "ERROR", "IPVS command 77", "type 99".
  std::string name() const;
  // Attribute area and its table; of a generic message only.
  Bytes attributes() const { return slice(bytes, uapi::kGenlAttrOffset); }
  const AttrSet& attribute_set() const;
};

// The request that an NLMSG_ERROR message tells of, and where the ext-ack TLVs start (netlink.md 4).
struct ErrorParts {
  int32_t error = 0;               // 0 or a negative errno
  std::optional<Message> request;  // offset is in the datagram; `bytes` holds the header only if capped
  size_t tlv_offset = 0;           // in the datagram
  Bytes tlvs;
};

struct Messages {
  std::vector<Message> list;
  Bytes rest;  // no message could be made of it
  size_t rest_offset = 0;
};

Messages split_messages(Bytes datagram, const DecodeOptions& options);

// Of a message with is_error(); nothing when it has no room for the error number.
std::optional<ErrorParts> split_error(const Message& message, const DecodeOptions& options);

}  // namespace ipvsim::tools
