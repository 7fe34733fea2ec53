/* Network namespaces: each has a table of its own, also when only a thread is in it, when a process comes
 * back to it, and when the system calls it by the name of one that has ended. A socket stays in the one it
 * was opened in. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

#include "check.h"
#include "ipvs.h"

enum { kGenerations = 100 };

static uint16_t family;

static int count_here(void) {
  int fd = open_generic(0), count = count_services(fd, family);
  close(fd);
  return count;
}

static void add_here(int services) {
  int fd = open_generic(0);
  for (int i = 0; i < services; ++i)
    CHECK_EQ(change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000001, (uint16_t)(80 + i)), 0);
  close(fd);
}

/* What the file under /proc/TASK/net lists. */
static int lines_of(const char* path) {
  char text[8192];
  int file = open(path, O_RDONLY), count = 0;
  CHECK(file >= 0);
  ssize_t size = read(file, text, sizeof(text));
  CHECK(size > 0);
  close(file);
  for (const char* at = text; at < text + size - 4; ++at) count += memcmp(at, "\nTCP", 4) == 0;
  return count;
}

static void* of_a_thread(void* unused) {
  (void)unused;
  CHECK_EQ(unshare(CLONE_NEWNET), 0);
  CHECK_EQ(count_here(), 0);
  add_here(5);
  CHECK_EQ(count_here(), 5);
  CHECK_EQ(lines_of("/proc/thread-self/net/ip_vs"), 5);
  return NULL;
}

static void expect_success(pid_t child) {
  int status;
  CHECK(child >= 0);
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

static void several(void) {
  int before = open_generic(0);
  /* An ordinary user may do so in a user namespace of his own; where that is forbidden, so is this test. */
  CHECK_EQ(unshare(CLONE_NEWUSER | CLONE_NEWNET), 0);
  CHECK_EQ(count_here(), 0);
  CHECK_EQ(count_services(before, family), 1);
  add_here(2);
  int first = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  CHECK(first >= 0);

  CHECK_EQ(unshare(CLONE_NEWNET), 0);
  CHECK_EQ(count_here(), 0);
  add_here(3);
  CHECK_EQ(count_here(), 3);
  CHECK_EQ(lines_of("/proc/self/net/ip_vs"), 3);
  char parent[64];
  snprintf(parent, sizeof(parent), "/proc/%d/net/ip_vs", (int)getppid());
  CHECK_EQ(lines_of(parent), 1);

  CHECK_EQ(setns(first, CLONE_NEWNET), 0);
  CHECK_EQ(count_here(), 2);
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, of_a_thread, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(count_here(), 2);
  CHECK_EQ(lines_of("/proc/self/net/ip_vs"), 2);
}

/* Each one ends before the next begins. */
static void one_after_the_other(void) {
  for (int i = 0; i < kGenerations; ++i) {
    pid_t child = fork();
    if (child == 0) {
      CHECK_EQ(unshare(CLONE_NEWUSER | CLONE_NEWNET), 0);
      CHECK_EQ(count_here(), 0);
      add_here(4);
      _exit(0);
    }
    expect_success(child);
  }
}

int main(void) {
  int fd = open_generic(0);
  family = family_id(fd, "IPVS");
  CHECK(family != 0);
  add_here(1);
  pid_t child = fork();
  if (child == 0) {
    several();
    _exit(0);
  }
  expect_success(child);
  one_after_the_other();
  CHECK_EQ(count_here(), 1);
  puts("namespaces: all as it must be");
  return 0;
}
