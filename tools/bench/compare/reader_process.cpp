// A letter is a question, plain bytes are the answer: both ends are the same program.
#include "tools/bench/compare/reader_process.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <type_traits>

#include "tools/bench/compare/loaded_kernel.h"

namespace ipvsim::tools::bench {

namespace {

enum class Question : char { round = 'r', counters = 'c' };

template <class Answer>
bool tell(int socket, const Answer& answer) {
  static_assert(std::is_trivially_copyable_v<Answer>);
  return send(socket, &answer, sizeof(answer), MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof(answer));
}

template <class Answer>
Answer ask(int socket, Question question, const Way& way) {
  Answer answer;
  if (!tell(socket, question) ||
      recv(socket, &answer, sizeof(answer), MSG_WAITALL) != static_cast<ssize_t>(sizeof(answer)))
    throw std::runtime_error(fmt::format("the process that reads by {} has ended", way.name));
  return answer;
}

Round run_round(LoadedKernel& world, Reader& reader) {
  Round round;
  round.reading = reader.read_and_print(world.by_socketpair(), world.way().method);
  round.by_call = reader.read(world.by_call(), world.way().method).read;
  round.floor = world.bare_transfer().socketpair();
  round.copy = world.bare_transfer().copy();
  return round;
}

// The process, until nobody asks any more.
void serve(int socket, const Way& way, const Shape& shape, const DumpBufferRule& rule) {
  LoadedKernel world(way, shape, rule);
  Reader reader;
  (void)run_round(world, reader);
  for (Question question;
       recv(socket, &question, sizeof(question), 0) == static_cast<ssize_t>(sizeof(question));)
    if (!(question == Question::round ? tell(socket, run_round(world, reader))
                                      : tell(socket, counters_of_read(world))))
      return;
}

[[noreturn]] void failed(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

ReaderProcess::ReaderProcess(const Way& way, const Shape& shape, const DumpBufferRule& rule) : way_(way) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) failed("socketpair");
  socket_.reset(ends[0]);
  const endpoint::Fd theirs(ends[1]);
  // What is not written yet would be written by both.
  std::fflush(nullptr);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) failed("fork");
  if (process_ > 0) return;
  // The end of the measuring process is not seen at the socket: later contestants have copies of its end.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
  socket_.reset();
  try {
    serve(theirs.get(), way, shape, rule);
    _exit(0);
  } catch (const std::exception& error) {
    fmt::print(stderr, "ipvsim bench: {}: {}\n", way.name, error.what());
  }
  _exit(1);
}

ReaderProcess::~ReaderProcess() {
  // Closing would not do: processes that were started later have copies.
  (void)shutdown(socket_.get(), SHUT_RDWR);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Round ReaderProcess::round() { return ask<Round>(socket_.get(), Question::round, way_); }

genl::Counters ReaderProcess::counters() {
  return ask<genl::Counters>(socket_.get(), Question::counters, way_);
}

}  // namespace ipvsim::tools::bench
