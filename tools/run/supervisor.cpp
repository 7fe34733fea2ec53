// The loop, and the thread beside it that answers calls.
#include "tools/run/supervisor.h"

#include <sched.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fmt/format.h>

#include "tools/run/calls/calls.h"

namespace ipvsim::run {
namespace {

[[noreturn]] void system_failed(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Interrupts the thread's wait; it is of no other use.
constexpr int kWakeUp = SIGURG;

constexpr int kHandedOn[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

Outcome decide(KernelAccess& world, const Caller& caller, WaitingLengths& lengths, WrittenFiles& written,
               ListedFolder& listed, Listings& listings) {
  switch (caller.call().number) {
    case SYS_socket:
      return socket_call(world, caller);
    case SYS_bind:
      return bind_call(world, caller);
    case SYS_connect:
      return connect_call(world, caller);
    case SYS_getsockname:
      return getsockname_call(world, caller);
    case SYS_getpeername:
      return getpeername_call(world, caller);
    case SYS_shutdown:
      return shutdown_call(world, caller);
    case SYS_setsockopt:
      return setsockopt_call(world, caller);
    case SYS_getsockopt:
      return getsockopt_call(world, caller);
    case SYS_recvfrom:
      return recvfrom_call(world, caller, lengths);
    case SYS_recvmsg:
      return recvmsg_call(world, caller, lengths);
    case SYS_recvmmsg:
      return recvmmsg_call(world, caller, lengths);
    case SYS_openat:
    case SYS_openat2:
#ifdef SYS_open
    case SYS_open:
#endif
      return open_call(world, caller, written, listed);
    case SYS_getdents64:
      return getdents_call(world, caller, listed, listings);
    case SYS_newfstatat:
#ifdef SYS_stat
    case SYS_stat:
    case SYS_lstat:
#endif
      return stat_call(world, caller, written, listed);
    case SYS_statx:
      return statx_call(world, caller, written, listed);
    case SYS_faccessat:
    case SYS_faccessat2:
#ifdef SYS_access
    case SYS_access:
#endif
      return access_call(world, caller, written, listed);
    case SYS_readlinkat:
#ifdef SYS_readlink
    case SYS_readlink:
#endif
      return link_call(caller, listed);
    case SYS_getxattr:
    case SYS_lgetxattr:
    case SYS_listxattr:
    case SYS_llistxattr:
      return xattr_call(caller, listed);
    case SYS_init_module:
    case SYS_finit_module:
    case SYS_delete_module:
      // The simulated modules come and go by themselves, and no real one shall.
      return Outcome::returns(0);
    default:
      return Outcome::pass();
  }
}

}  // namespace

Supervisor::Supervisor(KernelAccess& world)
    : world_(world), written_(world), epoll_(epoll_create1(EPOLL_CLOEXEC)), loop_(gettid()) {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) system_failed("ipvsim: subreaper");
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};
  (void)sigaction(kWakeUp, &interrupt, nullptr);
  sigset_t taken;
  sigemptyset(&taken);
  sigaddset(&taken, SIGCHLD);
  for (const int signal : kHandedOn) sigaddset(&taken, signal);
  sigprocmask(SIG_BLOCK, &taken, nullptr);
  signals_.reset(signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!epoll_.valid() || !signals_.valid()) system_failed("ipvsim: supervisor");
  namespaces_.on_new([this](int netns) { world_.hold(netns); });
  also_serve(world_.fd(), [this] { world_.serve(); });
  also_serve(written_.fd(), [this] { written_.serve(); });
  also_serve(signals_.get(), [this] { take_signals(); });
}

void Supervisor::watch(int fd, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) system_failed("ipvsim: epoll_ctl");
}

void Supervisor::also_serve(int fd, std::function<void()> serve) {
  served_[fd] = std::move(serve);
  watch(fd, EPOLLIN);
}

