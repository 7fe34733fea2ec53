// The case is played once more, through the face, while it is written down: what the test expects is what
// came.
#include "laws/body.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ipvsim/door.h"

namespace ipvsim::laws {

namespace {

// "RfcV2ExactlyOnce"
std::string camel(std::string_view text) {
  std::string out;
  bool upper = true;
  for (const char c : text) {
    if (c == '-') {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return out;
}

std::string constant(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c == '-') c = '_';
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return out + "\"";
}

ServiceKey key_of(ServiceIndex index) {
  const ServiceFacts& facts = service_facts(index);
  return {facts.af, facts.protocol, {facts.addr}, facts.port, facts.fwmark};
}

class Body {
 public:
  explicit Body(const Counterexample& example) : example_(example), kernel_(profile()), door_(kernel_) {
    kernel_.set_dump_buffer(buffer());
  }

  std::string text() {
    const Case& which = example_.which;
    const std::string_view variant = dump_variant_name(which.variant);
    out_ =
        fmt::format("// {} breaks {}: {}.\nTEST(Counterexample, {}{}) {{\n", variant, law_name(example_.law),
                    example_.complaint, camel(variant), camel(law_name(example_.law)));
    if (which.variant == DumpVariant::stock)
      out_ += "  ipvsim::Kernel kernel(\"linux-6.1\");\n";
    else
      out_ += fmt::format(
          "  ipvsim::Profile profile;\n  profile.variant = ipvsim::DumpVariant::{};\n"
          "  ipvsim::Kernel kernel(profile);\n",
          constant(variant));
    out_ += fmt::format("  kernel.set_dump_buffer({});\n", quoted(buffer().text()));
    for (const TimedEdit& timed : which.edits)
      if (is_foreign(timed.edit) && foreign_ == 0) {
        foreign_ = kernel_.add_netns();
        out_ += "  const uint32_t foreign = kernel.add_netns();\n";
      }
    for (const TableService& entry : which.table) {
      edit({EditKind::add_service, entry.service, 0, 0});
      for (const DestIndex dest : entry.dests) edit({EditKind::add_dest, entry.service, dest, 1});
    }
    out_ += "  ipvsim::Door door(kernel);\n";
    read();
    if (example_.law == Law::linear_cost)
      out_ += fmt::format("  EXPECT_EQ(kernel.costs().table_steps, {}u);\n", kernel_.costs().table_steps);
    return out_ + "}\n";
  }

 private:
  Profile profile() const {
    Profile profile;
    profile.variant = example_.which.variant;
    return profile;
  }
  DumpBufferRule buffer() const {
    const auto& sizes = example_.which.sizes;
    return sizes.size() == 1 ? DumpBufferRule::fixed(sizes[0])
                             : DumpBufferRule::script({sizes.begin(), sizes.end()});
  }
  static bool is_foreign(const Edit& edit) {
    return edit.kind == EditKind::add_foreign || edit.kind == EditKind::del_foreign;
  }

  // Makes the edit and writes it down.
  void edit(const Edit& edit) {
    const ServiceFacts& facts = service_facts(edit.service);
    const ServiceKey service = key_of(edit.service);
    const DestKey dest(kInet, {dest_facts(edit.dest).addr}, dest_facts(edit.dest).port);
    const uint32_t netns = is_foreign(edit) ? foreign_ : 0;
    ServiceSettings settings;
    settings.scheduler = facts.scheduler;
    settings.pe = facts.pe;
    DestSettings dest_settings;
    // An IPv4 destination of an IPv6 service must be tunnelled (ipvs-control.md 6, row 6).
    constexpr uint32_t kTunnel = 2;
    if (facts.af == kInet6) dest_settings.conn_flags = kTunnel;
    int result = 0;
    std::string call;
    switch (edit.kind) {
      case EditKind::add_service:
      case EditKind::add_foreign:
        result = kernel_.add_service(service, settings, netns);
        call = fmt::format("add_service({}{}", quoted(service.name()), text_of(settings, netns != 0));
        break;
      case EditKind::set_service:
        settings.timeout_s = edit.value;
        result = kernel_.edit_service(service, settings);
        call = fmt::format("edit_service({}{}", quoted(service.name()), text_of(settings, true));
        break;
      case EditKind::del_service:
      case EditKind::del_foreign:
        result = kernel_.del_service(service, netns);
        call = fmt::format("del_service({}", quoted(service.name()));
        break;
      case EditKind::add_dest:
        result = kernel_.add_dest(service, dest, dest_settings);
        call = fmt::format("add_dest({}, {}{}", quoted(service.name()), quoted(dest.name()),
                           text_of(dest_settings, false));
        break;
      case EditKind::set_dest:
        dest_settings.weight = edit.value;
        result = kernel_.edit_dest(service, dest, dest_settings);
        call = fmt::format("edit_dest({}, {}{}", quoted(service.name()), quoted(dest.name()),
                           text_of(dest_settings, true));
        break;
      case EditKind::del_dest:
        result = kernel_.del_dest(service, dest);
        call = fmt::format("del_dest({}, {}", quoted(service.name()), quoted(dest.name()));
        break;
      case EditKind::flush:
        result = kernel_.flush();
        call = "flush(";
        break;
    }
    out_ += fmt::format("  EXPECT_EQ(kernel.{}{}), {});\n", call, netns != 0 ? ", foreign" : "", result);
  }

  static std::string text_of(const ServiceSettings& settings, bool needed) {
    std::vector<std::string> set;
    if (settings.scheduler != "rr") set.push_back(".scheduler = " + quoted(settings.scheduler));
    if (!settings.pe.empty()) set.push_back(".pe = " + quoted(settings.pe));
    if (settings.timeout_s != 0) set.push_back(fmt::format(".timeout_s = {}", settings.timeout_s));
    return argument(set, needed);
  }
  static std::string text_of(const DestSettings& settings, bool needed) {
    std::vector<std::string> set;
    if (settings.conn_flags != 0) set.push_back(fmt::format(".conn_flags = {}", settings.conn_flags));
    if (settings.weight != 1) set.push_back(fmt::format(".weight = {}", settings.weight));
    return argument(set, needed);
  }
  static std::string argument(const std::vector<std::string>& set, bool needed) {
    return set.empty() && !needed ? std::string() : fmt::format(", {{{}}}", fmt::join(set, ", "));
  }

  // The requests, receives and edits in the order in which a run of the case makes them.
  void read() {
    const auto world = run(example_.which);
    const auto& datagrams = world->reading().datagrams;
    auto next_edit = example_.which.edits.begin();
    for (size_t received = 0; received < datagrams.size(); ++received) {
      if (received == 0) send(false);
      for (; next_edit != example_.which.edits.end() && next_edit->boundary <= received; ++next_edit) {
        flush_receives();
        edit(next_edit->edit);
      }
      if (received != 0 && answered_) send(true);
      receive();
    }
    flush_receives();
  }

  // The first request, or one for the destinations of the next service that was told.
  void send(bool dests) {
    flush_receives();
    answered_ = false;
    const Case& which = example_.which;
    std::string_view command = which.variant == DumpVariant::stock ? "get_service" : "get_service_dest";
    std::optional<ServiceKey> service;
    if (which.single) service = key_of(*which.single);
    if (dests) {
      command = "get_dest";
      service = told_.at(asked_++);
    }
    const std::string key = service ? quoted(service->name()) : std::string();
    if (command == "get_service" && service) {
      Request request = request::get_service(*service);
      request.flags = kDo;
      door_.send(request);
      do_answer_ = true;
      out_ += fmt::format(
          "  ipvsim::Request request = ipvsim::request::get_service({});\n"
          "  request.flags = ipvsim::kDo;\n  door.send(request);\n",
          key);
      return;
    }
    door_.send(request::dump(command == "get_service" ? Command::get_service
                             : command == "get_dest"  ? Command::get_dest
                                                      : Command::get_service_dest,
                             service));
    out_ += fmt::format("  door.send(ipvsim::request::dump(ipvsim::Command::{}{}));\n", command,
                        service ? ", " + key : "");
  }

  void receive() {
    const ipvsim::Datagram datagram = door_.receive();
    for (const Message& message : datagram.messages()) {
      if (message.is_done() || message.is_error() || do_answer_) answered_ = true;
      if (const auto service = message.service(); service && !example_.which.services_only)
        told_.push_back(service->key);
    }
    do_answer_ = false;
    const std::string text = datagram.text();
    if (text != pending_) flush_receives();
    pending_ = text;
    ++times_;
  }

  // Writes down what was received, equal datagrams in a row as a loop.
  void flush_receives() {
    if (times_ == 0) return;
    out_ += times_ == 1 ? "  " : fmt::format("  for (int i = 0; i < {}; ++i)\n    ", times_);
    out_ += fmt::format("EXPECT_EQ(door.receive().text(), {});\n", quoted(pending_));
    times_ = 0;
  }

  const Counterexample& example_;
  Kernel kernel_;
  Door door_;
  std::string out_;
  uint32_t foreign_ = 0;
  bool answered_ = false;   // the request sent last
  bool do_answer_ = false;  // is ended by one message without a DONE
  std::vector<ServiceKey> told_;
  size_t asked_ = 0;
  std::string pending_;
  size_t times_ = 0;
};

}  // namespace

std::string cpp_test(const Counterexample& example) { return Body(example).text(); }

}  // namespace ipvsim::laws
