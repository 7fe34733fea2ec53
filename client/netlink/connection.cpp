// The loop that sends a request and reads its answer.
#include "client/netlink/connection.h"

#include <fmt/format.h>
#include <netlink/msg.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "client/bytes/ack.h"
#include "client/netlink/handle.h"
#include "client/values/error.h"
#include "uapi/genetlink.h"

namespace ipvsim::client {

using namespace uapi;

// Datagrams of an abandoned answer that are thrown away at once, before what is left is only skipped as it
// comes.
constexpr int kDrainLimit = 1024;

// One request on its way: what is expected, and what has been seen.
struct Connection::Exchange {
  Request& request;
  MessageSink* sink;
  bool is_dump;
  uint16_t type = 0;
  uint32_t seq = 0;
  unsigned answers = 0;
  bool interrupted = false;
  bool ended = false;

  [[noreturn]] void broken(std::string_view reason, int code = EBADMSG) const {
    throw Error(Error::Kind::protocol, request.operation(), code, reason);
  }
  [[noreturn]] void failed(std::string_view reason, int code) const {
    throw Error(Error::Kind::transport, request.operation(), code, reason);
  }
  [[noreturn]] void refused(const Verdict& verdict) const {
    std::string_view text = verdict.text;
    if (text.empty() && is_dump && verdict.code == EBUSY)
      text = "another dump is still running on this socket: busy";
    throw Error(Error::Kind::kernel, request.operation(), verdict.code, text, verdict.attribute_offset);
  }

