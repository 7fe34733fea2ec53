// What of a message is worth a place in its one line.
#include "tools/decode/summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/decode/attr_walk.h"
#include "tools/decode/attributes.h"
#include "tools/decode/flag_names.h"
#include "tools/decode/tables.h"
#include "tools/decode/value.h"
#include "tools/text/errno_name.h"
#include "tools/text/hex.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

// The attributes of one nest under their table; what is absent gives "".
class Nest {
 public:
  Nest(Bytes area, const AttrSet& set, uint16_t family)
      : area_(area), set_(set), family_(family_of(area, set, family)) {}

  uint16_t family() const { return family_; }
  bool has(uint16_t type) const { return find_attribute(area_, type).has_value(); }
  size_t count(uint16_t type) const {
    const AttrWalk walk = walk_attributes(area_, 0);
    return static_cast<size_t>(std::count_if(walk.attrs.begin(), walk.attrs.end(),
                                             [type](const Attr& attr) { return attr.type == type; }));
  }

  std::string text(uint16_t type) const {
    const auto payload = find_attribute(area_, type);
    const AttrSpec* spec = find_spec(set_, type);
    if (!payload || spec == nullptr) return "";
    return value_text(spec->format, *payload, family_).text;
  }

  // A name without its quotes.
  std::string word(uint16_t type) const {
    std::string value = text(type);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return value;
  }

  std::optional<Nest> nest(uint16_t type) const {
    const auto payload = find_attribute(area_, type);
    const AttrSpec* spec = find_spec(set_, type);
    if (!payload || spec == nullptr || spec->nest == nullptr) return std::nullopt;
    return Nest(*payload, *spec->nest, family_);
  }

  // "10.0.0.1:80", "[::1]:80"; what is absent is "?".
  std::string endpoint(uint16_t addr_type, uint16_t port_type) const {
    std::string addr = has(addr_type) ? text(addr_type) : "?";
    if (family_ == uapi::kAfInet6) addr = "[" + addr + "]";
    return addr + ":" + (has(port_type) ? text(port_type) : "?");
  }

 private:
  Bytes area_;
  const AttrSet& set_;
  uint16_t family_;
};

// Appends a word, with a label before it, if there is one.
void add(std::string& text, std::string_view label, const std::string& word) {
  if (word.empty()) return;
  text += fmt::format("{}{}{}", text.empty() ? "" : " ", label, word);
}

std::string service_text(const Nest& service) {
  std::string text;
  if (service.has(uapi::kIpvsSvcAttrFwmark)) {
    text = "fwmark " + service.text(uapi::kIpvsSvcAttrFwmark);
    add(text, "", service.text(uapi::kIpvsSvcAttrAf));
  } else {
    text = service.endpoint(uapi::kIpvsSvcAttrAddr, uapi::kIpvsSvcAttrPort);
    add(text, "", service.text(uapi::kIpvsSvcAttrProtocol));
  }
  add(text, "", service.word(uapi::kIpvsSvcAttrSchedName));
  add(text, "pe ", service.word(uapi::kIpvsSvcAttrPeName));
  if (const auto dests = service.nest(uapi::kIpvsSvcAttrDests)) {
    text += fmt::format(" dests {}", dests->count(uapi::kIpvsDestsAttrDest));
  }
  return text;
}

std::string dest_text(const Nest& dest) {
  std::string text = dest.endpoint(uapi::kIpvsDestAttrAddr, uapi::kIpvsDestAttrPort);
  add(text, "", dest.text(uapi::kIpvsDestAttrFwdMethod));
  add(text, "weight ", dest.text(uapi::kIpvsDestAttrWeight));
  return text;
}

std::string daemon_text(const Nest& daemon) {
  std::string text = daemon.text(uapi::kIpvsDaemonAttrState);
  add(text, "", daemon.word(uapi::kIpvsDaemonAttrMcastIfn));
  add(text, "sync id ", daemon.text(uapi::kIpvsDaemonAttrSyncId));
  return text;
}

