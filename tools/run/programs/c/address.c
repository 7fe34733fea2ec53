/* socket, bind, connect, getsockname, getpeername on generic netlink sockets. Runs on the real kernel too. */
#define _GNU_SOURCE
#include "check.h"

static uint32_t port_of(int fd) {
  struct sockaddr_nl name;
  socklen_t length = sizeof(name);
  CHECK_EQ(getsockname(fd, (void*)&name, &length), 0);
  CHECK_EQ(length, sizeof(name));
  CHECK_EQ(name.nl_family, AF_NETLINK);
  return name.nl_pid;
}

static int bind_to(int fd, uint32_t port) {
  struct sockaddr_nl name = {.nl_family = AF_NETLINK, .nl_pid = port};
  return bind(fd, (void*)&name, sizeof(name));
}

static void types(void) {
  CHECK_FAILS(socket(AF_NETLINK, SOCK_STREAM, NETLINK_GENERIC), ESOCKTNOSUPPORT);
  CHECK_FAILS(socket(AF_NETLINK, SOCK_SEQPACKET | SOCK_CLOEXEC, NETLINK_GENERIC), ESOCKTNOSUPPORT);
  CHECK_FAILS(socket(AF_NETLINK, SOCK_RAW | 0x10, NETLINK_GENERIC), EINVAL);
  int fd = socket(AF_NETLINK, SOCK_DGRAM, NETLINK_GENERIC);
  CHECK(fd >= 0);
  close(fd);
}

static void port_ids(void) {
  int first = open_generic(0), second = open_generic(0), third = open_generic(0);
  CHECK_EQ(port_of(first), 0);
  CHECK_EQ(bind_to(first, 0), 0);
  CHECK_EQ(port_of(first), getpid());
  CHECK_EQ(bind_to(first, (uint32_t)getpid()), 0);
  CHECK_FAILS(bind_to(first, 0), EINVAL);
  CHECK_FAILS(bind_to(first, 12345), EINVAL);
  /* Taken: another one is found. */
  CHECK_EQ(bind_to(second, 0), 0);
  CHECK((int32_t)port_of(second) < -4096);
  CHECK_FAILS(bind_to(third, (uint32_t)getpid()), EADDRINUSE);
  CHECK_EQ(bind_to(third, 0x12345678u ^ (uint32_t)getpid()), 0);
  CHECK_EQ(port_of(third), 0x12345678u ^ (uint32_t)getpid());
  /* Free again as soon as it is closed. */
  for (int round = 0; round < 20; ++round) {
    close(first);
    first = open_generic(0);
    ask(first, 0);
    CHECK_EQ(port_of(first), getpid());
  }
  close(first);
  close(second);
  close(third);
}

static void lengths(void) {
  int fd = open_generic(0);
  struct sockaddr_storage name = {.ss_family = AF_NETLINK};
  CHECK_FAILS(bind(fd, (void*)&name, 11), EINVAL);
  CHECK_FAILS(bind(fd, (void*)&name, 0), EINVAL);
  CHECK_FAILS(bind(fd, (void*)&name, (socklen_t)-1), EINVAL);
  CHECK_FAILS(bind(fd, (void*)&name, 4096), EINVAL);
  name.ss_family = AF_INET;
  CHECK_FAILS(bind(fd, (void*)&name, 12), EINVAL);
  name.ss_family = AF_NETLINK;
  CHECK_EQ(bind(fd, (void*)&name, sizeof(name)), 0);

  struct sockaddr_nl out;
  socklen_t length = 4;
  memset(&out, 0xee, sizeof(out));
  CHECK_EQ(getsockname(fd, (void*)&out, &length), 0);
  CHECK_EQ(length, sizeof(out));
  CHECK_EQ(out.nl_family, AF_NETLINK);
  CHECK_EQ(out.nl_pid, 0xeeeeeeee);
  length = (socklen_t)-1;
  CHECK_FAILS(getsockname(fd, (void*)&out, &length), EINVAL);
  length = sizeof(out);
  CHECK_EQ(getpeername(fd, (void*)&out, &length), 0);
  CHECK_EQ(length, sizeof(out));
  CHECK_EQ(out.nl_family, AF_NETLINK);
  CHECK_EQ(out.nl_pid, 0);
  close(fd);
}

static void connections(void) {
  int fd = open_generic(0);
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  CHECK_EQ(connect(fd, (void*)&kernel, sizeof(kernel)), 0);
  CHECK_EQ(port_of(fd), getpid());
  char reply[4096];
  ask(fd, 0);
  CHECK(is_answer(reply, recv(fd, reply, sizeof(reply), 0)));
  CHECK_EQ(connect(fd, &none, sizeof(none)), 0);
  CHECK_FAILS(connect(fd, (void*)&kernel, 8), EINVAL);
  CHECK_FAILS(shutdown(fd, SHUT_RDWR), EOPNOTSUPP);
  /* An address on a request is the kernel's or nothing. */
  struct genl_message m;
  uint16_t id = GENL_ID_CTRL;
  begin_message(&m, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
  put_attribute(&m, CTRL_ATTR_FAMILY_ID, &id, sizeof(id));
  CHECK_EQ(sendto(fd, &m, m.nlh.nlmsg_len, 0, (void*)&kernel, sizeof(kernel)), m.nlh.nlmsg_len);
  CHECK(is_answer(reply, recv(fd, reply, sizeof(reply), 0)));
  struct iovec part = {&m, m.nlh.nlmsg_len};
  struct msghdr message = {
      .msg_name = &kernel, .msg_namelen = sizeof(kernel), .msg_iov = &part, .msg_iovlen = 1};
  CHECK_EQ(sendmsg(fd, &message, 0), m.nlh.nlmsg_len);
  CHECK(is_answer(reply, recv(fd, reply, sizeof(reply), 0)));
  close(fd);
}

int main(void) {
  types();
  port_ids();
  lengths();
  connections();
  puts("address: all as it must be");
  return 0;
}
