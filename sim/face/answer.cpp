// Messages cut out of datagrams, and what those of IPVS tell (ipvs-control.md 10 and 11, rfc-dumps.md 2).
#include "ipvsim/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "ipvsim/request.h"
#include "sim/face/numbers.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim {
namespace {

[[noreturn]] void unreadable(const std::string& what) {
  throw std::runtime_error("unreadable answer: " + what);
}

Data part(const Data& data, size_t begin) {
  return {data.begin() + static_cast<ptrdiff_t>(begin), data.end()};
}

const Attr* find_if_there(const std::vector<Attr>& attrs, uint16_t type) {
  return has(attrs, type) ? &find(attrs, type) : nullptr;
}

Address address_of(const Attr& attr) {
  Address address;
  if (attr.payload.size() > address.bytes.size()) unreadable("an address of more than 16 bytes");
  std::copy(attr.payload.begin(), attr.payload.end(), address.bytes.begin());
  return address;
}

ToldDest dest_of(const std::vector<Attr>& nest, uint16_t service_af) {
  ToldDest dest;
  const Attr* const af = find_if_there(nest, uapi::kIpvsDestAttrAddrFamily);
  dest.key = DestKey(af != nullptr ? af->u16() : service_af, address_of(find(nest, uapi::kIpvsDestAttrAddr)),
                     find(nest, uapi::kIpvsDestAttrPort).be16());
  if (const Attr* const weight = find_if_there(nest, uapi::kIpvsDestAttrWeight))
    dest.weight = static_cast<int32_t>(weight->u32());
  return dest;
}

ToldService service_of(const std::vector<Attr>& nest) {
  ToldService service;
  service.key.af = find(nest, uapi::kIpvsSvcAttrAf).u16();
  if (const Attr* const fwmark = find_if_there(nest, uapi::kIpvsSvcAttrFwmark)) {
    service.key = ServiceKey::of_fwmark(fwmark->u32(), service.key.af);
  } else {
    service.key.protocol = find(nest, uapi::kIpvsSvcAttrProtocol).u16();
    service.key.addr = address_of(find(nest, uapi::kIpvsSvcAttrAddr));
    service.key.port = find(nest, uapi::kIpvsSvcAttrPort).be16();
  }
  if (const Attr* const scheduler = find_if_there(nest, uapi::kIpvsSvcAttrSchedName))
    service.scheduler = scheduler->text();
  if (const Attr* const dests = find_if_there(nest, uapi::kIpvsSvcAttrDests))
    for (const Attr& dest : dests->inside()) service.dests.push_back(dest_of(dest.inside(), service.key.af));
  return service;
}

std::string text_of(const ToldDest& dest) {
  return fmt::format("{} weight {}", dest.key.name(), dest.weight);
}

}  // namespace

bool Message::is_error() const { return type == uapi::kNlmsgError; }
bool Message::is_done() const { return type == uapi::kNlmsgDone; }
bool Message::interrupted() const { return (flags & uapi::kNlmFDumpIntr) != 0; }

int Message::error() const {
  if (!is_error() && !is_done()) unreadable("neither ERROR nor DONE");
  const auto value = peek<int32_t>(payload, 0);
  if (!value) unreadable("too short");
  return -*value;
}

uint8_t Message::command() const { return payload.at(0); }
uint8_t Message::version() const { return payload.at(1); }

std::vector<Attr> Message::attributes() const {
  if (payload.size() < uapi::kGenlHdrLen) unreadable("no generic netlink header");
  return read_attrs(part(payload, uapi::kGenlHdrLen));
}

std::vector<Attr> Message::tlvs() const {
  if ((flags & uapi::kNlmFAckTlvs) == 0) return {};
  size_t begin = sizeof(int32_t);
  if (is_error()) {
    const auto request = peek<uapi::NlMsgHdr>(payload, begin);
    if (!request) unreadable("too short");
    const bool capped = (flags & uapi::kNlmFCapped) != 0;
    begin += capped ? uapi::kNlHdrLen : uapi::align4(request->len);
  }
  if (begin > payload.size()) unreadable("an echoed request beyond its answer");
  return read_attrs(part(payload, begin));
}

