/* Processes killed in the middle of whatever calls they make: the next ones are served as before, and the
 * supervisor, our parent, keeps nothing of the dead. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "check.h"
#include "ipvs.h"
#include "supervisor.h"

enum { kRounds = 300, kThreads = 3, kMostSteps = 400 };

static atomic_uint* steps; /* calls begun by the process that is to be killed */

static void step(void) { atomic_fetch_add(steps, 1); }

static void* everything(void* unused) {
  static const char value_path[] = "/proc/sys/net/ipv4/vs/debug_level";
  (void)unused;
  for (;;) {
    char datagram[32768];
    struct sockaddr_nl name = {.nl_family = AF_NETLINK};
    socklen_t length = sizeof(name);
    struct iovec part = {datagram, sizeof(datagram)};
    struct msghdr message = {
        .msg_name = &name, .msg_namelen = sizeof(name), .msg_iov = &part, .msg_iovlen = 1};
    struct stat facts;
    int on = 1;
    step();
    int fd = open_generic(SOCK_CLOEXEC);
    step();
    bind(fd, (void*)&name, sizeof(name));
    step();
    getsockname(fd, (void*)&name, &length);
    step();
    setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
    uint16_t family = family_id(fd, "IPVS");
    step();
    change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000001, 80);
    ask_services(fd, family);
    step();
    recvmsg(fd, &message, 0);
    step();
    int file = open(value_path, O_WRONLY);
    write(file, "1\n", 2);
    close(file);
    step();
    stat("/proc/net/ip_vs", &facts);
    step();
    file = open("/proc/net/ip_vs", O_RDONLY);
    read(file, datagram, sizeof(datagram));
    close(file);
    close(fd);
    step();
  }
  return NULL;
}

static void victim(void) {
  pthread_t thread;
  for (int i = 1; i < kThreads; ++i) CHECK_EQ(pthread_create(&thread, NULL, everything, NULL), 0);
  everything(NULL);
}

int main(void) {
  uint32_t drawn = 1;
  printf("killed: seed %u\n", drawn);
  fflush(stdout);
  steps = mmap(NULL, sizeof(*steps), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(steps != MAP_FAILED);
  int probe = open_generic(0);
  settle(probe);
  int before = descriptors_of_supervisor();
  for (int round = 0; round < kRounds; ++round) {
    drawn = drawn * 1664525 + 1013904223;
    unsigned at = (drawn >> 16) % kMostSteps;
    int status;
    atomic_store(steps, 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) victim();
    while (atomic_load(steps) < at) {
      CHECK_EQ(waitpid(child, &status, WNOHANG), 0);
      sched_yield();
    }
    CHECK_EQ(kill(child, SIGKILL), 0);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    settle(probe);
  }
  CHECK_EQ(descriptors_of_supervisor(), before);
  CHECK(count_services(probe, family_id(probe, "IPVS")) <= 1);
  puts("killed: all others served");
  return 0;
}
