// Lines for netlink headers, error and done messages; attributes are attributes.cpp's.
#include "tools/decode/decode.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/decode/attributes.h"
#include "tools/decode/flag_names.h"
#include "tools/decode/tables.h"
#include "tools/text/errno_name.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {
namespace {

// "len 36, flags CAPPED, seq 1000, pid 4001", with the family and its header where there is one.
std::string header_text(const Message& message) {
  std::string text;
  if (message.header.type >= uapi::kNlmsgMinType) {
    text = message.family != nullptr ? fmt::format("{}, ", message.family->name) : "";
    text += fmt::format("type {}, ", message.header.type);
  }
  if (message.genl) {
    text += fmt::format("cmd {} version {}, ", message.genl->cmd, message.genl->version);
    if (message.genl->reserved != 0) text += fmt::format("reserved {:#x}, ", message.genl->reserved);
  }
  const uapi::NlMsgHdr& header = message.header;
  text += fmt::format("len {}, flags {}, seq {}, pid {}", header.len,
                      message_flags(header.flags, message.flag_kind()), header.seq, header.pid);
  return text;
}

class Writer {
 public:
  explicit Writer(const DecodeOptions& options) : options_(options) {}

  Lines datagram(Bytes bytes);

 private:
  void message(const Message& message);
  void generic(const Message& message, int depth, std::string_view note);
  void error(const Message& message);
  void done(const Message& message);
  void raw(Bytes bytes, size_t offset, int depth, std::string name);

  DecodeOptions options_;
  Lines lines_;
};

Lines Writer::datagram(Bytes bytes) {
  const Messages messages = split_messages(bytes, options_);
  for (const Message& each : messages.list) message(each);
  if (!messages.rest.empty()) {
    lines_.push_back(
        {messages.rest_offset, bytes.size(), 0, "!",
         fmt::format("{} bytes, no message: {}", messages.rest.size(), to_hex_short(messages.rest))});
  }
  return std::move(lines_);
}

void Writer::raw(Bytes bytes, size_t offset, int depth, std::string name) {
  if (bytes.empty()) return;
  lines_.push_back({offset, offset + bytes.size(), depth, std::move(name), to_hex_short(bytes)});
}

void Writer::message(const Message& message) {
  if (message.is_error()) {
    error(message);
  } else if (message.is_done()) {
    done(message);
  } else {
    generic(message, 0, "");
  }
  if (message.bytes.size() < message.header.len) {
    const size_t end = message.offset + message.bytes.size();
    lines_.push_back({end, end, 0, "!",
                      fmt::format("{} of {} bytes are there", message.bytes.size(), message.header.len)});
  }
  raw(message.padding, message.offset + message.bytes.size(), 0, "padding");
}

void Writer::generic(const Message& message, int depth, std::string_view note) {
  const size_t header_len = message.genl ? uapi::kGenlAttrOffset : uapi::kNlHdrLen;
  lines_.push_back({message.offset, message.offset + header_len, depth,
                    fmt::format("{}{}", note, message.name()), header_text(message)});
  if (message.genl) {
    decode_attributes(message.attributes(), message.offset + header_len, message.attribute_set(), depth + 1,
                      0, lines_);
  } else {
    raw(slice(message.bytes, header_len), message.offset + header_len, depth + 1, "payload");
  }
}

void Writer::error(const Message& message) {
  const size_t payload = message.offset + uapi::kNlHdrLen;
  const auto parts = split_error(message, options_);
  const bool success = parts && parts->error == 0;
  lines_.push_back({message.offset, payload, 0, success ? "ACK" : "ERROR", header_text(message)});
  if (!parts) {
    raw(slice(message.bytes, uapi::kNlHdrLen), payload, 1, "! no error number");
    return;
  }
  lines_.push_back({payload, payload + sizeof(int32_t), 1, "error",
                    success ? "0" : fmt::format("{} ({})", errno_name(parts->error), parts->error)});
  if (!parts->request) {
    raw(slice(message.bytes, uapi::kNlHdrLen + sizeof(int32_t)), payload + sizeof(int32_t), 1,
        "! no request header");
    return;
  }
  const Message& request = *parts->request;
  generic(request, 1, "request: ");
  raw(request.padding, request.offset + request.bytes.size(), 2, "padding");
  decode_attributes(parts->tlvs, parts->tlv_offset, kExtAckAttrs, 1, 0, lines_);
}

void Writer::done(const Message& message) {
  const size_t payload = message.offset + uapi::kNlHdrLen;
  lines_.push_back({message.offset, payload, 0, "DONE", header_text(message)});
  const auto value = read_at<int32_t>(message.bytes, uapi::kNlHdrLen);
  if (!value) {
    raw(slice(message.bytes, uapi::kNlHdrLen), payload, 1, "! no value");
    return;
  }
  lines_.push_back(
      {payload, payload + sizeof(int32_t), 1, "value",
       *value < 0 ? fmt::format("{} ({})", errno_name(*value), *value) : fmt::format("{}", *value)});
  decode_attributes(slice(message.bytes, uapi::kNlHdrLen + sizeof(int32_t)), payload + sizeof(int32_t),
                    kExtAckAttrs, 1, 0, lines_);
}

}  // namespace

Lines decode(Bytes datagram, const DecodeOptions& options) { return Writer(options).datagram(datagram); }

std::string decode_text(Bytes datagram, const DecodeOptions& options, const std::string& indent) {
  std::string text;
  for (const Line& line : decode(datagram, options)) text += indent + line_text(line) + "\n";
  return text;
}

}  // namespace ipvsim::tools