std::optional<ToldService> Message::service() const {
  if (type < uapi::kNlmsgMinType || payload.empty() || command() != uapi::kIpvsNewService)
    return std::nullopt;
  const std::vector<Attr> attrs = attributes();
  const Attr* const nest = find_if_there(attrs, uapi::kIpvsCmdAttrService);
  if (nest == nullptr) return std::nullopt;
  return service_of(nest->inside());
}

std::optional<ToldDest> Message::dest() const {
  if (type < uapi::kNlmsgMinType || payload.empty() || command() != uapi::kIpvsNewDest) return std::nullopt;
  const std::vector<Attr> attrs = attributes();
  const Attr* const nest = find_if_there(attrs, uapi::kIpvsCmdAttrDest);
  if (nest == nullptr) return std::nullopt;
  return dest_of(nest->inside(), kInet);
}

std::string Message::text() const {
  const std::string mark = interrupted() ? " (interrupted)" : "";
  if (is_done()) return fmt::format("DONE {}", error()) + mark;
  if (is_error()) return error() == 0 ? "ACK" : fmt::format("ERROR {} ({})", error(), std::strerror(error()));
  if (const auto told = service()) {
    std::string out = fmt::format("NEW_SERVICE {} {}", told->key.name(), told->scheduler);
    for (const ToldDest& dest : told->dests) out += fmt::format(" -> {}", text_of(dest));
    return out + mark;
  }
  if (const auto told = dest()) return "NEW_DEST " + text_of(*told) + mark;
  if (payload.empty()) return fmt::format("type {}", type);
  return fmt::format("type {} command {}", type, command()) + mark;
}

std::vector<Message> read_messages(const Data& datagram) {
  std::vector<Message> messages;
  for (size_t offset = 0; offset < datagram.size();) {
    const auto header = peek<uapi::NlMsgHdr>(datagram, offset);
    if (!header) unreadable("too short");
    if (header->len < uapi::kNlHdrLen || header->len % uapi::kAlignTo != 0 ||
        header->len > datagram.size() - offset)
      unreadable(fmt::format("a message of {} bytes", header->len));
    const auto at = datagram.begin() + static_cast<ptrdiff_t>(offset);
    Message message{header->len,   header->type,
                    header->flags, header->seq,
                    header->pid,   {at + static_cast<ptrdiff_t>(uapi::kNlHdrLen), at + header->len}};
    if (message.is_error() || message.is_done())
      (void)message.tlvs();
    else
      (void)message.attributes();
    messages.push_back(std::move(message));
    offset += header->len;
  }
  return messages;
}

std::optional<std::string> malformed(const Data& datagram) {
  if (datagram.empty()) return "an empty datagram";
  try {
    (void)read_messages(datagram);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return std::nullopt;
}

std::vector<Message> Datagram::messages() const { return read_messages(bytes); }

Message Datagram::message() const {
  std::vector<Message> all = messages();
  if (all.size() != 1)
    throw std::runtime_error(fmt::format("{} messages where one was expected", all.size()));
  return std::move(all[0]);
}

std::string Datagram::text() const {
  if (error != 0)
    return error == EAGAIN ? "EAGAIN" : error == ENOBUFS ? "ENOBUFS" : fmt::format("errno {}", error);
  std::string out;
  for (const Message& message : messages()) out += (out.empty() ? "" : "\n") + message.text();
  return out;
}

std::vector<ToldService> told_table(const std::vector<Datagram>& reading) {
  std::vector<ToldService> table;
  for (const Datagram& datagram : reading) {
    for (const Message& message : datagram.messages()) {
      if (auto service = message.service()) {
        if (!table.empty() && table.back().key == service->key && !service->dests.empty()) {
          auto& dests = table.back().dests;
          dests.insert(dests.end(), service->dests.begin(), service->dests.end());
        } else {
          table.push_back(std::move(*service));
        }
      } else if (const auto dest = message.dest()) {
        if (table.empty()) unreadable("a destination before any service");
        table.back().dests.push_back(*dest);
      }
    }
  }
  return table;
}

}  // namespace ipvsim
