// The loop that keeps the programs running: their calls, the world, and the ends of processes.
#pragma once

#include <sys/types.h>

#include "tools/run/child.h"
#include "tools/run/listener.h"
#include "tools/run/waiting_lengths.h"
#include "tools/run/world.h"
#include "tools/run/written_files.h"

namespace ipvsim::run {

// From construction on, signals that would end this process are held back and orphans of the programs become
// its children; so construct it before the child. One at a time in a process; single-threaded.
class Supervisor {
 public:
  // Throws std::system_error when the system gives no descriptors.
  explicit Supervisor(World& world);

  // Serves until the child is gone and so is the last process that was started under its filter. Gives the
  // child's exit code, 128 + N if signal N killed it. Signals meant for the run are handed to the child.
  int run(Child child);

 private:
  void watch(int fd);
  void answer_next();
  void take_signals();
  void reap();

  World& world_;
  WrittenFiles written_;
  endpoint::Fd epoll_;
  endpoint::Fd signals_;
  WaitingLengths lengths_;
  Listener* listener_ = nullptr;
  pid_t child_ = 0;
  int exit_code_ = -1;  // not known yet
};

}  // namespace ipvsim::run
