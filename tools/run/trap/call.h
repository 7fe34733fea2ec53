// One system call of a program that waits for the supervisor's word.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

namespace ipvsim::run {

struct Call {
  uint64_t id = 0;  // of the notification
  pid_t task = 0;   // the calling thread, in the supervisor's pid namespace
  int number = 0;
  std::array<uint64_t, 6> args{};

  int int_arg(size_t at) const { return static_cast<int>(args[at]); }
};

}  // namespace ipvsim::run
