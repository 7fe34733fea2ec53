// Playing a session.
#include "proptests/fuzz/session.h"

#include <array>
#include <cerrno>
#include <ostream>
#include <set>
#include <vector>

#include "proptests/fuzz/mutate.h"
#include "proptests/fuzz/requests.h"
#include "sim/ipvs/audit.h"
#include "sim/kernel.h"
#include "sim/testing/answer.h"
#include "tools/text/hex.h"

namespace ipvsim::fuzz {

namespace {

using testing::Answer;

constexpr size_t kMostSteps = 300;
// A dump may be endless (rfc-dumps.md 3); whoever drains a socket gives up after so many datagrams.
constexpr int kMostDrained = 40;
// With this receive buffer and an empty queue nothing of one send is ever refused.
constexpr size_t kRoomy = 200'000;
constexpr uint16_t kNotifyGroup = uapi::kCtrlNotifyGroup;

// A request as the spec's loop cuts it out (netlink.md 3), written down once more.
struct Cut {
  uint32_t seq;
  bool acked;
};

std::vector<Cut> cut_requests(const Data& datagram) {
  std::vector<Cut> cuts;
  for (size_t at = 0; at + sizeof(uapi::NlMsgHdr) <= datagram.size();) {
    uapi::NlMsgHdr header;
    std::memcpy(&header, datagram.data() + at, sizeof(header));
    if (header.len < sizeof(header) || header.len > datagram.size() - at) break;
    cuts.push_back({header.seq, (header.flags & uapi::kNlmFAck) != 0});
    at += (size_t{header.len} + 3) & ~size_t{3};
  }
  return cuts;
}

struct Peer {
  std::unique_ptr<genl::Socket> socket;
  std::set<uint32_t> sent;  // sequence numbers that may come back
};

// What a drained socket gave.
struct Tally {
  std::multiset<uint32_t> errors;  // by sequence number
  std::multiset<uint32_t> dones;
};

Profile draw_profile(Choices& choices) {
  Profile profile;
  profile.variant = choices.one_of<DumpVariant>({DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2,
                                                 DumpVariant::rfc_v3, DumpVariant::serial});
  profile.pad64 = choices.one_in(3) ? wire::Pad64::yes : wire::Pad64::no;
  profile.bucket_salt = choices.byte();
  if (choices.one_in(8)) profile.module = ModuleState::late;
  if (choices.one_in(16)) profile.page_size = 16384;
  if (choices.one_in(16)) profile.hz = 1000;
  return profile;
}

class Player {
 public:
  Player(std::span<const uint8_t> script, RequestMix mix, std::ostream* steps)
      : choices_(script), mix_(mix), steps_(steps), kernel_(draw_profile(choices_)) {
    far_netns_ = kernel_.add_netns(choices_.byte());
    for (size_t i = 0; i < peers_.size(); ++i) open(i);
  }

  SessionReport run() {
    for (size_t step = 0; step < kMostSteps && !choices_.exhausted() && report_.fault.empty(); ++step) {
      take_step();
      audit();
    }
    return std::move(report_);
  }

 private:
  template <class... Parts>
  void say(const Parts&... parts) {
    if (steps_ != nullptr) (*steps_ << ... << parts) << "\n";
  }
  void fail(std::string text) {
    say("FAULT: ", text);
    if (report_.fault.empty()) report_.fault = std::move(text);
  }