  void message(const MessageView& m);
  void error(const MessageView& m);
  void done(const MessageView& m);
  void data(const MessageView& m);
};

void Connection::Exchange::error(const MessageView& m) {
  const Verdict verdict = read_error(m);
  if (verdict.malformed) broken("an NLMSG_ERROR without its errno");
  if (verdict.code != 0) {
    ended = true;
    refused(verdict);
  }
  if (is_dump) {
    if (!ended) broken("an ack where the end of a dump was due");
    return;
  }
  if (ended) broken("acknowledged twice");
  ended = true;
  if (sink != nullptr && answers == 0) broken("acknowledged without an answer");
}

void Connection::Exchange::done(const MessageView& m) {
  if (!is_dump) broken("an end of a dump where none was asked for");
  if (ended) broken("a second end of the dump");
  const Verdict verdict = read_done(m);
  if (verdict.malformed) broken("an NLMSG_DONE cut short");
  ended = true;
  if (verdict.code != 0) refused(verdict);
}

void Connection::Exchange::data(const MessageView& m) {
  if (m.header.type != type) broken(fmt::format("a message of type {} instead of {}", m.header.type, type));
  if (ended) broken("data behind the end of the answer");
  if (m.payload.size() < kGenlHdrLen) broken("a message without its generic header");
  if (sink == nullptr) broken("an answer where none was asked for");
  if (!is_dump && answers != 0) broken("answered twice");
  ++answers;
  const auto command = std::to_integer<uint8_t>(m.payload[0]);
  if (Problem problem = sink->message(command, m.payload.subspan(kGenlHdrLen)); problem != nullptr)
    broken(problem);
}

void Connection::Exchange::message(const MessageView& m) {
  if ((m.header.flags & kNlmFDumpIntr) != 0) interrupted = true;
  switch (m.header.type) {
    case kNlmsgNoop:
      return;
    case kNlmsgError:
      return error(m);
    case kNlmsgDone:
      return done(m);
    case kNlmsgOverrun:
      failed("the kernel lost messages", ENOBUFS);
    default:
      return data(m);
  }
}

Connection::Connection(Transport transport, const ConnectionOptions& options)
    : handle_(std::make_unique<Handle>(std::move(transport))),
      options_(options),
      buffer_(options.receive_size),
      portid_(handle_->portid()) {}

Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

// True for what an abandoned request still sends.
bool Connection::skip_abandoned(const NlMsgHdr& header) {
  if (abandoned_first_ == 0 || header.seq < abandoned_first_ || header.seq > abandoned_last_) return false;
  const bool end = header.type == kNlmsgDone || header.type == kNlmsgError;
  if (end && header.seq == abandoned_last_) abandoned_first_ = abandoned_last_ = 0;
  return true;
}

// A kernel runs one dump a socket: the rest of an abandoned one must be read before the next can start.
void Connection::drain() {
  for (int i = 0; i < kDrainLimit && abandoned_first_ != 0; ++i) {
    const Received got = handle_->receive(buffer_, MSG_DONTWAIT);
    if (got.error != 0 || got.length == 0) return;
    if (got.length > buffer_.size()) continue;
    MessageWalk walk(Bytes(buffer_).first(got.length));
    MessageView m;
    while (walk.next(m)) (void)skip_abandoned(m.header);
  }
}

void Connection::send(Exchange& x) {
  if (abandoned_first_ != 0) drain();
  if (++seq_ == 0) seq_ = 1;
  x.seq = seq_;
  x.type = nlmsg_hdr(x.request.message())->nlmsg_type;
  x.request.stamp(seq_, portid_.value_or(0));
  if (const int error = handle_->send(x.request.message()); error != 0) x.failed("sending", error);
}

// True when the datagram belonged to this exchange.
bool Connection::receive(Exchange& x) {
  const Received got = handle_->receive(buffer_, 0);
  if (got.error == EAGAIN || got.error == EWOULDBLOCK)
    x.failed("the answer has no end: no datagram came", got.error);
  if (got.error != 0) x.failed("receiving", got.error);
  if (got.length == 0) x.failed("the answer has no end: the other side closed the socket", ECONNRESET);
  if (got.sender != 0) x.broken(fmt::format("a datagram from port {}, not from the kernel", got.sender));
  if (got.length > buffer_.size())
    x.broken(fmt::format("a datagram of {} bytes cut to {}", got.length, buffer_.size()), EMSGSIZE);
  bool ours = false;
  MessageWalk walk(Bytes(buffer_).first(got.length));
  MessageView m;
  while (walk.next(m)) {
    if (skip_abandoned(m.header)) continue;
    ours = true;
    if (m.header.seq != x.seq)
      x.broken(fmt::format("a message with sequence number {} instead of {}", m.header.seq, x.seq));
    if (!portid_) portid_ = m.header.pid;
    if (m.header.pid != *portid_)
      x.broken(fmt::format("a message for port {} instead of {}", m.header.pid, *portid_));
    x.message(m);
  }
  if (walk.bad()) x.broken("a message reaches beyond its datagram");
  return ours;
}

void Connection::run(Exchange& x) {
  send(x);
  try {
    size_t progress = x.sink != nullptr ? x.sink->progress() : 0;
    unsigned idle = 0;
    for (;;) {
      const bool ours = receive(x);
      if (x.ended) break;
      const size_t now = x.sink != nullptr ? x.sink->progress() : 0;
      if (now != progress) idle = 0;
      if (now == progress && ours) ++idle;
      progress = now;
      if (idle > options_.idle_datagram_limit)
        x.broken(fmt::format("{} datagrams brought nothing new: the answer does not end", idle), ELOOP);
    }
    // Whatever was abandoned has come by now or will not come.
    abandoned_first_ = abandoned_last_ = 0;
  } catch (...) {
    if (!x.ended) {
      if (abandoned_first_ == 0) abandoned_first_ = x.seq;
      abandoned_last_ = x.seq;
    }
    throw;
  }
}

void Connection::call(Request& request, MessageSink* sink) {
  Exchange x{request, sink, false};
  run(x);
}

bool Connection::dump(Request& request, MessageSink& sink) {
  Exchange x{request, &sink, true};
  run(x);
  return x.interrupted;
}

}  // namespace ipvsim::client
