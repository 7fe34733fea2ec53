// Step by step.
#include "proptests/conformance/draw.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <optional>
#include <vector>

#include "proptests/fuzz/mutate.h"
#include "proptests/fuzz/requests.h"
#include "sim/base/rng.h"
#include "sim/testing/answer.h"
#include "tools/text/hex.h"
#include "uapi/ipvs.h"

namespace ipvsim::conformance {

namespace {

using fuzz::Choices;
using testing::Data;

std::vector<uint8_t> random_bytes(uint64_t seed, size_t count) {
  Rng rng(seed);
  std::vector<uint8_t> bytes(count);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(rng.next());
  return bytes;
}

class Drawing {
 public:
  // A step takes a few hundred bytes at most, a mutated batch included.
  explicit Drawing(const Session& session)
      : session_(session), bytes_(random_bytes(session.seed, session.steps * 512)), choices_(bytes_) {}

  std::string all() {
    line("# drawn with seed {}", session_.seed);
    if (session_.two_namespaces) line("ns 1");
    for (size_t who = 0; who < sockets(); ++who) open(who);
    for (size_t step = 0; step < session_.steps; ++step) take_step();
    return std::move(text_);
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> form, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Parts>(parts)...);
    text_ += '\n';
  }

  size_t sockets() const { return session_.two_namespaces ? 3 : 2; }
  void open(size_t who) { line("sock {} portid {}{}", who, next_portid_++, who == 2 ? " ns 1" : ""); }

  void take_step() {
    const size_t who = choices_.pick(static_cast<uint32_t>(sockets()));
    switch (choices_.pick(16)) {
      case 0:
      case 1:
      case 2:
        return line("recv {} {}", who, capacity());
      case 3:
        return line("peek {} {}", who, capacity());
      case 4:
        return set_option(who);
      case 5:
        if (!choices_.one_in(8)) return;
        line("close {}", who);
        return open(who);
      default:
        return send(who);
    }
  }

  uint32_t capacity() {
    if (choices_.one_in(3)) return choices_.pick(9000);
    return choices_.one_of<uint32_t>({0, 1, 19, 20, 100, 320, 700, 3776, 8192, 16384, 32768, 65536});
  }

  void set_option(size_t who) {
    switch (choices_.pick(8)) {
      case 0:
        return line("opt {} {} {}", who, uapi::kNetlinkCapAck, choices_.pick(2));
      case 1:
        return line("opt {} {} {}", who, uapi::kNetlinkNoEnobufs, choices_.pick(2));
      case 2:
        return line("rcvbuf {} {}", who, choices_.one_of<uint32_t>({0, 3000, 10'000, 212'992}));
      default:
        return line("opt {} {} {}", who, uapi::kNetlinkExtAck, choices_.one_in(4) ? 0 : 1);
    }
  }

  void send(size_t who) {
    std::vector<Data> requests(1 + (choices_.one_in(4) ? choices_.pick(3) : 0));
    for (Data& request : requests) request = draw_request();
    const Data datagram = testing::batch(requests);
    if (datagram.empty() || !depends_on_the_session_alone(datagram)) return;
    line("send {} {}", who, tools::to_hex(datagram));
    if (!choices_.one_in(4)) line("drain {} {}", who, choices_.one_in(4) ? capacity() : 32768);
  }

  Data draw_request() {
    Data request = fuzz::sound_request(choices_, session_.family, next_seq_++, !choices_.one_in(3));
    if (choices_.pick(100) >= session_.mutated) return request;
    return mutate(choices_, std::move(request),
                  fuzz::sound_request(choices_, session_.family, next_seq_++, true));
  }

  bool depends_on_the_session_alone(const Data& datagram) const {
    uapi::NlMsgHdr header;
    for (size_t at = 0; at + sizeof(header) <= datagram.size(); at += uapi::align4(header.len)) {
      std::memcpy(&header, &datagram[at], sizeof(header));
      const std::optional<uint8_t> cmd =
          at + sizeof(header) < datagram.size() ? std::optional(datagram[at + sizeof(header)]) : std::nullopt;
      if (header.type == uapi::kGenlIdCtrl) {
        if (cmd == uapi::kCtrlGetFamily && (header.flags & uapi::kNlmFDump) == uapi::kNlmFDump) return false;
      } else if (header.type == session_.family) {
        if (cmd == uapi::kIpvsDelDaemon) return false;
      } else if (header.type > uapi::kGenlIdCtrl && header.type < kFarFromFamilies) {
        return false;
      }
      if (header.len < sizeof(header) || header.len > datagram.size() - at) break;
    }
    return true;
  }

  // No kernel has so many families.
  static constexpr uint16_t kFarFromFamilies = 0x100;

  const Session& session_;
  std::vector<uint8_t> bytes_;
  Choices choices_;
  std::string text_;
  uint32_t next_portid_ = 4001;
  uint32_t next_seq_ = 1;
};

}  // namespace

std::string draw(const Session& session) { return Drawing(session).all(); }

}  // namespace ipvsim::conformance
