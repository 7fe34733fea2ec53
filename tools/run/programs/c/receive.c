/* Every way to receive from a generic netlink socket, and what each reports. Runs on the real kernel too. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/uio.h>

#include "check.h"

static char buffer[65536];

static void expect_kernel(const struct sockaddr_nl* from, socklen_t length) {
  CHECK_EQ(length, sizeof(*from));
  CHECK_EQ(from->nl_family, AF_NETLINK);
  CHECK_EQ(from->nl_pid, 0);
  CHECK_EQ(from->nl_groups, 0);
}

static void plain(void) {
  int fd = open_generic(0);
  ask(fd, NLM_F_ACK);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  CHECK(is_ack(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT), EAGAIN);
  ask(fd, 0);
  CHECK(is_answer(buffer, read(fd, buffer, sizeof(buffer))));
  ask(fd, 0);
  struct iovec parts[2] = {{buffer, 16}, {buffer + 16, 4096}};
  CHECK(is_answer(buffer, readv(fd, parts, 2)));
  close(fd);
}

static void with_address(void) {
  int fd = open_generic(0);
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  ask(fd, 0);
  CHECK(is_answer(buffer, recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length)));
  expect_kernel(&from, length);
  /* Too little room: what fits is written, the true length reported. */
  memset(&from, 0xee, sizeof(from));
  length = 4;
  ask(fd, 0);
  CHECK(is_answer(buffer, recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length)));
  CHECK_EQ(length, sizeof(from));
  CHECK_EQ(from.nl_family, AF_NETLINK);
  CHECK_EQ(from.nl_pid, 0xeeeeeeee);
  /* Much room. */
  struct sockaddr_storage large;
  memset(&large, 0xee, sizeof(large));
  length = sizeof(large);
  ask(fd, 0);
  CHECK(is_answer(buffer, recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&large, &length)));
  expect_kernel((void*)&large, length);
  CHECK_EQ(((unsigned char*)&large)[12], 0xee);
  /* Nothing there: nothing is touched. */
  length = 77;
  CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), MSG_DONTWAIT, (void*)&large, &length), EAGAIN);
  CHECK_EQ(length, 77);
  close(fd);
}

static void message(void) {
  int fd = open_generic(0);
  struct sockaddr_nl from;
  char control[256];
  struct iovec parts[3] = {{buffer, 16}, {buffer + 16, 0}, {buffer + 16, 4096}};
  struct msghdr m = {.msg_name = &from,
                     .msg_namelen = sizeof(from),
                     .msg_iov = parts,
                     .msg_iovlen = 3,
                     .msg_control = control,
                     .msg_controllen = sizeof(control),
                     .msg_flags = -1};
  ask(fd, 0);
  CHECK(is_answer(buffer, recvmsg(fd, &m, 0)));
  expect_kernel(&from, m.msg_namelen);
  CHECK_EQ(m.msg_flags, 0);
  CHECK_EQ(m.msg_controllen, 0);
  CHECK(m.msg_name == &from);
  close(fd);
}

static void peek_and_truncation(void) {
  int fd = open_generic(0);
  struct sockaddr_nl from;
  struct iovec part = {buffer, 20};
  struct msghdr m = {.msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &part, .msg_iovlen = 1};
  ask(fd, NLM_F_ACK);
  ssize_t whole = recvmsg(fd, &m, MSG_PEEK | MSG_TRUNC);
  CHECK(whole > 36);
  CHECK_EQ(m.msg_flags, MSG_TRUNC);
  expect_kernel(&from, m.msg_namelen);
  CHECK_EQ(recv(fd, NULL, 0, MSG_PEEK), 0);
  CHECK_EQ(recv(fd, buffer, sizeof(buffer), MSG_PEEK), whole);
  CHECK_EQ(recv(fd, buffer, 20, 0), 20);
  CHECK(is_ack(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  ask(fd, 0);
  m.msg_flags = 0;
  CHECK_EQ(recvmsg(fd, &m, 0), 20);
  CHECK_EQ(m.msg_flags, MSG_TRUNC);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT), EAGAIN);
  close(fd);
}

static void several_at_once(void) {
  int fd = open_generic(0);
  static char space[8][4096];
  struct sockaddr_nl from[8];
  struct iovec parts[8];
  struct mmsghdr many[8];
  memset(many, 0, sizeof(many));
  for (int i = 0; i < 8; ++i) {
    parts[i] = (struct iovec){space[i], sizeof(space[i])};
    many[i].msg_hdr.msg_iov = &parts[i];
    many[i].msg_hdr.msg_iovlen = 1;
    many[i].msg_hdr.msg_name = &from[i];
    many[i].msg_hdr.msg_namelen = sizeof(from[i]);
  }
  ask(fd, NLM_F_ACK);
  ask(fd, 0);
  CHECK_EQ(recvmmsg(fd, many, 8, MSG_WAITFORONE, NULL), 3);
  CHECK(is_answer(space[0], many[0].msg_len));
  CHECK(is_ack(space[1], many[1].msg_len));
  CHECK(is_answer(space[2], many[2].msg_len));
  for (int i = 0; i < 3; ++i) expect_kernel(&from[i], many[i].msg_hdr.msg_namelen);
  CHECK_FAILS(recvmmsg(fd, many, 8, MSG_DONTWAIT, NULL), EAGAIN);
  close(fd);
}

static void readiness(void) {
  int fd = open_generic(SOCK_NONBLOCK);
  struct pollfd p = {fd, POLLIN | POLLOUT, 0};
  CHECK_EQ(poll(&p, 1, 0), 1);
  CHECK_EQ(p.revents, POLLOUT);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), 0), EAGAIN);
  CHECK_FAILS(read(fd, buffer, sizeof(buffer)), EAGAIN);
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  CHECK_EQ(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event), 0);
  CHECK_EQ(epoll_wait(epoll, &event, 1, 0), 0);
  ask(fd, NLM_F_ACK);
  p.events = POLLIN;
  CHECK_EQ(poll(&p, 1, -1), 1);
  CHECK_EQ(epoll_wait(epoll, &event, 1, -1), 1);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  /* The acknowledgement is there already: no waiting. */
  CHECK_EQ(poll(&p, 1, 0), 1);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fd, &set);
  struct timeval now = {0, 0};
  CHECK_EQ(select(fd + 1, &set, NULL, NULL, &now), 1);
  CHECK(is_ack(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  CHECK_EQ(poll(&p, 1, 0), 0);
  CHECK_EQ(epoll_wait(epoll, &event, 1, 0), 0);
  /* The flag belongs to the open file and can be taken off. */
  CHECK_EQ(fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK), 0);
  ask(fd, 0);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  close(epoll);
  close(fd);
}

int main(void) {
  plain();
  with_address();
  message();
  peek_and_truncation();
  several_at_once();
  readiness();
  puts("receive: all as it must be");
  return 0;
}
