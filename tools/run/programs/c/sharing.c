/* One socket, many descriptors: dup, fork, exec, passing to another process. Runs on the real kernel too. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "check.h"

static char buffer[65536];

static void use(int fd) {
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  ask(fd, 0);
  CHECK(is_answer(buffer, recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length)));
  CHECK_EQ(length, sizeof(from));
  CHECK_EQ(from.nl_family, AF_NETLINK);
}

static void expect_success(pid_t child) {
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

static void duplicates(void) {
  int fd = open_generic(0);
  int second = dup(fd), third = fcntl(fd, F_DUPFD_CLOEXEC, 500);
  CHECK(second >= 0 && third >= 500);
  close(fd);
  use(second);
  CHECK_EQ(dup2(third, 1000), 1000);
  close(second);
  close(third);
  use(1000);
  close(1000);
  CHECK_FAILS(recv(1000, buffer, sizeof(buffer), 0), EBADF);
}

static void inherited(void) {
  int fd = open_generic(0);
  ask(fd, 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
    use(fd);
    _exit(0);
  }
  expect_success(child);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT), EAGAIN);
  use(fd);
  close(fd);
}

static void kept_across_exec(const char* self) {
  int fd = open_generic(0);
  int closed = open_generic(SOCK_CLOEXEC);
  char kept_number[16], closed_number[16];
  snprintf(kept_number, sizeof(kept_number), "%d", fd);
  snprintf(closed_number, sizeof(closed_number), "%d", closed);
  ask(fd, 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    execl(self, self, kept_number, closed_number, NULL);
    _exit(1);
  }
  expect_success(child);
  close(fd);
  close(closed);
}

static int after_exec(int kept, int closed) {
  CHECK(is_answer(buffer, recv(kept, buffer, sizeof(buffer), 0)));
  use(kept);
  CHECK_FAILS(recv(closed, buffer, sizeof(buffer), 0), EBADF);
  return 0;
}

static void pass_descriptor(int pair, int fd) {
  char byte = 'x';
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {&byte, 1};
  struct msghdr m = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
  control.head =
      (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
  memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
  CHECK_EQ(sendmsg(pair, &m, 0), 1);
}

static int take_descriptor(int pair) {
  char byte;
  int fd;
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {&byte, 1};
  struct msghdr m = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
  CHECK_EQ(recvmsg(pair, &m, 0), 1);
  memcpy(&fd, CMSG_DATA(&control.head), sizeof(fd));
  return fd;
}

/* The socket lives on in flight, while nobody has it open. */
static void handed_over(void) {
  int pair[2];
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(pair[0]);
    int fd = take_descriptor(pair[1]);
    CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
    use(fd);
    _exit(0);
  }
  close(pair[1]);
  int fd = open_generic(0);
  ask(fd, 0);
  pass_descriptor(pair[0], fd);
  close(fd);
  expect_success(child);
  close(pair[0]);
}

static void no_room_for_one_more(void) {
  struct rlimit old, tight;
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &old), 0);
  int next = open_generic(0);
  tight = old;
  tight.rlim_cur = (rlim_t)next + 1;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &tight), 0);
  CHECK_FAILS(socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC), EMFILE);
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &old), 0);
  use(next);
  close(next);
}

int main(int argc, char** argv) {
  if (argc == 3) return after_exec(atoi(argv[1]), atoi(argv[2]));
  duplicates();
  inherited();
  kept_across_exec(argv[0]);
  handed_over();
  no_room_for_one_more();
  puts("sharing: all as it must be");
  return 0;
}
