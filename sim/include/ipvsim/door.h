// A netlink socket of a kernel, used from the thread that uses the kernel: send, receive, and an edit between
// any two calls. Behind it is a real socketpair, so fd() can be given to code that sends by itself.
//
// Not thread-safe. Must not outlive its kernel. Nothing blocks: what is not there is EAGAIN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ipvsim/answer.h"
#include "ipvsim/kernel.h"
#include "ipvsim/request.h"

namespace ipvsim {

namespace endpoint {
class Endpoint;
}

class Door {
 public:
  // A socket in a namespace of the kernel, unbound: the first send binds it to a port id, as in a kernel.
  // Throws std::system_error when the system gives no descriptors.
  explicit Door(Kernel& kernel, uint32_t netns = 0);
  ~Door();
  Door(Door&&) noexcept;
  Door& operator=(Door&&) noexcept;

  // Sends and serves; 0 or a positive errno, as sendmsg(2). A Request gets the family's id and the next
  // sequence number; bytes go as they are.
  int send(const Request& request);
  int send(std::span<const uint8_t> datagram);

  // recv(2) with a buffer of `capacity` bytes: the kernel learns that size, and a running dump makes at most
  // one more chunk.
  Datagram receive(size_t capacity = 32768);
  // Receives until a datagram says that the answer is complete (DONE, ERROR, an acknowledgement, or an answer
  // that is not part of several), or nothing is there. At most `limit` datagrams.
  std::vector<Datagram> receive_all(size_t capacity = 32768, size_t limit = 100000);

  // Runs `edit` before every receive, or only before the n-th from now on (the first is 1). Several may be
  // set; they run in the order they were set in.
  void before_receive(std::function<void()> edit);
  void before_receive(size_t n, std::function<void()> edit);

  // What was sent through this door, in order.
  const std::vector<Data>& requests() const { return requests_; }

  // The user's end: writable and pollable like a netlink socket's. Stays the door's.
  int fd();
  uint32_t portid() const;

  // What stands behind the face; for code inside this project.
  endpoint::Endpoint& inside() { return *endpoint_; }

 private:
  struct Hook {
    size_t n = 0;  // 0: every receive
    std::function<void()> edit;
  };

  std::unique_ptr<endpoint::Endpoint> endpoint_;
  sim::Kernel* kernel_;
  std::vector<Data> requests_;
  std::vector<Hook> hooks_;
  size_t received_ = 0;
  uint32_t seq_ = 0;
};

}  // namespace ipvsim