std::string ipvs_text(const Nest& top, uint8_t cmd) {
  std::string text;
  if (cmd == uapi::kIpvsSetInfo) {
    add(text, "version ", top.text(uapi::kIpvsInfoAttrVersion));
    add(text, "table ", top.text(uapi::kIpvsInfoAttrConnTabSize));
    return text;
  }
  if (const auto service = top.nest(uapi::kIpvsCmdAttrService)) add(text, "", service_text(*service));
  if (const auto dest = top.nest(uapi::kIpvsCmdAttrDest))
    add(text, text.empty() ? "" : "-> ", dest_text(*dest));
  if (const auto daemon = top.nest(uapi::kIpvsCmdAttrDaemon)) add(text, "", daemon_text(*daemon));
  add(text, "tcp ", top.text(uapi::kIpvsCmdAttrTimeoutTcp));
  add(text, "tcp fin ", top.text(uapi::kIpvsCmdAttrTimeoutTcpFin));
  add(text, "udp ", top.text(uapi::kIpvsCmdAttrTimeoutUdp));
  return text;
}

// An array nest of the controller holds one entry a message in GETPOLICY dumps: their numbers tell it apart.
std::string indices(Bytes area, int levels) {
  std::string text;
  const AttrWalk walk = walk_attributes(area, 0);
  for (const Attr& attr : walk.attrs) {
    text += fmt::format("[{}]", attr.type);
    if (levels > 1) text += indices(attr.payload, levels - 1);
  }
  return text;
}

std::string ctrl_text(Bytes area, const Nest& top) {
  std::string text = top.word(uapi::kCtrlFamilyName);
  add(text, "id ", top.text(uapi::kCtrlFamilyId));
  add(text, "op ", top.text(uapi::kCtrlOp));
  if (const auto nest = find_attribute(area, uapi::kCtrlOpPolicy)) add(text, "op ", indices(*nest, 1));
  if (const auto nest = find_attribute(area, uapi::kCtrlPolicy)) add(text, "policy ", indices(*nest, 2));
  return text;
}

std::string head(const Message& message, std::string_view name) {
  std::string text = fmt::format("{} seq {}", name, message.header.seq);
  if (message.header.flags != 0) {
    text += " flags " + message_flags(message.header.flags, message.flag_kind());
  }
  return text;
}

std::string error_text(const Message& message, const DecodeOptions& options) {
  const auto parts = split_error(message, options);
  if (!parts) return head(message, "ERROR") + "  cut short";
  if (parts->error == 0) {
    const Nest tlvs(parts->tlvs, kExtAckAttrs, 0);
    std::string text = head(message, "ACK");
    if (tlvs.has(uapi::kExtAckMsg)) text += "  " + tlvs.text(uapi::kExtAckMsg);
    return text;
  }
  std::string text = head(message, "ERROR") + "  " + errno_name(parts->error);
  if (parts->request) text += " to " + parts->request->name();
  const Nest tlvs(parts->tlvs, kExtAckAttrs, 0);
  add(text, "", tlvs.text(uapi::kExtAckMsg));
  add(text, "at ", tlvs.text(uapi::kExtAckOffs));
  return text;
}

std::string done_text(const Message& message) {
  const auto value = read_at<int32_t>(message.bytes, uapi::kNlHdrLen);
  if (!value) return head(message, "DONE") + "  cut short";
  const Nest tlvs(slice(message.bytes, uapi::kNlHdrLen + sizeof(int32_t)), kExtAckAttrs, 0);
  std::string text =
      head(message, "DONE") + "  " + (*value < 0 ? errno_name(*value) : fmt::format("{}", *value));
  add(text, "", tlvs.text(uapi::kExtAckMsg));
  return text;
}

}  // namespace

std::string summary(const Message& message, const DecodeOptions& options) {
  if (message.is_error()) return error_text(message, options);
  if (message.is_done()) return done_text(message);
  std::string content;
  if (message.command != nullptr) {
    const Nest top(message.attributes(), message.attribute_set(), 0);
    content = message.family == &kIpvsFamily ? ipvs_text(top, message.command->cmd)
                                             : ctrl_text(message.attributes(), top);
  }
  std::string text = head(message, message.name());
  if (!content.empty()) text += "  " + content;
  if (message.bytes.size() < message.header.len) {
    text += fmt::format("  ({} of {} bytes)", message.bytes.size(), message.header.len);
  }
  return text;
}

std::vector<std::string> summaries(Bytes datagram, const DecodeOptions& options) {
  std::vector<std::string> lines;
  const Messages messages = split_messages(datagram, options);
  for (const Message& message : messages.list) lines.push_back(summary(message, options));
  if (!messages.rest.empty()) {
    lines.push_back(
        fmt::format("{} bytes, no message: {}", messages.rest.size(), to_hex_short(messages.rest, 16)));
  }
  return lines;
}

}  // namespace ipvsim::tools
