// The loop of a reader that does not care.
#include "tools/bench/compare/bare_transfer.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "client/bytes/walk.h"

namespace ipvsim::tools::bench {

namespace {

constexpr size_t kReceive = 32768;  // the client's

[[noreturn]] void failed(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

BareTransfer::BareTransfer(Recording recording) : recording_(std::move(recording)), buffer_(kReceive) {
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_) != 0 &&
      ::socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends_) != 0)
    failed("socketpair");
}

BareTransfer::~BareTransfer() {
  for (const int end : ends_) close(end);
}

Span BareTransfer::socketpair() {
  messages_ = 0;
  const Stopwatch watch;
  for (const Recording::Datagram& datagram : recording_.datagrams) {
    const int from = ends_[datagram.request ? 0 : 1];
    const int to = ends_[datagram.request ? 1 : 0];
    if (send(from, datagram.bytes.data(), datagram.bytes.size(), MSG_NOSIGNAL) < 0) failed("send");
    const ssize_t size = recv(to, buffer_.data(), buffer_.size(), 0);
    if (size < 0) failed("recv");
    client::MessageWalk walk(client::Bytes(buffer_).first(static_cast<size_t>(size)));
    client::MessageView message;
    while (walk.next(message)) ++messages_;
  }
  return watch.elapsed();
}

Span BareTransfer::copy() {
  const Stopwatch watch;
  for (const Recording::Datagram& datagram : recording_.datagrams) {
    std::memcpy(buffer_.data(), datagram.bytes.data(), datagram.bytes.size());
    // The copy must be made although nobody looks at it.
    asm volatile("" : : "r"(buffer_.data()) : "memory");
  }
  return watch.elapsed();
}

}  // namespace ipvsim::tools::bench
