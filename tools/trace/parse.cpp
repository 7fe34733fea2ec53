// The grammar of `.nltrace`: one function a line kind, listed in two tables.
#include "tools/trace/parse.h"

#include <arpa/inet.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "tools/trace/fields.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

constexpr uint64_t kU8Max = 0xff;
constexpr uint64_t kU32Max = 0xffffffff;
constexpr int64_t kIntMin = std::numeric_limits<int>::min();
constexpr int64_t kIntMax = std::numeric_limits<int>::max();
// Longer than any datagram a kernel accepts or makes; keeps a typing error from asking for all memory.
constexpr uint64_t kBytesMax = 1U << 30;

TraceAddress parse_address(Fields& fields) {
  const std::string text(fields.word("address"));
  const size_t slash = text.find('/');
  const std::string host = text.substr(0, slash);
  TraceAddress address;
  int prefix_max = 32;
  if (inet_pton(AF_INET, host.c_str(), address.bytes.data()) == 1) {
    address.family = uapi::kAfInet;
  } else if (inet_pton(AF_INET6, host.c_str(), address.bytes.data()) == 1) {
    address.family = uapi::kAfInet6;
    prefix_max = 128;
  } else {
    fields.fail(fmt::format("{} is no ADDRESS/PREFIX", in_quotes(text)));
  }
  if (slash == std::string::npos) fields.fail(fmt::format("{} has no /PREFIX", in_quotes(text)));
  Fields prefix(std::string_view(text).substr(slash + 1), fields.line());
  address.prefix = static_cast<uint8_t>(prefix.number("address prefix", static_cast<uint64_t>(prefix_max)));
  return address;
}

class Parser {
 public:
  Trace parse(std::istream& in);

 private:
  void header_line(std::string_view key, Fields& fields);
  void event_line(std::string_view key, Fields& fields);
  void header_is_complete(const Fields& fields) const;

  void link(Fields& fields);
  NamespaceEvent new_namespace(Fields& fields);
  OpenEvent open(Fields& fields);
  OptionEvent option(Fields& fields);
  RcvbufEvent rcvbuf(Fields& fields);
  SendEvent send(Fields& fields);
  ReceiveEvent receive(Fields& fields, bool peek);
  CloseEvent close(Fields& fields);
  uint32_t open_sock(Fields& fields);

  Trace trace_;
  std::set<std::string, std::less<>> seen_;  // header keys
  std::set<uint32_t> open_;                  // sockets
  std::set<uint32_t> namespaces_ = {0};
  bool in_events_ = false;
};

// Header keys that stand exactly once.
constexpr std::string_view kOnce[] = {"kernel", "variant", "family", "salt", "hz", "pad64"};
constexpr std::string_view kEvents[] = {"ns", "sock", "opt", "rcvbuf", "send", "recv", "peek", "close"};

