// The descriptor on which the system tells of system calls that wait for us, and takes our answers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/endpoint/fd.h"
#include "tools/run/trap/call.h"

namespace ipvsim::run {

// One thread may wait in receive() while another answers; not more thread-safe than that. Answers to a call
// that is gone (its caller was killed or interrupted) are dropped silently.
class Listener {
 public:
  // Throws std::system_error when this system has no user notification.
  explicit Listener(endpoint::Fd fd);

  // Hangs up when the last process under the filter is gone.
  int fd() const { return fd_.get(); }
  bool hung_up() const;

  // Waits for the next call. False: it is gone already, the wait was interrupted, or there are no programs
  // left.
  bool receive(Call& call);
  // Whether the caller still waits: what was read of its memory so far was really its memory.
  bool valid(const Call& call) const;

  // The call is made as if we had not been asked.
  void pass(const Call& call);
  // The call is not made; it returns `value`, or fails with errno `err`.
  void answer(const Call& call, int64_t value);
  void fail(const Call& call, int err);
  // The call is not made; `fd` is put into the caller's table and its number there is what the call returns,
  // in one step. When that fails (EMFILE in the caller), the call fails with the same errno.
  void give(const Call& call, int fd, bool close_on_exec);

 private:
  void respond(const Call& call, int64_t value, int err, uint32_t flags);

  endpoint::Fd fd_;
  std::vector<uint8_t> request_;  // as large as the system's structures, which may be larger than ours
  std::vector<uint8_t> response_;
};

}  // namespace ipvsim::run
