// A door (ARCHITECTURE.md 6): a netlink socket of a simulated kernel behind a real socketpair, pumped by the
// caller's thread. The user sends on fd() natively and receives through recv(), which tells the kernel the
// size of the buffer: so a dump advances as on a real netlink socket, and an edit goes between any two calls.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/endpoint/fd.h"
#include "sim/kernel.h"

namespace ipvsim::endpoint {

// What recvmsg(2) would tell beside the bytes.
struct ReceiveInfo {
  uapi::SockAddrNl source{};
  bool truncated = false;  // MSG_TRUNC in msg_flags
  std::optional<uint32_t> pktinfo_group;
};

// What an announced receive will meet.
struct Expected {
  int err = 0;             // not 0: it fails with this errno, and must not be made
  bool available = false;  // a datagram is there; otherwise the call waits, or gives EAGAIN
  uapi::SockAddrNl source{uapi::kAfNetlink, 0, 0, 0};
};

// Sees every datagram that passes: a request before it is served, an answer when it is put into the pair.
class Observer {
 public:
  virtual ~Observer() = default;
  // `process`: who sent it, 0 where the system does not tell.
  virtual void request(const genl::Socket& socket, wire::Bytes datagram, pid_t process) = 0;
  virtual void answer(const genl::Socket& socket, wire::Bytes datagram) = 0;
};

// Not thread-safe; PumpThread drives endpoints from a thread of its own. Must not outlive its kernel.
class Endpoint {
 public:
  // Opens a socketpair (SOCK_SEQPACKET where there is one, else SOCK_DGRAM) and a netlink socket behind it.
  // Throws std::system_error when the system gives no descriptors.
  explicit Endpoint(sim::Kernel& kernel, genl::NetnsId netns = 0, uint32_t task = 1000);

  // The user's end. Writable and pollable like a netlink socket's after each call of this class; closed with
  // it unless taken by release_fd(), whose caller closes it, which closes the netlink socket at the next
  // pump(). From the first call of either on, every call of this class looks for what was done on it
  // natively; before, it saves the system calls.
  int fd() {
    shared_ = true;
    return user_;
  }
  int release_fd();

  // The kernel's side: address, options, counters, the cursor of a running dump.
  genl::Socket& socket() { return *socket_; }
  const genl::Socket& socket() const { return *socket_; }

  // Sends one datagram to the kernel and serves it; as send(2): the length, or -1 and errno.
  ssize_t send(const void* datagram, size_t size, int flags = 0);
  // Serves what was sent on fd(), notices what was read from fd() behind our back, and makes the next
  // datagram readable there. False: the user's end is closed, and with it the socket.
  bool pump();
  // recv(2) with a buffer of `capacity` bytes. `flags`: MSG_PEEK, MSG_TRUNC. The length, or -1 and errno:
  // EAGAIN when nothing is there (it never blocks), ENOBUFS after an overrun. A null buffer is allowed with
  // capacity 0.
  ssize_t recv(void* buffer, size_t capacity, int flags = 0, ReceiveInfo* info = nullptr);

  // The same, when somebody else is about to receive natively on the user's end and tells us beforehand: with
  // `capacity` bytes of room and the flags of recv(). Afterwards the datagram that call will find lies in the
  // pair, the next one behind it, and the dump has advanced. Several calls may be announced before the first
  // one is made.
  Expected expect_receive(size_t capacity, int flags = 0);

  // From now on `observer`, which must outlive the object, sees what passes.
  void observe(Observer& observer);

  // What a datagram read from fd() directly counts as: nobody told us the size of that receive.
  void set_assumed_receive_size(size_t bytes) { assumed_receive_size_ = bytes; }

  // The kernel's end, for a pump that waits on it.
  int kernel_fd() const { return kernel_end_.get(); }

 private:
  enum class Taken { request, nothing, hangup };
  Taken serve_request();
  ssize_t receive_request(std::vector<uint8_t>& request, pid_t& process);
  bool serve_requests();
  bool pair_empty() const;
  void notice_taken();
  void stage();

  sim::Kernel& kernel_;
  std::unique_ptr<genl::Socket> socket_;
  Fd user_end_;
  Fd kernel_end_;
  int user_ = -1;
  Observer* observer_ = nullptr;
  bool staged_ = false;  // the head of the receive queue lies in the socketpair
  bool open_ = true;
  bool shared_ = false;  // somebody else knows the user's end
  size_t assumed_receive_size_ = 32768;
  size_t announced_size_ = 0;  // of the last announced receive that found nothing; 0 when there is none
};

}  // namespace ipvsim::endpoint
