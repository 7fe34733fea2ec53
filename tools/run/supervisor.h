// What keeps the programs running. One loop (epoll) watches the world and the ends of processes. Calls are
// taken by a thread of their own that waits inside the listener itself: only there does the system let the
// caller and us hand one processor to each other (since Linux 6.6), which costs two microseconds a call where
// waking another processor costs twenty to fifty. One mutex holds everything else together.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "tools/run/calls/waiting_lengths.h"
#include "tools/run/files/listed_folder.h"
#include "tools/run/files/listings.h"
#include "tools/run/files/written_files.h"
#include "tools/run/trap/child.h"
#include "tools/run/trap/listener.h"
#include "tools/run/world/kernel_access.h"
#include "tools/run/world/known_namespaces.h"

namespace ipvsim::run {

// From construction on, signals that would end this process are held back and orphans of the programs become
// its children; so construct it before the child, in a process of one thread. One at a time in a process.
class Supervisor {
 public:
  // Throws std::system_error when the system gives no descriptors.
  explicit Supervisor(KernelAccess& world);

  // Serves until the child is gone and so is the last process that was started under its filter. Gives the
  // child's exit code, 128 + N if signal N killed it. Signals meant for the run are handed to the child.
  int run(Child child);
  // The same without a child, until a signal ends it.
  void run_until_told();

  // Has `serve` called when `fd` is readable, while nothing else is done.
  void also_serve(int fd, std::function<void()> serve);

 private:
  void watch(int fd, uint32_t events);
  // One round of the loop.
  void wait_and_serve();
  void answer_calls();
  // Lets the loop's thread stand back while calls are answered: each answer serves the world too, and what is
  // left for the loop is programs that wait for something else (poll, read). Only faster; where the system
  // does not allow it, as before.
  void yield_to_callers();
  // Moves the loop's thread to the processor that calls are answered on: on another one it would be woken by
  // each request too, from idleness, and stand in the way of the answering thread.
  void follow_callers();
  void answer(const Call& call);
  void stop_answering(std::thread& answering);
  void take_signals();
  void reap();

  KernelAccess& world_;
  WrittenFiles written_;
  ListedFolder listed_;
  Listings listings_;
  KnownNamespaces namespaces_;
  endpoint::Fd epoll_;
  endpoint::Fd signals_;
  WaitingLengths lengths_;
  std::map<int, std::function<void()>> served_;  // by descriptor
  Listener* listener_ = nullptr;
  bool told_to_end_ = false;
  std::mutex mutex_;  // held while a call is answered or the world served
  std::atomic<bool> programs_ = true;
  bool answering_ = true;  // guarded by mutex_
  pid_t loop_;             // the thread of the loop
  int loop_processor_ = -1;
  int seen_processor_ = -1;  // of the last call, and of how many before it
  unsigned seen_times_ = 0;
  std::condition_variable stopped_;
  pid_t child_ = 0;
  int exit_code_ = -1;  // not known yet
};

}  // namespace ipvsim::run
