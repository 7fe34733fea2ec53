// For code that only knows a descriptor and calls recv itself: a thread serves the descriptors of one kernel.
// When chunk k of a dump has been read, it makes chunk k+1.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "ipvsim/kernel.h"

namespace ipvsim {

namespace endpoint {
class PumpThread;
}

// While it lives, the kernel belongs to its thread: touch the kernel only inside with_kernel(). Must not
// outlive its kernel. How large a receive is cannot be known here; the kernel takes 32768 bytes.
class Pump {
 public:
  // Throws std::system_error when the system gives no thread or descriptor.
  explicit Pump(Kernel& kernel);
  // Stops the thread and closes the netlink sockets; descriptors already given away stay the user's.
  ~Pump();
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;

  // A new netlink socket; the caller owns the descriptor and closes it. It blocks like any other.
  // Thread-safe.
  int open(uint32_t netns = 0);
  // Runs `edit` while the pump stands still. Thread-safe; must not call back into this object.
  void with_kernel(const std::function<void(Kernel&)>& edit);

 private:
  Kernel& kernel_;
  std::unique_ptr<endpoint::PumpThread> thread_;
};

}  // namespace ipvsim
