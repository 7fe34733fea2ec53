/* How a dump of 30 services is cut, by each way of receiving, as Linux 6.1 cuts it: 11 services in the first
 * chunk of a socket that has received nothing, and then as many as the largest buffer of that socket so far
 * has room for. */
#define _GNU_SOURCE
#include <poll.h>
#include <sys/epoll.h>
#include <sys/uio.h>

#include "ipvs.h"

enum { kServices = 30 };
static char buffer[65536];
static uint16_t family;

typedef ssize_t receive_function(int fd, size_t size);

static ssize_t by_recv(int fd, size_t size) { return recv(fd, buffer, size, 0); }

static ssize_t by_recvfrom(int fd, size_t size) {
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  return recvfrom(fd, buffer, size, 0, (void*)&from, &length);
}

static ssize_t by_recvmsg(int fd, size_t size) {
  struct sockaddr_nl from;
  struct iovec parts[2] = {{buffer, 100}, {buffer + 100, size - 100}};
  struct msghdr m = {.msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = parts, .msg_iovlen = 2};
  return recvmsg(fd, &m, 0);
}

static ssize_t by_recvmmsg(int fd, size_t size) {
  struct iovec part = {buffer, size};
  struct mmsghdr one = {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}};
  return recvmmsg(fd, &one, 1, 0, NULL) == 1 ? (ssize_t)one.msg_len : -1;
}

static ssize_t by_poll(int fd, size_t size) {
  struct pollfd p = {fd, POLLIN, 0};
  CHECK_EQ(poll(&p, 1, -1), 1);
  CHECK_EQ(p.revents, POLLIN);
  return recv(fd, buffer, size, MSG_DONTWAIT);
}

static ssize_t by_epoll(int fd, size_t size) {
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  CHECK_EQ(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event), 0);
  CHECK_EQ(epoll_wait(epoll, &event, 1, -1), 1);
  close(epoll);
  return recv(fd, buffer, size, MSG_DONTWAIT);
}

static void expect_chunks(receive_function* receive, size_t size, const int* chunks) {
  int fd = open_generic(0);
  ask_services(fd, family);
  for (; *chunks != 0; ++chunks) CHECK_EQ(messages_in(buffer, receive(fd, size)), *chunks);
  CHECK_EQ(messages_in(buffer, receive(fd, size)), -1);
  CHECK_FAILS(recv(fd, buffer, size, MSG_DONTWAIT), EAGAIN);
  close(fd);
}

/* The simulation is not told of these; it takes them for large. */
static void by_read(void) {
  int fd = open_generic(0);
  struct iovec parts[2] = {{buffer, 100}, {buffer + 100, 8000}};
  ask_services(fd, family);
  CHECK_EQ(messages_in(buffer, read(fd, buffer, 8192)), 11);
  CHECK_EQ(messages_in(buffer, readv(fd, parts, 2)), 19);
  CHECK_EQ(messages_in(buffer, read(fd, buffer, 8192)), -1);
  close(fd);
}

/* A peek teaches its size and advances the dump. */
static void by_peek(void) {
  int fd = open_generic(0);
  ask_services(fd, family);
  CHECK_EQ(recv(fd, NULL, 0, MSG_PEEK | MSG_TRUNC), 11 * 320);
  CHECK_EQ(messages_in(buffer, recv(fd, buffer, 8192, 0)), 11);
  /* Built by the peek, when nothing was known of 8192. */
  CHECK_EQ(messages_in(buffer, recv(fd, buffer, 8192, 0)), 11);
  CHECK_EQ(messages_in(buffer, recv(fd, buffer, 8192, 0)), 8);
  CHECK_EQ(messages_in(buffer, recv(fd, buffer, 8192, 0)), -1);
  close(fd);
}

int main(void) {
  static const int k8192[] = {11, 19, 0}, k4096[] = {11, 12, 7, 0};
  static receive_function* const kWays[] = {by_recv, by_recvfrom, by_recvmsg, by_recvmmsg, by_poll, by_epoll};
  int fd = open_generic(0);
  family = family_id(fd, "IPVS");
  CHECK(family != 0);
  for (int i = 0; i < kServices; ++i)
    CHECK_EQ(change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000001u + (uint32_t)i, 80), 0);
  CHECK_EQ(change_service(fd, family, IPVS_CMD_NEW_SERVICE, 0x0a000001u, 80), EEXIST);
  close(fd);
  for (size_t i = 0; i < sizeof(kWays) / sizeof(*kWays); ++i) {
    expect_chunks(kWays[i], 8192, k8192);
    expect_chunks(kWays[i], 4096, k4096);
  }
  by_read();
  by_peek();
  puts("dump: all as it must be");
  return 0;
}