bool is_one_of(std::string_view key, std::span<const std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Trace Parser::parse(std::istream& in) {
  std::string text;
  size_t line = 0;
  while (std::getline(in, text)) {
    ++line;
    if (text.starts_with('#')) {
      const size_t start = std::min(text.find_first_not_of(' ', 1), text.size());
      trace_.events.push_back({line, NoteEvent{text.substr(start)}});
      continue;
    }
    Fields fields(text, line);
    if (fields.empty()) continue;
    const std::string_view key = fields.word("key");
    if (!seen_.contains("nltrace")) {
      if (key != "nltrace") fields.fail("a trace starts with \"nltrace 1\"");
      if (fields.number("format version", kU32Max) != 1) fields.fail("only format version 1 is known");
      seen_.emplace(key);
    } else if (is_one_of(key, kEvents)) {
      if (!in_events_) header_is_complete(fields);
      in_events_ = true;
      event_line(key, fields);
    } else {
      header_line(key, fields);
    }
    fields.end();
  }
  if (in.bad()) throw TraceError(0, "cannot be read to its end");
  if (!seen_.contains("nltrace")) throw TraceError(line, "the trace is empty; it starts with \"nltrace 1\"");
  if (!in_events_) header_is_complete(Fields("", line));
  return std::move(trace_);
}

void Parser::header_line(std::string_view key, Fields& fields) {
  const bool once = is_one_of(key, kOnce);
  if (key == "nltrace") fields.fail("\"nltrace\" stands a second time");
  if (!once && key != "link") fields.fail(fmt::format("{} is no header line and no event", in_quotes(key)));
  if (in_events_) fields.fail(fmt::format("header line \"{}\" stands behind the first event", key));
  if (once && !seen_.emplace(key).second) fields.fail(fmt::format("\"{}\" stands a second time", key));

  TraceHeader& header = trace_.header;
  if (key == "kernel") header.kernel = fields.name("kernel release");
  if (key == "variant") header.variant = fields.name("variant name");
  if (key == "family") header.family = static_cast<uint16_t>(fields.number("family id", uapi::kGenlIdMax));
  if (key == "salt") header.salt = static_cast<uint8_t>(fields.number("salt", kU8Max));
  if (key == "hz") header.hz = static_cast<uint32_t>(fields.number("hz", 1000000));
  if (key == "link") link(fields);
  if (key == "family" && header.family < uapi::kGenlIdFirstDynamic) {
    fields.fail(fmt::format("family id must be at least {}", uapi::kGenlIdFirstDynamic));
  }
  if (key == "hz" && header.hz == 0) fields.fail("hz must not be 0");
  if (key == "pad64") {
    const std::string_view value = fields.word("pad64");
    if (value != "yes" && value != "no") fields.fail("pad64 must be yes or no");
    header.pad64 = value == "yes";
  }
}

void Parser::header_is_complete(const Fields& fields) const {
  for (std::string_view key : kOnce) {
    if (!seen_.contains(key)) fields.fail(fmt::format("the header line \"{}\" is missing", key));
  }
}

void Parser::link(Fields& fields) {
  TraceLink link;
  link.name = fields.name("link name");
  if (link.name.size() > uapi::kIpvsIfNameMax) fields.fail("a link name has at most 15 characters");
  fields.literal("up");
  fields.literal("mtu");
  link.mtu = static_cast<uint32_t>(fields.number("mtu", kU32Max));
  do {
    fields.literal("addr");
    link.addresses.push_back(parse_address(fields));
  } while (!fields.empty());
  for (const TraceLink& other : trace_.header.links) {
    if (other.name == link.name) fields.fail(fmt::format("link {} stands a second time", link.name));
  }
  trace_.header.links.push_back(std::move(link));
}

void Parser::event_line(std::string_view key, Fields& fields) {
  auto add = [&](auto what) {
    TraceEvent& event = trace_.events.emplace_back();
    event.line = fields.line();
    event.what = std::move(what);
  };
  if (key == "ns") add(new_namespace(fields));
  if (key == "sock") add(open(fields));
  if (key == "opt") add(option(fields));
  if (key == "rcvbuf") add(rcvbuf(fields));
  if (key == "send") add(send(fields));
  if (key == "recv" || key == "peek") add(receive(fields, key == "peek"));
  if (key == "close") add(close(fields));
}

NamespaceEvent Parser::new_namespace(Fields& fields) {
  NamespaceEvent event;
  event.ns = static_cast<uint32_t>(fields.number("namespace", kU32Max));
  if (!namespaces_.insert(event.ns).second) fields.fail(fmt::format("namespace {} exists already", event.ns));
  fields.literal("salt");
  event.salt = static_cast<uint8_t>(fields.number("salt", kU8Max));
  return event;
}

OpenEvent Parser::open(Fields& fields) {
  OpenEvent event;
  event.sock = static_cast<uint32_t>(fields.number("socket", kU32Max));
  if (!open_.insert(event.sock).second) fields.fail(fmt::format("socket {} is open already", event.sock));
  fields.literal("portid");
  event.portid = static_cast<uint32_t>(fields.number("portid", kU32Max));
  if (fields.empty()) return event;
  fields.literal("ns");
  event.ns = static_cast<uint32_t>(fields.number("namespace", kU32Max));
  if (!namespaces_.contains(event.ns)) fields.fail(fmt::format("namespace {} does not exist", event.ns));
  return event;
}

uint32_t Parser::open_sock(Fields& fields) {
  const auto sock = static_cast<uint32_t>(fields.number("socket", kU32Max));
  if (!open_.contains(sock)) fields.fail(fmt::format("socket {} is not open", sock));
  return sock;
}

OptionEvent Parser::option(Fields& fields) {
  OptionEvent event;
  event.sock = open_sock(fields);
  event.option = static_cast<int>(fields.signed_number("option", kIntMin, kIntMax));
  event.value = static_cast<int>(fields.signed_number("option value", kIntMin, kIntMax));
  event.error = fields.result("result");
  return event;
}

RcvbufEvent Parser::rcvbuf(Fields& fields) {
  RcvbufEvent event;
  event.sock = open_sock(fields);
  event.value = static_cast<int>(fields.signed_number("receive buffer", kIntMin, kIntMax));
  event.error = fields.result("result");
  return event;
}

SendEvent Parser::send(Fields& fields) {
  SendEvent event;
  event.sock = open_sock(fields);
  // An empty datagram leaves no HEX word: only its error, or nothing, follows. Hex is lower case, errno names
  // are not.
  const bool empty = fields.empty() || fields.peek().starts_with('E');
  if (!empty) event.datagram = fields.hex("datagram");
  if (!fields.empty()) event.error = fields.errno_value("error");
  return event;
}

ReceiveEvent Parser::receive(Fields& fields, bool peek) {
  ReceiveEvent event;
  event.sock = open_sock(fields);
  event.peek = peek;
  event.capacity = fields.number("capacity", kBytesMax);
  if (fields.peek().starts_with('E')) {
    event.error = fields.errno_value("error");
    return event;
  }
  event.length = fields.number("length (or an errno name)", kBytesMax);
  const size_t expected = std::min(event.capacity, event.length);
  // Nothing arrived (CAP or LEN is 0): there may be no HEX word.
  if (expected != 0 || !fields.empty()) event.bytes = fields.hex("datagram");
  if (event.bytes.size() != expected) {
    fields.fail(fmt::format("the datagram holds {} bytes, but min(CAP {}, LEN {}) is {}", event.bytes.size(),
                            event.capacity, event.length, expected));
  }
  return event;
}

CloseEvent Parser::close(Fields& fields) {
  CloseEvent event;
  event.sock = open_sock(fields);
  open_.erase(event.sock);
  return event;
}

}  // namespace

TraceError::TraceError(size_t line, const std::string& reason)
    : std::runtime_error(line == 0 ? reason : fmt::format("line {}: {}", line, reason)), line_(line) {}

Trace parse_trace(std::istream& in) { return Parser().parse(in); }

Trace read_trace(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (std::filesystem::is_directory(path)) throw TraceError(0, "is a folder, not a trace");
  if (!in) throw TraceError(0, "cannot be opened");
  return parse_trace(in);
}

}  // namespace ipvsim::tools
