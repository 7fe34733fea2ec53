// One overload an event kind; each says what differed, or nothing.
#include "tools/replay/replay.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "tools/text/errno_name.h"

namespace ipvsim::tools {
namespace {

std::string came_out(const std::string& recorded, const std::string& got) {
  return fmt::format("{} was recorded, {} came out", recorded, got);
}

std::string result_name(int error) { return error == 0 ? "ok" : errno_name(error); }

class Replayer {
 public:
  explicit Replayer(ReplayKernel& kernel) : kernel_(kernel) {}

  std::optional<Difference> play(const TraceEvent& event) {
    line_ = event.line;
    auto difference = std::visit([this](const auto& what) { return play(what); }, event.what);
    if (difference) return difference;
    auto broken = kernel_.audit();
    if (broken.empty()) return std::nullopt;
    Difference found = differs("the table's invariants are broken after this event");
    found.audit = std::move(broken);
    return found;
  }

 private:
  std::optional<Difference> play(const NoteEvent&) { return std::nullopt; }

  std::optional<Difference> play(const NamespaceEvent& event) {
    kernel_.add_namespace(event.ns, event.salt);
    return std::nullopt;
  }

  std::optional<Difference> play(const OpenEvent& event) {
    const int error = kernel_.open(event.sock, event.portid, event.ns);
    return compare(fmt::format("sock {} portid {}", event.sock, event.portid), 0, error);
  }

  std::optional<Difference> play(const OptionEvent& event) {
    const int error = kernel_.set_option(event.sock, event.option, event.value);
    return compare(fmt::format("opt {} {} {}", event.sock, event.option, event.value), event.error, error);
  }

  std::optional<Difference> play(const RcvbufEvent& event) {
    const int error = kernel_.set_rcvbuf(event.sock, event.value);
    return compare(fmt::format("rcvbuf {} {}", event.sock, event.value), event.error, error);
  }

  std::optional<Difference> play(const SendEvent& event) {
    requests_[event.sock] = {line_, &event.datagram};
    const int error = kernel_.send(event.sock, event.datagram);
    return compare(fmt::format("send {} ({} bytes)", event.sock, event.datagram.size()), event.error, error);
  }

  std::optional<Difference> play(const ReceiveEvent& event) {
    ReplayKernel::Received received = kernel_.receive(event.sock, event.capacity, event.peek);
    Answer got{received.error, received.length, std::move(received.bytes)};
    Answer recorded{event.error, event.length, event.bytes};
    if (got == recorded) return std::nullopt;
    const std::string call =
        fmt::format("{} {} {}", event.peek ? "peek" : "recv", event.sock, event.capacity);
    Difference found = differs(fmt::format("{}: {}", call, how(recorded, got)));
    found.recorded = std::move(recorded);
    found.got = std::move(got);
    if (const auto request = requests_.find(event.sock); request != requests_.end()) {
      found.request_line = request->second.line;
      found.request = *request->second.datagram;
    }
    return found;
  }

  std::optional<Difference> play(const CloseEvent& event) {
    kernel_.close(event.sock);
    requests_.erase(event.sock);
    return std::nullopt;
  }

  std::optional<Difference> compare(const std::string& call, int recorded, int got) const {
    if (recorded == got) return std::nullopt;
    return differs(fmt::format("{}: {}", call, came_out(result_name(recorded), result_name(got))));
  }

  Difference differs(std::string what) const {
    Difference found;
    found.line = line_;
    found.what = std::move(what);
    return found;
  }

  static std::string how(const Answer& recorded, const Answer& got) {
    auto name = [](const Answer& answer) {
      return answer.error != 0 ? errno_name(answer.error)
                               : fmt::format("a datagram of {} bytes", answer.length);
    };
    if (recorded.error != 0 || got.error != 0) return came_out(name(recorded), name(got));
    const auto at = first_difference(recorded.bytes, got.bytes);
    if (!at) return came_out(name(recorded), name(got));
    if (recorded.length == got.length) return fmt::format("the datagrams differ at byte {}", *at);
    return fmt::format("{}; they differ at byte {}", came_out(name(recorded), name(got)), *at);
  }

  struct Request {
    size_t line;
    const std::vector<uint8_t>* datagram;
  };

  ReplayKernel& kernel_;
  size_t line_ = 0;
  std::map<uint32_t, Request> requests_;  // the last one of each open socket
};

}  // namespace

std::optional<Difference> replay(const Trace& trace, ReplayKernel& kernel, volatile size_t* at_line) {
  Replayer replayer(kernel);
  for (const TraceEvent& event : trace.events) {
    if (at_line != nullptr) *at_line = event.line;
    if (auto difference = replayer.play(event)) return difference;
  }
  return std::nullopt;
}

std::optional<size_t> first_difference(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() && in_b == b.end()) return std::nullopt;
  return static_cast<size_t>(in_a - a.begin());
}

}  // namespace ipvsim::tools
