/* Pointers to nothing, lengths beyond all measure, descriptors that are none. Runs on the real kernel too. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "check.h"

static char buffer[65536];

/* Addresses with nothing behind them: low, high, beyond user space, and a page that may not be touched. */
static void* wild[4] = {(void*)8, (void*)0x7ffffffff000, (void*)-64, NULL};

static void drain(int fd) {
  while (recv(fd, buffer, sizeof(buffer), MSG_DONTWAIT) > 0) {
  }
  CHECK_EQ(errno, EAGAIN);
}

static void receives(int fd) {
  struct sockaddr_nl from;
  socklen_t length = sizeof(from);
  for (int i = 0; i < 4; ++i) {
    ask(fd, 0);
    CHECK_FAILS(recv(fd, wild[i], 4096, 0), EFAULT);
    ask(fd, 0);
    CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), 0, wild[i], &length), EFAULT);
    length = sizeof(from);
    ask(fd, 0);
    CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, wild[i]), EFAULT);
    CHECK_FAILS(recvmsg(fd, wild[i], 0), EFAULT);
    CHECK_FAILS(recvmmsg(fd, wild[i], 3, MSG_DONTWAIT, NULL), EFAULT);
    struct msghdr m = {.msg_iov = wild[i], .msg_iovlen = 2};
    CHECK_FAILS(recvmsg(fd, &m, MSG_DONTWAIT), EFAULT);
    struct iovec part = {wild[i], 4096};
    struct msghdr with_part = {.msg_iov = &part, .msg_iovlen = 1};
    ask(fd, 0);
    CHECK_FAILS(recvmsg(fd, &with_part, 0), EFAULT);
    struct iovec good = {buffer, sizeof(buffer)};
    struct msghdr with_name = {.msg_name = wild[i], .msg_namelen = 12, .msg_iov = &good, .msg_iovlen = 1};
    ask(fd, 0);
    CHECK_FAILS(recvmsg(fd, &with_name, 0), EFAULT);
    /* An address beyond user space is refused before anything is taken. */
    drain(fd);
  }
}

static void lengths(int fd) {
  struct sockaddr_nl from;
  socklen_t length = (socklen_t)-5;
  ask(fd, 0);
  CHECK(is_answer(buffer, recv(fd, buffer, SIZE_MAX / 2, 0)));
  ask(fd, 0);
  CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&from, &length), EINVAL);
  struct iovec part = {buffer, sizeof(buffer)};
  struct msghdr many = {.msg_iov = &part, .msg_iovlen = IOV_MAX + 1};
  CHECK_FAILS(recvmsg(fd, &many, 0), EMSGSIZE);
  struct iovec negative[2] = {{buffer, 16}, {buffer, SIZE_MAX}};
  struct msghdr overflow = {.msg_iov = negative, .msg_iovlen = 2};
  CHECK_FAILS(recvmsg(fd, &overflow, MSG_DONTWAIT), EINVAL);
  struct msghdr bad_namelen = {
      .msg_name = &from, .msg_namelen = (socklen_t)-1, .msg_iov = &part, .msg_iovlen = 1};
  CHECK_FAILS(recvmsg(fd, &bad_namelen, MSG_DONTWAIT), EINVAL);
  drain(fd);
  CHECK_FAILS(send(fd, buffer, 1 << 20, 0), EMSGSIZE);
}

static void addresses_and_options(int fd) {
  struct sockaddr_nl name = {.nl_family = AF_NETLINK};
  socklen_t length = sizeof(name);
  int value = 1;
  for (int i = 0; i < 4; ++i) {
    CHECK_FAILS(bind(fd, wild[i], 12), EFAULT);
    CHECK_FAILS(connect(fd, wild[i], 12), EFAULT);
    CHECK_FAILS(getsockname(fd, wild[i], &length), EFAULT);
    length = sizeof(name);
    CHECK_FAILS(getsockname(fd, (void*)&name, wild[i]), EFAULT);
    CHECK_FAILS(getpeername(fd, wild[i], &length), EFAULT);
    length = sizeof(name);
    CHECK_FAILS(setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, wild[i], 4), EFAULT);
    CHECK_FAILS(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, wild[i], 4), EFAULT);
    socklen_t four = 4;
    CHECK_FAILS(getsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, wild[i], &four), EFAULT);
    CHECK_FAILS(getsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &value, wild[i]), EFAULT);
    CHECK_FAILS(getsockopt(fd, SOL_SOCKET, SO_TYPE, wild[i], &four), EFAULT);
    CHECK_FAILS(getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, wild[i]), EFAULT);
    CHECK_FAILS(open(wild[i], O_RDONLY), EFAULT);
  }
  CHECK_FAILS(setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &value, (socklen_t)-1), EINVAL);
}

static void not_sockets(void) {
  int file = open("/dev/null", O_RDWR);
  int value = 0;
  socklen_t length = sizeof(value);
  struct sockaddr_nl name;
  int bad[3] = {file, 999, -1};
  for (int i = 0; i < 3; ++i) {
    int wanted = bad[i] == file ? ENOTSOCK : EBADF;
    CHECK_FAILS(recv(bad[i], buffer, 10, 0), wanted);
    CHECK_FAILS(recvfrom(bad[i], buffer, 10, 0, (void*)&name, &length), wanted);
    CHECK_FAILS(bind(bad[i], (void*)&name, 12), wanted);
    CHECK_FAILS(getsockname(bad[i], (void*)&name, &length), wanted);
    CHECK_FAILS(setsockopt(bad[i], SOL_NETLINK, NETLINK_EXT_ACK, &value, 4), wanted);
    CHECK_FAILS(getsockopt(bad[i], SOL_NETLINK, NETLINK_EXT_ACK, &value, &length), wanted);
    CHECK_FAILS(shutdown(bad[i], SHUT_RD), wanted);
  }
  close(file);
}

/* A path that ends with its page, and one that does not end at all. */
static void paths(void) {
  long page = sysconf(_SC_PAGESIZE);
  char* two = mmap(NULL, (size_t)(2 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(two != MAP_FAILED);
  CHECK_EQ(mprotect(two + page, (size_t)page, PROT_NONE), 0);
  const char path[] = "/dev/null";
  memcpy(two + page - sizeof(path), path, sizeof(path));
  int fd = open(two + page - sizeof(path), O_RDONLY);
  CHECK(fd >= 0);
  close(fd);
  memset(two, 'x', (size_t)page);
  CHECK_FAILS(open(two + page - 100, O_RDONLY), EFAULT);
  CHECK_FAILS(open(two, O_RDONLY), ENAMETOOLONG);
  wild[3] = two + page;
}

/* A place that can be read but not written. */
static void read_only(int fd) {
  long page = sysconf(_SC_PAGESIZE);
  socklen_t* length = mmap(NULL, (size_t)page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct sockaddr_nl name;
  CHECK(length != MAP_FAILED);
  CHECK_FAILS(getsockname(fd, (void*)&name, length), EFAULT);
  ask(fd, 0);
  CHECK_FAILS(recvfrom(fd, buffer, sizeof(buffer), 0, (void*)&name, length), EFAULT);
}

int main(void) {
  paths();
  int fd = open_generic(0);
  receives(fd);
  lengths(fd);
  addresses_and_options(fd);
  not_sockets();
  read_only(fd);
  ask(fd, 0);
  CHECK(is_answer(buffer, recv(fd, buffer, sizeof(buffer), 0)));
  puts("bad_input: all as it must be");
  return 0;
}
