// Fork, filter, hand over, exec. From the filter on, the child must not make a call that waits for the parent
// before the parent has the listener.
#include "tools/run/trap/child.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "tools/run/serve/fd_message.h"

namespace ipvsim::run {
namespace {

[[noreturn]] void system_failed(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// One message: an errno, and with errno 0 the descriptor.
void hand_over(int pair, int err, int fd) {
  FdMessage message(&err, sizeof(err));
  if (err == 0) message.attach(fd);
  if (sendmsg(pair, &message.header(), MSG_NOSIGNAL) < 0) _exit(kExitOurFault);
}

endpoint::Fd take_over(int pair) {
  int err = ECHILD;
  FdMessage message(&err, sizeof(err));
  message.make_room();
  ssize_t got;
  do {
    got = recvmsg(pair, &message.header(), MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0) system_failed("ipvsim: handing over the listener");
  endpoint::Fd fd = message.take();
  if (err != 0 || !fd.valid())
    // The errno that libseccomp hands on is not the same in every build, so it is no help to a reader.
    throw std::runtime_error(
        "seccomp user notification cannot be had: this system lacks it, or we run under one already");
  return fd;
}

[[noreturn]] void become(Filter& filter, const std::vector<std::string>& command, int pair) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  try {
    const endpoint::Fd listener = filter.load();
    hand_over(pair, 0, listener.get());
  } catch (const std::system_error& error) {
    hand_over(pair, error.code().value(), -1);
    _exit(kExitOurFault);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvp(arguments[0], arguments.data());
  const int err = errno;
  fmt::print(stderr, "ipvsim run: {}: {}\n", command[0], strerrordesc_np(err));
  std::fflush(stderr);
  _exit(err == ENOENT ? kExitNotFound : kExitNotExecutable);
}

}  // namespace

Child start_child(Filter& filter, const std::vector<std::string>& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) system_failed("ipvsim: socketpair");
  const endpoint::Fd ours(ends[0]);
  endpoint::Fd theirs(ends[1]);
  Child child;
  child.process = fork();
  if (child.process < 0) system_failed("ipvsim: fork");
  if (child.process == 0) become(filter, command, theirs.get());
  theirs.reset();
  try {
    child.listener = take_over(ours.get());
  } catch (...) {
    (void)waitpid(child.process, nullptr, 0);
    throw;
  }
  return child;
}

}  // namespace ipvsim::run
