/* Options of generic netlink sockets, and what they do. Runs on the real kernel too. */
#define _GNU_SOURCE
#include <fcntl.h>

#include "check.h"

static char buffer[65536];

static int get(int fd, int level, int option) {
  int value = -1;
  socklen_t length = sizeof(value);
  CHECK_EQ(getsockopt(fd, level, option, &value, &length), 0);
  CHECK_EQ(length, sizeof(value));
  return value;
}

static int set(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof(value));
}

static void what_it_is(void) {
  int raw = open_generic(SOCK_CLOEXEC),
      datagram = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK, NETLINK_GENERIC);
  CHECK_EQ(get(raw, SOL_SOCKET, SO_TYPE), SOCK_RAW);
  CHECK_EQ(get(datagram, SOL_SOCKET, SO_TYPE), SOCK_DGRAM);
  CHECK_EQ(get(raw, SOL_SOCKET, SO_DOMAIN), AF_NETLINK);
  CHECK_EQ(get(raw, SOL_SOCKET, SO_PROTOCOL), NETLINK_GENERIC);
  CHECK_EQ(get(raw, SOL_SOCKET, SO_ERROR), 0);
  CHECK_EQ(fcntl(raw, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(datagram, F_GETFD), 0);
  CHECK_EQ(fcntl(raw, F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(fcntl(datagram, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
  close(raw);
  close(datagram);
}

static void netlink_level(void) {
  static const int kOnOff[] = {NETLINK_PKTINFO, NETLINK_BROADCAST_ERROR, NETLINK_NO_ENOBUFS,
                               NETLINK_CAP_ACK, NETLINK_EXT_ACK,         NETLINK_GET_STRICT_CHK};
  int fd = open_generic(0);
  for (size_t i = 0; i < sizeof(kOnOff) / sizeof(*kOnOff); ++i) {
    CHECK_EQ(get(fd, SOL_NETLINK, kOnOff[i]), 0);
    CHECK_EQ(set(fd, SOL_NETLINK, kOnOff[i], 5), 0);
    CHECK_EQ(get(fd, SOL_NETLINK, kOnOff[i]), 1);
    /* Too short a value counts as 0. */
    CHECK_EQ(setsockopt(fd, SOL_NETLINK, kOnOff[i], "x", 1), 0);
    CHECK_EQ(get(fd, SOL_NETLINK, kOnOff[i]), 0);
  }
  int value;
  socklen_t length = sizeof(value);
  CHECK_FAILS(set(fd, SOL_NETLINK, 99, 1), ENOPROTOOPT);
  CHECK_FAILS(getsockopt(fd, SOL_NETLINK, 99, &value, &length), ENOPROTOOPT);
  length = 3;
  CHECK_FAILS(getsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &value, &length), EINVAL);
  length = (socklen_t)-1;
  CHECK_FAILS(getsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &value, &length), EINVAL);
  CHECK_FAILS(set(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, 0), EINVAL);
  /* The controller's own group. */
  CHECK_EQ(set(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, 16), 0);
  uint32_t groups[64] = {0};
  length = sizeof(groups);
  CHECK_EQ(getsockopt(fd, SOL_NETLINK, NETLINK_LIST_MEMBERSHIPS, groups, &length), 0);
  CHECK_EQ(groups[0], 1u << 15);
  struct sockaddr_nl name;
  length = sizeof(name);
  CHECK_EQ(getsockname(fd, (void*)&name, &length), 0);
  CHECK_EQ(name.nl_groups, 1u << 15);
  CHECK_EQ(set(fd, SOL_NETLINK, NETLINK_DROP_MEMBERSHIP, 16), 0);
  CHECK_EQ(getsockname(fd, (void*)&name, &length), 0);
  CHECK_EQ(name.nl_groups, 0);
  close(fd);
}

static void capped_acks(void) {
  int fd = open_generic(0);
  struct genl_message m;
  begin_message(&m, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
  put_attribute(&m, CTRL_ATTR_FAMILY_NAME, "no such", 8);
  send_message(fd, &m);
  CHECK_EQ(recv(fd, buffer, sizeof(buffer), 0), 20 + m.nlh.nlmsg_len);
  CHECK_EQ(set(fd, SOL_NETLINK, NETLINK_CAP_ACK, 1), 0);
  send_message(fd, &m);
  CHECK_EQ(recv(fd, buffer, sizeof(buffer), 0), 36);
  CHECK_EQ(*(int*)NLMSG_DATA((struct nlmsghdr*)buffer), -ENOENT);
  close(fd);
}

static void receive_memory(void) {
  int fd = open_generic(0);
  CHECK_EQ(set(fd, SOL_SOCKET, SO_RCVBUF, 30000), 0);
  CHECK_EQ(get(fd, SOL_SOCKET, SO_RCVBUF), 60000);
  CHECK_EQ(set(fd, SOL_SOCKET, SO_RCVBUF, 1), 0);
  CHECK_EQ(get(fd, SOL_SOCKET, SO_RCVBUF), 2304);
  CHECK_FAILS(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, buffer, 3), EINVAL);
  CHECK_EQ(set(fd, SOL_SOCKET, SO_SNDBUF, 32768), 0);
  CHECK_EQ(get(fd, SOL_SOCKET, SO_SNDBUF), 65536);
  CHECK_FAILS(send(fd, buffer, sizeof(buffer), 0), EMSGSIZE);
  /* Overrun: told before what had room, and told once. */
  for (int i = 0; i < 10; ++i) ask(fd, 0);
  CHECK_EQ(get(fd, SOL_SOCKET, SO_ERROR), ENOBUFS);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT)));
  while (recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT) > 0) {
  }
  CHECK_EQ(errno, EAGAIN);
  for (int i = 0; i < 10; ++i) ask(fd, 0);
  CHECK_FAILS(recv(fd, buffer, sizeof(buffer), 0), ENOBUFS);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  close(fd);
}

int main(void) {
  what_it_is();
  netlink_level();
  capped_acks();
  receive_memory();
  puts("options: all as it must be");
  return 0;
}
