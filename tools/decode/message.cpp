// Netlink and generic netlink headers, and the layout of an error message.
#include "tools/decode/message.h"

#include <fmt/format.h>

#include "tools/decode/tables.h"

namespace ipvsim::tools {
namespace {

// `bytes` holds at least a netlink header.
Message make_message(Bytes bytes, size_t offset, const uapi::NlMsgHdr& header, const DecodeOptions& options) {
  Message message;
  message.offset = offset;
  message.header = header;
  message.bytes = bytes;
  if (header.type == uapi::kGenlIdCtrl) message.family = &kCtrlFamily;
  if (header.type == options.ipvs_family && header.type != 0) message.family = &kIpvsFamily;
  if (header.type >= uapi::kNlmsgMinType) message.genl = read_at<uapi::GenlMsgHdr>(bytes, uapi::kNlHdrLen);
  if (message.family != nullptr && message.genl)
    message.command = find_command(*message.family, message.genl->cmd);
  return message;
}

}  // namespace

FlagKind Message::flag_kind() const {
  if (is_error() || is_done()) return FlagKind::ack;
  return command != nullptr ? command->flags : FlagKind::get;
}

std::string Message::name() const {
  if (command != nullptr) return std::string(command->name);
  if (family != nullptr && genl) return fmt::format("{} command {}", family->name, genl->cmd);
  if (family != nullptr) return std::string(family->name);
  switch (header.type) {
    case uapi::kNlmsgNoop:
      return "NOOP";
    case uapi::kNlmsgError:
      return "ERROR";
    case uapi::kNlmsgDone:
      return "DONE";
    case uapi::kNlmsgOverrun:
      return "OVERRUN";
    default:
      return fmt::format("type {}", header.type);
  }
}

const AttrSet& Message::attribute_set() const { return command != nullptr ? *command->attrs : kUnknownAttrs; }

Messages split_messages(Bytes datagram, const DecodeOptions& options) {
  Messages messages;
  size_t at = 0;
  while (at < datagram.size()) {
    const auto header = read_at<uapi::NlMsgHdr>(datagram, at);
    if (!header || header->len < uapi::kNlHdrLen) {
      messages.rest = slice(datagram, at);
      messages.rest_offset = at;
      break;
    }
    Message message = make_message(slice(datagram, at, header->len), at, *header, options);
    at += message.bytes.size();
    message.padding = slice(datagram, at, uapi::align4(header->len) - header->len);
    at += message.padding.size();
    messages.list.push_back(message);
  }
  return messages;
}

std::optional<ErrorParts> split_error(const Message& message, const DecodeOptions& options) {
  const auto error = read_at<int32_t>(message.bytes, uapi::kNlHdrLen);
  if (!error) return std::nullopt;
  ErrorParts parts;
  parts.error = *error;
  const size_t request_at = uapi::kNlHdrLen + sizeof(int32_t);
  const auto request = read_at<uapi::NlMsgHdr>(message.bytes, request_at);
  size_t tlv_at = message.bytes.size();
  if (request) {
    const bool capped = (message.header.flags & uapi::kNlmFCapped) != 0;
    // The header's own length may say anything; what is there decides.
    size_t echoed = uapi::kNlHdrLen;
    if (!capped && request->len > uapi::kNlHdrLen) echoed = request->len;
    parts.request = make_message(slice(message.bytes, request_at, echoed), message.offset + request_at,
                                 *request, options);
    const size_t behind = request_at + uapi::align4(parts.request->bytes.size());
    parts.request->padding = slice(message.bytes, request_at + parts.request->bytes.size(),
                                   behind - request_at - parts.request->bytes.size());
    tlv_at = std::min(behind, message.bytes.size());
  }
  parts.tlvs = slice(message.bytes, tlv_at);
  parts.tlv_offset = message.offset + tlv_at;
  return parts;
}

}  // namespace ipvsim::tools