  void take_step() {
    const size_t who = choices_.pick(2);
    switch (choices_.pick(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return send(who, false);
      case 4:
      case 5:
      case 6:
      case 7:
        return send(who, true);
      case 8:
      case 9:
      case 10:
        (void)receive(who, receive_size(), 0);
        return;
      case 11:
        (void)receive(who, receive_size(), genl::kMsgPeek);
        return;
      case 12:
        return set_dump_buffer();
      case 13:
        return set_option(who);
      default:
        return change_world(who);
    }
  }

  void open(size_t who) {
    Peer& peer = peers_[who];
    peer.socket.reset();
    peer.sent.clear();
    peer.socket = kernel_.socket(who == 1 && choices_.one_in(3) ? far_netns_ : 0);
    if (!peer.socket->bind(0).ok()) fail("autobind failed");
  }

  Data draw_request(uint32_t seq, bool acked) {
    const uint16_t family = kernel_.family_id() == 0 ? uint16_t{0x20} : kernel_.family_id();
    if (mix_ == RequestMix::random_bytes) {
      Data noise(choices_.pick(200));
      for (uint8_t& byte : noise) byte = choices_.byte();
      return noise;
    }
    Data request = sound_request(choices_, family, seq, acked);
    if (mix_ == RequestMix::everything && choices_.one_in(2))
      request = mutate(choices_, std::move(request), sound_request(choices_, family, seq + 1, acked));
    return request;
  }

  // A checked send starts with an empty queue and reads all its answers.
  void send(size_t who, bool checked) {
    Peer& peer = peers_[who];
    if (checked) empty(who);
    std::vector<Data> requests(1 + (choices_.one_in(3) ? choices_.pick(3) : 0));
    for (Data& request : requests) request = draw_request(next_seq_++, !choices_.one_in(4));
    const Data datagram = testing::batch(requests);
    const auto cuts = cut_requests(datagram);
    for (const Cut& cut : cuts) peer.sent.insert(cut.seq);
    say("socket ", who, checked ? " asks " : " sends ", tools::to_hex(datagram));

    genl::Socket& socket = *peer.socket;
    const bool roomy = checked && socket.rcvbuf() >= kRoomy && !socket.dumping();
    const uint64_t chunks = socket.counters().chunks;
    const size_t drops = socket.drops();
    const auto sent = socket.send(datagram);
    if (sent.ok() ? sent.value() != datagram.size() : sent.err() != ENODATA || !datagram.empty())
      return fail("send gave errno " + std::to_string(sent.err()));
    if (socket.counters().chunks - chunks > cuts.size()) return fail("more chunks than requests");
    if (!checked) return;
    if (roomy && socket.drops() != drops) return fail("an answer was dropped though there was room");
    const Tally tally = drain(who);
    if (roomy) check_acknowledged(cuts, tally, peer);
  }

  // Rule 3. Sequence numbers may meet in mutated requests, so they are counted, not told apart.
  void check_acknowledged(const std::vector<Cut>& cuts, const Tally& tally, const Peer& peer) {
    std::set<uint32_t> seqs;
    for (const Cut& cut : cuts) seqs.insert(cut.seq);
    size_t still_running = peer.socket->dumping() ? 1 : 0;
    for (const uint32_t seq : seqs) {
      size_t requests = 0;
      size_t acked = 0;
      for (const Cut& cut : cuts) {
        requests += cut.seq == seq;
        acked += cut.seq == seq && cut.acked;
      }
      const size_t errors = tally.errors.count(seq);
      const size_t answers = errors + tally.dones.count(seq);
      if (answers > requests) return fail("request " + std::to_string(seq) + " was answered more than once");
      if (answers < acked) {
        // At most one dump of a socket runs on.
        if (acked - answers > still_running) return fail("request " + std::to_string(seq) + " got no answer");
        still_running -= acked - answers;
      }
    }
  }

  size_t receive_size() {
    if (choices_.one_in(2)) return choices_.pick(0x10001);
    return choices_.one_of<size_t>({0, 1, 19, 20, 100, 320, 700, 3776, 8192, 32768});
  }

  genl::RecvResult receive(size_t who, size_t capacity, int flags, Tally* tally = nullptr) {
    Peer& peer = peers_[who];
    say("socket ", who, flags == 0 ? " receives " : " peeks ", capacity);
    const uint64_t chunks = peer.socket->counters().chunks;
    genl::RecvResult got = peer.socket->recv(capacity, flags);
    say("  -> errno ", got.err, ", ", got.length, " bytes");
    if (peer.socket->counters().chunks - chunks > 1) fail("one receive made more than one chunk");
    if (got.err != 0) {
      if (got.err != EAGAIN && got.err != ENOBUFS) fail("receive gave errno " + std::to_string(got.err));
      return got;
    }
    if (got.bytes.size() != std::min(capacity, got.length) || got.truncated != (capacity < got.length))
      fail("a receive of " + std::to_string(capacity) + " bytes tells its length wrongly");
    remember(got);
    if (!got.truncated)
      check_answers(peer, {got.bytes.begin(), got.bytes.end()}, got.source.groups != 0, tally);
    return got;
  }

  void check_answers(const Peer& peer, const Data& datagram, bool event, Tally* tally) {
    if (const auto fault = malformed(datagram)) return fail(*fault + ": " + tools::to_hex(datagram));
    for (const Answer& answer : testing::read_answers(datagram)) {
      const uint32_t seq = answer.seq;
      if (event ? answer.portid != 0 || seq != 0 : answer.portid != peer.socket->portid())
        return fail("an answer for another port");
      if (!event && !peer.sent.contains(seq)) return fail("an answer to nobody: " + std::to_string(seq));
      report_.refusals += answer.is_error() && answer.error() != 0;
      report_.successes += answer.is_error() && answer.error() == 0;
      report_.dumps_finished += answer.is_done();
      report_.parts += !answer.is_done() && (answer.flags & uapi::kNlmFMulti) != 0;
      if (tally == nullptr) continue;
      if (answer.is_error()) tally->errors.insert(seq);
      if (answer.is_done()) tally->dones.insert(seq);
    }
  }

  Tally drain(size_t who) {
    Tally tally;
    for (int i = 0; i < kMostDrained && report_.fault.empty(); ++i)
      if (receive(who, 32768, 0, &tally).err == EAGAIN) break;
    return tally;
  }
  void empty(size_t who) {
    (void)drain(who);
    if (peers_[who].socket->queue().size() != 0 || peers_[who].socket->dumping()) open(who);
  }

  void set_dump_buffer() {
    const auto size = [&] { return size_t{20} + choices_.pick(choices_.one_in(2) ? 800 : 4000); };
    say("dump buffers change");
    switch (choices_.pick(4)) {
      case 0:
        return kernel_.set_dump_buffer(DumpBufferRule::kernel());
      case 1:
        return kernel_.set_dump_buffer(DumpBufferRule::fixed(size()));
      case 2:
        return kernel_.set_dump_buffer(DumpBufferRule::script({size(), size(), size()}));
      default:
        const size_t lo = size();
        return kernel_.set_dump_buffer(DumpBufferRule::random(lo, lo + size()));
    }
  }

  void set_option(size_t who) {
    genl::Socket& socket = *peers_[who].socket;
    say("socket ", who, " sets an option");
    const int value = choices_.one_in(4) ? 0 : 1;
    switch (choices_.pick(6)) {
      case 0:
        return (void)socket.set_option(uapi::kNetlinkCapAck, value);
      case 1:
      case 2:
        return (void)socket.set_option(uapi::kNetlinkExtAck, value);
      case 3:
        return (void)socket.set_option(uapi::kNetlinkNoEnobufs, value);
      case 4:
        return (void)socket.set_option(uapi::kNetlinkAddMembership, kNotifyGroup);
      default:
        return (void)socket.set_rcvbuf(choices_.one_of<int>({0, 3000, 10'000, 212'992}));
    }
  }

  void change_world(size_t who) {
    switch (choices_.pick(8)) {
      case 0:
      case 1:
        say("time passes");
        return kernel_.advance(choices_.one_of<Millis>({1, 2000, 60'000, 130'000, 400'000}));
      case 2:
        say("privilege changes");
        return kernel_.set_privileged(!choices_.one_in(4));
      case 3:
        say("the module goes");
        kernel_.set_module_state(choices_.one_in(2) ? ModuleState::late : ModuleState::absent);
        return (void)kernel_.unload_module();
      case 4:
      case 5:
        say("the module comes");
        return (void)kernel_.load_module();
      case 6:
        say("socket ", who, " is closed and opened again");
        return open(who);
      default:
        return traffic();
    }
  }

  void traffic() {
    say("traffic passes");
    if (!kernel_.module_loaded()) return;
    const uint64_t count = choices_.pick(0x10001);
    ipvs::Ipvs& ipvs = kernel_.ipvs();
    ipvs.table().for_each([&](ipvs::Service& service) {
      service.stats.set_raw({count, count << 8, count << 16, count << 24, count << 40});
      for (ipvs::Dest& dest : service.dests)
        ipvs.set_connections(dest, {static_cast<uint32_t>(count & 3), static_cast<uint32_t>(count & 1), 0});
    });
  }

  void audit() {
    if (!kernel_.module_loaded()) return;
    for (const std::string& line : ipvs::audit(kernel_.ipvs())) fail("audit: " + line);
  }

  void remember(const genl::RecvResult& got) {
    const auto mix = [&](uint64_t word) { report_.hash = (report_.hash ^ word) * 0x100000001b3u; };
    mix(got.length);
    for (const uint8_t byte : got.bytes) mix(byte);
  }

  Choices choices_;
  const RequestMix mix_;
  std::ostream* const steps_;
  SessionReport report_;
  sim::Kernel kernel_;
  genl::NetnsId far_netns_ = 0;
  std::array<Peer, 2> peers_;
  uint32_t next_seq_ = 1000;
};

}  // namespace

SessionReport play(std::span<const uint8_t> script, RequestMix mix, std::ostream* steps) {
  return Player(script, mix, steps).run();
}

}  // namespace ipvsim::fuzz
