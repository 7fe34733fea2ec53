// The current run of a thread, and the last words of a failed check.
#include "sim/base/check.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace ipvsim {

namespace {
thread_local const RunMark* current = nullptr;
}  // namespace

CurrentRun::CurrentRun(const RunMark& mark) : previous_(current) { current = &mark; }
CurrentRun::~CurrentRun() { current = previous_; }

void check_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "ipvsim: check failed: %s (%s:%d)", what, file, line);
  if (current != nullptr)
    std::fprintf(stderr, " (seed %" PRIu64 ", step %" PRIu64 ")", current->seed, current->step);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace ipvsim
