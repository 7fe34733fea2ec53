/* Receives that wait: woken by another thread, timed out, interrupted, restarted, their descriptor closed,
 * their process killed. Runs on the real kernel too. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "check.h"

static char buffer[65536];
static int shared;

static void expect_kernel(const struct sockaddr_nl* from, socklen_t length) {
  CHECK_EQ(length, sizeof(*from));
  CHECK_EQ(from->nl_family, AF_NETLINK);
  CHECK_EQ(from->nl_pid, 0);
}

static void* asker(void* unused) {
  (void)unused;
  ask(shared, 0);
  return NULL;
}

static void woken_by_another_thread(void) {
  shared = open_generic(0);
  for (int round = 0; round < 100; ++round) {
    pthread_t thread;
    struct sockaddr_nl from;
    socklen_t length = sizeof(from);
    CHECK_EQ(pthread_create(&thread, NULL, asker, NULL), 0);
    CHECK(is_answer(buffer, recvfrom(shared, buffer, sizeof(buffer), 0, (void*)&from, &length)));
    expect_kernel(&from, length);
    CHECK_EQ(pthread_join(thread, NULL), 0);
  }
  close(shared);
}

static volatile sig_atomic_t alarms;

static void note(int signal) {
  (void)signal;
  ++alarms;
}

static void ask_from_handler(int signal) {
  (void)signal;
  if (++alarms == 3) ask(shared, 0);
}

static void every(long microseconds) {
  struct itimerval timer = {{0, microseconds}, {0, microseconds}};
  CHECK_EQ(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* That the limit ends the wait, and that it is a wait: a longer one is still going on when a signal comes. A
 * clock is not asked, for it may be set meanwhile. */
static void timed_out(void) {
  int fd = open_generic(0);
  struct timeval limit = {0, 20000}, longer = {60, 0};
  struct sigaction action = {.sa_handler = note};
  struct sockaddr_nl from;
  struct iovec part = {buffer, sizeof(buffer)};
  struct msghdr m = {.msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &part, .msg_iovlen = 1};
  CHECK_EQ(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)), 0);
  CHECK_FAILS(recvmsg(fd, &m, 0), EAGAIN);
  CHECK_EQ(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &longer, sizeof(longer)), 0);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  every(5000);
  CHECK_FAILS(recvmsg(fd, &m, 0), EINTR);
  every(0);
  /* The same structure again, as a loop would use it. */
  ask(fd, 0);
  CHECK(is_answer(buffer, recvmsg(fd, &m, 0)));
  expect_kernel(&from, m.msg_namelen);
  close(fd);
}

static void interrupted(void) {
  struct sigaction action = {.sa_handler = note};
  int fd = open_generic(0);
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  alarms = 0;
  every(5000);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), 0), EINTR);
  CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length), EINTR);
  every(0);
  CHECK(alarms >= 2);
  /* The length was not set anew, and need not be. */
  ask(fd, 0);
  CHECK(is_answer(buffer, recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length)));
  expect_kernel(&from, length);
  close(fd);
}

static void restarted(void) {
  struct sigaction action = {.sa_handler = ask_from_handler, .sa_flags = SA_RESTART};
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  shared = open_generic(0);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  alarms = 0;
  every(5000);
  CHECK(is_answer(buffer, recvfrom(shared, buffer, sizeof(buffer), 0, (void*)&from, &length)));
  every(0);
  expect_kernel(&from, length);
  CHECK(alarms >= 3);
  close(shared);
}

static void* closer(void* unused) {
  (void)unused;
  close(shared);
  return NULL;
}

/* The call keeps the file it was made on. */
static void closed_while_it_waits(void) {
  pthread_t thread;
  struct timeval limit = {0, 50000};
  shared = open_generic(0);
  CHECK_EQ(setsockopt(shared, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)), 0);
  int fd = shared;
  CHECK_EQ(pthread_create(&thread, NULL, closer, NULL), 0);
  errno = 0;
  CHECK_EQ(recv(fd, buffer, sizeof(buffer), 0), -1);
  /* The thread may have been faster. */
  CHECK(errno == EAGAIN || errno == EBADF);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), 0), EBADF);
}

static void killed_while_it_waits(void) {
  int told[2];
  CHECK_EQ(pipe(told), 0);
  for (int round = 0; round < 50; ++round) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      int fd = open_generic(0);
      CHECK_EQ(write(told[1], "x", 1), 1);
      recv(fd, buffer, sizeof(buffer), 0);
      _exit(1);
    }
    char byte;
    int status;
    CHECK_EQ(read(told[0], &byte, 1), 1);
    CHECK_EQ(kill(child, SIGKILL), 0);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }
  int fd = open_generic(0);
  ask(fd, 0);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  close(fd);
}

int main(void) {
  woken_by_another_thread();
  timed_out();
  interrupted();
  restarted();
  closed_while_it_waits();
  killed_while_it_waits();
  puts("waiting: all as it must be");
  return 0;
}
