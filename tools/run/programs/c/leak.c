/* 10 000 sockets, one after the other and many at once, closed in every way there is; then the supervisor,
 * our parent, must have no more descriptors than before. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "check.h"
#include "supervisor.h"

static char buffer[8192];

static int used_socket(void) {
  int fd = open_generic(0);
  ask(fd, NLM_F_ACK);
  /* The acknowledgement stays unread. */
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  return fd;
}

int main(void) {
  int probe = open_generic(0);
  settle(probe);
  int before = descriptors_of_supervisor();
  for (int i = 0; i < 9000; ++i) {
    int fd = i % 3 == 0 ? open_generic(0) : used_socket();
    if (i % 2 == 0) {
      int copy = dup(fd);
      close(fd);
      fd = copy;
    }
    close(fd);
  }
  struct rlimit limit;
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  int most = limit.rlim_cur < 600 ? (int)limit.rlim_cur - 100 : 500;
  int many[500];
  for (int i = 0; i < most; ++i) many[i] = used_socket();
  CHECK(descriptors_of_supervisor() >= before + most);
  for (int i = 0; i < most; ++i) close(many[i]);
  for (int i = 0; i < 500; ++i) {
    if (i % 10 == 0) {
      pid_t child = fork();
      CHECK(child >= 0);
      if (child == 0) {
        for (int j = 0; j < 10; ++j) used_socket();
        _exit(0);
      }
      CHECK_EQ(waitpid(child, NULL, 0), child);
    }
    /* Files of the simulated kernel are descriptors too, until they are given away. */
    int file = open("/proc/net/ip_vs", O_RDONLY);
    CHECK(file >= 0);
    CHECK(read(file, buffer, sizeof(buffer)) > 0);
    close(file);
    file = open("/proc/sys/net/ipv4/vs/debug_level", O_WRONLY);
    CHECK(file >= 0);
    CHECK_EQ(write(file, "1\n", 2), 2);
    close(file);
  }
  settle(probe);
  CHECK_EQ(descriptors_of_supervisor(), before);
  puts("leak: none");
  return 0;
}
