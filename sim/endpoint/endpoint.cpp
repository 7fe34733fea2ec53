// Moving datagrams between the socketpair and the netlink socket. At most one datagram lies in the pair: the
// head of the receive queue. So peeking, truncation and poll are the system's own, while the queue and its
// accounting stay in the simulated kernel.
#include "sim/endpoint/endpoint.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace ipvsim::endpoint {

namespace {

// The largest request a netlink socket takes (netlink.md 2 row 7); a longer one does not pass the socketpair
// either.
constexpr size_t kLargestRequest = 212992;
// The send queue counts whole buffers, each far above this; while a buffer is being freed a few bytes may
// remain.
constexpr int kQueueRemainder = 64;

[[noreturn]] void system_failed(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void open_pair(Fd& user, Fd& kernel) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0 &&
      socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends) != 0)
    system_failed("ipvsim: socketpair");
  user.reset(ends[0]);
  kernel.reset(ends[1]);
}

}  // namespace

Endpoint::Endpoint(sim::Kernel& kernel, genl::NetnsId netns, uint32_t task)
    : kernel_(kernel), socket_(kernel.socket(netns, task)) {
  open_pair(user_end_, kernel_end_);
  user_ = user_end_.get();
}

int Endpoint::release_fd() {
  shared_ = true;
  return user_end_.release();
}

ssize_t Endpoint::send(const void* datagram, size_t size, int flags) {
  const ssize_t sent = ::send(user_, datagram, size, flags | MSG_NOSIGNAL);
  if (sent < 0) return sent;
  if (shared_) {
    pump();
  } else {
    // Nobody else can have sent anything.
    serve_request();
    stage();
  }
  return sent;
}

// Serves the next request that lies in the pair.
Endpoint::Taken Endpoint::serve_request() {
  // One for all endpoints of a thread: ten thousand of them would be two gigabytes.
  thread_local std::vector<uint8_t> request(kLargestRequest);
  for (;;) {
    pid_t process = 0;
    const ssize_t size = receive_request(request, process);
    if (size > 0) {
      if (observer_ != nullptr)
        observer_->request(*socket_, {request.data(), static_cast<size_t>(size)}, process);
      // The user's send has succeeded already; an error of ours has nobody to go to, as when a sender never
      // looks.
      (void)socket_->send({request.data(), static_cast<size_t>(size)});
      return Taken::request;
    }
    // A user's end that was closed with something unread resets the pair; requests may still lie in it.
    if (size < 0 && (errno == EINTR || errno == ECONNRESET)) continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Taken::nothing;
    // An empty datagram looks like the end of the pair; only the latter hangs up. Netlink refuses the former
    // anyway.
    pollfd hangup{kernel_end_.get(), 0, 0};
    return size == 0 && ::poll(&hangup, 1, 0) == 0 ? Taken::request : Taken::hangup;
  }
}

void Endpoint::observe(Observer& observer) {
  observer_ = &observer;
  const int on = 1;
  // Without it the sender stays unknown, which an observer must expect.
  (void)setsockopt(kernel_end_.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
}

ssize_t Endpoint::receive_request(std::vector<uint8_t>& request, pid_t& process) {
  process = 0;
  if (observer_ == nullptr) return ::recv(kernel_end_.get(), request.data(), request.size(), MSG_DONTWAIT);
  iovec data{request.data(), request.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  const ssize_t size = recvmsg(kernel_end_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  const cmsghdr* const head = size < 0 ? nullptr : CMSG_FIRSTHDR(&message);
  if (head != nullptr && head->cmsg_type == SCM_CREDENTIALS) {
    ucred sender;
    std::memcpy(&sender, CMSG_DATA(head), sizeof(sender));
    process = sender.pid;
  }
  return size;
}

// False: the user's end is closed.
bool Endpoint::serve_requests() {
  Taken taken;
  do {
    taken = serve_request();
  } while (taken == Taken::request);
  return taken == Taken::nothing;
}

bool Endpoint::pair_empty() const {
  int queued = 0;
  return ioctl(kernel_end_.get(), TIOCOUTQ, &queued) == 0 && queued <= kQueueRemainder;
}

void Endpoint::notice_taken() {
  while (staged_ && pair_empty()) {
    staged_ = false;
    const size_t announced = std::exchange(announced_size_, 0);
    (void)socket_->recv(announced != 0 ? announced : assumed_receive_size_);
    stage();
  }
}

void Endpoint::stage() {
  const wire::Skb* const head = socket_->head();
  if (staged_ || head == nullptr || !open_) return;
  const wire::Bytes bytes = head->bytes();
  ssize_t sent;
  do {
    sent = ::send(kernel_end_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0 && (errno == EPIPE || errno == ECONNRESET || errno == ECONNREFUSED)) return;
  // Full of datagrams that were announced and not taken yet: room will be made, and the next pump() goes on.
  if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
  if (sent < 0) system_failed("ipvsim: a datagram does not pass the socketpair");
  staged_ = true;
  if (observer_ != nullptr) observer_->answer(*socket_, bytes);
}

bool Endpoint::pump() {
  if (!open_) return false;
  if (!shared_) {
    stage();
    return true;
  }
  // A user who reads an answer and then asks again does it in this order.
  notice_taken();
  open_ = serve_requests();
  if (!open_) {
    socket_ = kernel_.socket(socket_->netns());
    return false;
  }
  notice_taken();
  stage();
  return true;
}

ssize_t Endpoint::recv(void* buffer, size_t capacity, int flags, ReceiveInfo* info) {
  if (!pump()) {
    errno = EBADF;
    return -1;
  }
  const genl::RecvResult result = socket_->recv(capacity, flags);
  if (result.err != 0) {
    errno = result.err;
    return -1;
  }
  IPVSIM_CHECK(staged_);
  const ssize_t size = ::recv(user_, buffer, capacity, (flags & (MSG_PEEK | MSG_TRUNC)) | MSG_DONTWAIT);
  if ((flags & MSG_PEEK) == 0) staged_ = false;
  if (info != nullptr) *info = {result.source, result.truncated, result.pktinfo_group};
  stage();
  return size;
}

Expected Endpoint::expect_receive(size_t capacity, int flags) {
  Expected expected;
  // The pair itself answers MSG_OOB as a netlink socket does (netlink.md 9 row 1).
  if (!pump() || (flags & MSG_OOB) != 0) return expected;
  const bool peek = (flags & MSG_PEEK) != 0;
  if (socket_->poll().error) {
    expected.err = socket_->recv(capacity, flags & MSG_PEEK).err;
    return expected;
  }
  expected.available = staged_ || !pair_empty();
  if (!staged_) {
    // What lies there has been received already, as far as the simulated kernel knows.
    if (!expected.available && !peek) announced_size_ = capacity;
    return expected;
  }
  expected.source = socket_->recv(capacity, flags & MSG_PEEK).source;
  if (!peek) {
    staged_ = false;
    stage();
  }
  return expected;
}

}  // namespace ipvsim::endpoint
