// Checks on ourselves: a broken invariant is our mistake, never a client's, and stops the program in every
// build with the seed and the step of the run (ARCHITECTURE.md 7). Bytes from outside must never reach a
// check; they become an errno.
#pragma once

#include <cstdint>

namespace ipvsim {

// Where a run stands. Each Kernel owns one and marks it current while it works, so that a failed check can
// name it.
struct RunMark {
  uint64_t seed = 0;
  uint64_t step = 0;
};

// Makes `mark` the current one of this thread for the life of the object; nests.
class CurrentRun {
 public:
  explicit CurrentRun(const RunMark& mark);
  ~CurrentRun();
  CurrentRun(const CurrentRun&) = delete;
  CurrentRun& operator=(const CurrentRun&) = delete;

 private:
  const RunMark* previous_;
};

// Prints "ipvsim: check failed: ... (seed N, step M)" on stderr and aborts.
[[noreturn]] void check_failed(const char* what, const char* file, int line);

}  // namespace ipvsim

#define IPVSIM_CHECK(condition) \
  (static_cast<bool>(condition) ? void() : ::ipvsim::check_failed(#condition, __FILE__, __LINE__))