void Supervisor::wait_and_serve() {
  epoll_event ready[8];
  const int count = epoll_wait(epoll_.get(), ready, std::size(ready), -1);
  if (count < 0 && errno != EINTR) system_failed("ipvsim: epoll_wait");
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < count; ++i) {
    const int fd = ready[i].data.fd;
    if (const auto served = served_.find(fd); served != served_.end()) {
      served->second();
    } else {
      // What is left is the listener, and it only tells of its end.
      (void)epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
      programs_ = false;
    }
  }
}

int Supervisor::run(Child child) {
  child_ = child.process;
  Listener listener(std::move(child.listener));
  listener_ = &listener;
  watch(listener.fd(), 0);
  std::thread answering([this] { answer_calls(); });
  yield_to_callers();
  while (programs_ || exit_code_ < 0) wait_and_serve();
  stop_answering(answering);
  world_.serve();
  written_.serve();
  listener_ = nullptr;
  return exit_code_;
}

void Supervisor::run_until_told() {
  while (!told_to_end_) wait_and_serve();
}

void Supervisor::answer_calls() {
  Call call;
  while (programs_) {
    const bool taken = listener_->receive(call);
    if (taken) follow_callers();
    const std::lock_guard lock(mutex_);
    if (taken)
      answer(call);
    else if (listener_->hung_up())
      break;
  }
  const std::lock_guard lock(mutex_);
  answering_ = false;
  stopped_.notify_all();
}

void Supervisor::yield_to_callers() {
  constexpr int kBehindOthers = 10;
  const sched_param none{};
  (void)sched_setscheduler(loop_, SCHED_BATCH, &none);
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(loop_), kBehindOthers);
}

void Supervisor::follow_callers() {
  constexpr unsigned kSettled = 8;
  const int processor = sched_getcpu();
  if (processor == loop_processor_ || processor < 0) return;
  seen_times_ = processor == seen_processor_ ? seen_times_ + 1 : 0;
  seen_processor_ = processor;
  if (seen_times_ < kSettled) return;
  loop_processor_ = processor;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(processor), &one);
  // Only faster; where it is not allowed things are as before.
  (void)sched_setaffinity(loop_, sizeof(one), &one);
}

// Newer systems end the wait when the last program ends; older ones must be interrupted, and a signal may
// come just before the thread begins to wait.
void Supervisor::stop_answering(std::thread& answering) {
  std::unique_lock lock(mutex_);
  while (answering_) {
    (void)pthread_kill(answering.native_handle(), kWakeUp);
    stopped_.wait_for(lock, std::chrono::milliseconds(1));
  }
  lock.unlock();
  answering.join();
}

void Supervisor::answer(const Call& call) {
  try {
    const Outcome outcome =
        decide(world_, Caller(*listener_, call, namespaces_), lengths_, written_, listed_, listings_);
    switch (outcome.kind) {
      case Outcome::Kind::pass:
        return listener_->pass(call);
      case Outcome::Kind::value:
        return listener_->answer(call, outcome.value);
      case Outcome::Kind::fail:
        return listener_->fail(call, static_cast<int>(outcome.value));
      case Outcome::Kind::give:
        return listener_->give(call, outcome.fd.get(), outcome.close_on_exec);
    }
  } catch (const CallerGone&) {
    // Nobody waits for an answer.
  } catch (const std::exception& error) {
    // Ours to fail, not the program's to die of.
    fmt::print(stderr, "ipvsim run: {}\n", error.what());
    listener_->fail(call, EIO);
  }
}

void Supervisor::take_signals() {
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
    if (info.ssi_signo == SIGCHLD)
      reap();
    else if (child_ == 0)
      told_to_end_ = true;
    else if (info.ssi_code <= 0 && exit_code_ < 0)
      // Sent to us by somebody. What a terminal sends, it has sent to the child as well.
      (void)kill(child_, static_cast<int>(info.ssi_signo));
  }
}

void Supervisor::reap() {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid != child_) continue;
    exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
}

}  // namespace ipvsim::run
