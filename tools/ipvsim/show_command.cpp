// A recording event by event, datagrams attribute by attribute or in one line a message.
#include "tools/ipvsim/show_command.h"

#include <arpa/inet.h>

#include <memory>

#include <fmt/format.h>

#include "tools/decode/decode.h"
#include "tools/decode/summary.h"
#include "tools/text/errno_name.h"
#include "tools/trace/parse.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

struct Options {
  std::string path;
  bool brief = false;
  size_t from = 0;
  size_t to = SIZE_MAX;
};

std::string option_name(int option) {
  switch (option) {
    case uapi::kNetlinkAddMembership:
      return "ADD_MEMBERSHIP";
    case uapi::kNetlinkDropMembership:
      return "DROP_MEMBERSHIP";
    case uapi::kNetlinkPktinfo:
      return "PKTINFO";
    case uapi::kNetlinkBroadcastError:
      return "BROADCAST_ERROR";
    case uapi::kNetlinkNoEnobufs:
      return "NO_ENOBUFS";
    case uapi::kNetlinkListenAllNsid:
      return "LISTEN_ALL_NSID";
    case uapi::kNetlinkListMemberships:
      return "LIST_MEMBERSHIPS";
    case uapi::kNetlinkCapAck:
      return "CAP_ACK";
    case uapi::kNetlinkExtAck:
      return "EXT_ACK";
    case uapi::kNetlinkGetStrictChk:
      return "GET_STRICT_CHK";
    default:
      return fmt::format("option {}", option);
  }
}

std::string outcome(int error) { return error == 0 ? "" : fmt::format("  {}", errno_name(error)); }

// One overload an event kind: the event in one line, datagrams below it.
class Printer {
 public:
  Printer(const TraceHeader& header, bool brief) : decode_{header.family}, brief_(brief) {}

  void print(const TraceEvent& event) {
    line_ = event.line;
    std::visit([this](const auto& what) { print(what); }, event.what);
  }

 private:
  void print(const NoteEvent& event) { head("# " + event.text); }
  void print(const NamespaceEvent& event) {
    head(fmt::format("namespace {}, salt {}", event.ns, event.salt));
  }
  void print(const OpenEvent& event) {
    head(fmt::format("socket {}: open, port id {}{}", event.sock, event.portid,
                     event.ns == 0 ? "" : fmt::format(", namespace {}", event.ns)));
  }
  void print(const OptionEvent& event) {
    head(fmt::format("socket {}: {} = {}{}", event.sock, option_name(event.option), event.value,
                     outcome(event.error)));
  }
  void print(const RcvbufEvent& event) {
    head(fmt::format("socket {}: receive buffer = {}{}", event.sock, event.value, outcome(event.error)));
  }
  void print(const SendEvent& event) {
    head(fmt::format("socket {}: send {} bytes{}", event.sock, event.datagram.size(), outcome(event.error)));
    datagram(event.datagram);
  }
  void print(const ReceiveEvent& event) {
    const std::string call = fmt::format("socket {}: {} up to {} bytes", event.sock,
                                         event.peek ? "peek" : "receive", event.capacity);
    if (event.error != 0) return head(call + outcome(event.error));
    const bool cut = event.bytes.size() != event.length;
    head(fmt::format("{}: {} bytes{}", call, event.length,
                     cut ? fmt::format(", cut to {}", event.bytes.size()) : ""));
    datagram(event.bytes);
  }
  void print(const CloseEvent& event) { head(fmt::format("socket {}: close", event.sock)); }

  void head(const std::string& text) const { fmt::print("{:6}  {}\n", line_, text); }

  void datagram(const std::vector<uint8_t>& bytes) const {
    const std::string indent(8, ' ');
    if (!brief_) {
      fmt::print("{}", decode_text(bytes, decode_, indent));
      return;
    }
    for (const std::string& text : summaries(bytes, decode_)) fmt::print("{}  {}\n", indent, text);
  }

  DecodeOptions decode_;
  bool brief_;
  size_t line_ = 0;
};

void print_header(const TraceHeader& header) {
  fmt::print("kernel {}, variant {}, family {}, salt {}, hz {}, pad64 {}\n", header.kernel, header.variant,
             header.family, header.salt, header.hz, header.pad64 ? "yes" : "no");
  for (const TraceLink& link : header.links) {
    fmt::print("link {}, mtu {}", link.name, link.mtu);
    for (const TraceAddress& address : link.addresses) {
      char text[INET6_ADDRSTRLEN] = "";
      inet_ntop(address.family, address.bytes.data(), text, sizeof(text));
      fmt::print(", {}/{}", text, address.prefix);
    }
    fmt::print("\n");
  }
}

int run(const Options& options) {
  Trace trace;
  try {
    trace = read_trace(options.path);
  } catch (const TraceError& error) {
    fmt::print(stderr, "ipvsim show: {}: {}\n", options.path, error.what());
    return kExitUsage;
  }
  print_header(trace.header);
  Printer printer(trace.header, options.brief);
  for (const TraceEvent& event : trace.events) {
    if (options.from <= event.line && event.line <= options.to) printer.print(event);
  }
  return kExitFine;
}

}  // namespace

Command add_show(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app = root.add_subcommand("show", "Print a recording event by event, its datagrams decoded.");
  app->add_option("file", options->path, "a recording (.nltrace)")->required()->type_name("FILE");
  app->add_flag("--brief", options->brief, "one line a message instead of one an attribute");
  app->add_option("--from", options->from, "first line of the file to show")->type_name("LINE");
  app->add_option("--to", options->to, "last line of the file to show")->type_name("LINE");
  app->footer(
      "Example:\n  ipvsim show recordings/stock/ctrl.nltrace --brief --from 10 --to 40\n\n"
      "Numbers on the left: lines of the file; before an attribute: its offset in the datagram.\n"
      "Exit code: 0, or 2 when the file is malformed (the line and what is wrong are on stderr).");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
