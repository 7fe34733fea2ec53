// Door 1 for code that only knows a descriptor and calls recv itself: a thread pumps the endpoints of one
// kernel. When chunk k of a dump has been read from a descriptor, it makes chunk k+1.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/endpoint/endpoint.h"
#include "sim/endpoint/fd.h"

namespace ipvsim::endpoint {

// While it lives, the kernel belongs to its thread: touch the kernel and its endpoints only inside
// with_kernel() and with_endpoint(). All its functions may be called from any thread. On the descriptors any
// number of threads may send and receive, blocking or not, several on one too: each datagram goes to one.
// What a receive cost in buffer size cannot be known here; with_endpoint() reaches
// Endpoint::set_assumed_receive_size(), as it reaches the socket's options and counters.
//
// When something throws on the pump's thread (an observer, or the system, out of memory), the thread closes
// the netlink sockets, so that no reader waits for ever, and ends. From then on open(), with_kernel() and
// with_endpoint() throw that exception; when none did until the end, the destructor writes it to stderr.
class PumpThread {
 public:
  // Throws std::system_error when the system gives no thread or descriptor.
  explicit PumpThread(sim::Kernel& kernel);
  // Stops the thread and closes the netlink sockets; descriptors already given away stay the user's.
  ~PumpThread();
  PumpThread(const PumpThread&) = delete;
  PumpThread& operator=(const PumpThread&) = delete;

  // A new netlink socket; the caller owns the descriptor and closes it. It blocks like any other.
  int open(genl::NetnsId netns = 0, uint32_t task = 1000);
  // Runs `edit` in the caller's thread while the pump stands still, and lets through what it throws. Must not
  // call back into this object.
  void with_kernel(const std::function<void(sim::Kernel&)>& edit);
  // The same with the endpoint behind a descriptor that open() gave and that is still open; null otherwise.
  void with_endpoint(int fd, const std::function<void(Endpoint*)>& look);

 private:
  void run();
  bool serve(int fd);
  void tell_failure();

  sim::Kernel& kernel_;
  Fd epoll_;
  Fd stop_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;
  std::exception_ptr failure_;  // what ended the thread before its time
  bool failure_told_ = false;
  std::thread thread_;
};

}  // namespace ipvsim::endpoint
