/* 32 threads at once: each changes services of its own on a socket of its own and reads whole dumps, half of
 * them by poll; then all receive from one shared socket. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ipvs.h"

enum { kThreads = 32, kRounds = 20, kShared = 2000 };
static uint16_t family;

static void* edit_and_dump(void* argument) {
  uint32_t self = (uint32_t)(uintptr_t)argument;
  int fd = open_generic(0);
  for (int round = 0; round < kRounds; ++round) {
    CHECK_EQ(change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000000u + self, 80), 0);
    CHECK_EQ(change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000000u + self, 80), EEXIST);
    if (self % 2 == 0) {
      struct pollfd p = {fd, POLLIN, 0};
      ask_services(fd, family);
      char datagram[32768];
      int some;
      do {
        CHECK_EQ(poll(&p, 1, -1), 1);
        ssize_t size = recv(fd, datagram, sizeof(datagram), MSG_DONTWAIT);
        CHECK(size > 0);
        some = messages_in(datagram, size);
      } while (some >= 0);
    } else {
      CHECK(count_services(fd, family) >= 1);
    }
    CHECK_EQ(change_service(fd, family, IPVS_CMD_DEL_SERVICE, 0x0a000000u + self, 80), 0);
  }
  close(fd);
  return NULL;
}

static int shared;
static atomic_int received;

/* Every answer reaches exactly one of them. */
static void* ask_and_receive(void* unused) {
  char datagram[8192];
  (void)unused;
  while (atomic_fetch_add(&received, 1) < kShared) {
    struct sockaddr_nl from;
    socklen_t length = sizeof(from);
    ask(shared, 0);
    CHECK(is_answer(datagram, recvfrom(shared, datagram, sizeof(datagram), 0, (void*)&from, &length)));
    CHECK_EQ(length, sizeof(from));
    CHECK_EQ(from.nl_family, AF_NETLINK);
  }
  return NULL;
}

static void together(void* (*work)(void*)) {
  pthread_t threads[kThreads];
  for (uintptr_t i = 0; i < kThreads; ++i)
    CHECK_EQ(pthread_create(&threads[i], NULL, work, (void*)(i + 1)), 0);
  for (int i = 0; i < kThreads; ++i) CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

int main(void) {
  int fd = open_generic(0);
  family = family_id(fd, "IPVS");
  CHECK(family != 0);
  together(edit_and_dump);
  CHECK_EQ(count_services(fd, family), 0);
  shared = open_generic(0);
  together(ask_and_receive);
  char nothing[16];
  CHECK_FAILS(recv(shared, nothing, sizeof(nothing), MSG_DONTWAIT), EAGAIN);
  puts("threads: all as it must be");
  return 0;
}
