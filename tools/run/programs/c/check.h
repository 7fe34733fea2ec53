/* For the test programs: checks that say where and why, and requests to the generic netlink controller. The
 * programs are plain C on the system's headers, as anybody's would be; those that only ask the controller
 * also run on the real kernel, and must find there what they find under `ipvsim run`. */
#ifndef CHECK_H
#define CHECK_H

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHECK(condition)                                                                                 \
  do {                                                                                                   \
    if (!(condition)) {                                                                                  \
      int saved_errno = errno;                                                                           \
      fprintf(stderr, "%s:%d: not so: %s (errno %d, %s)\n", __FILE__, __LINE__, #condition, saved_errno, \
              strerror(saved_errno));                                                                    \
      exit(1);                                                                                           \
    }                                                                                                    \
  } while (0)

#define CHECK_EQ(got, wanted)                                                                       \
  do {                                                                                              \
    long long got_value = (long long)(got), wanted_value = (long long)(wanted);                     \
    if (got_value != wanted_value) {                                                                \
      int saved_errno = errno;                                                                      \
      fprintf(stderr, "%s:%d: %s is %lld, not %s, %lld (errno %d, %s)\n", __FILE__, __LINE__, #got, \
              got_value, #wanted, wanted_value, saved_errno, strerror(saved_errno));                \
      exit(1);                                                                                      \
    }                                                                                               \
  } while (0)

/* The call fails with this errno. */
#define CHECK_FAILS(call, wanted_errno) \
  do {                                  \
    errno = 0;                          \
    CHECK_EQ((long long)(call), -1);    \
    CHECK_EQ(errno, wanted_errno);      \
  } while (0)

struct genl_message {
  struct nlmsghdr nlh;
  struct genlmsghdr genl;
  char attributes[1024];
};

static inline void begin_message(struct genl_message* m, uint16_t type, uint8_t cmd, uint16_t flags) {
  memset(m, 0, sizeof(*m));
  m->nlh.nlmsg_len = NLMSG_HDRLEN + GENL_HDRLEN;
  m->nlh.nlmsg_type = type;
  m->nlh.nlmsg_flags = NLM_F_REQUEST | flags;
  m->nlh.nlmsg_seq = 7;
  m->genl.cmd = cmd;
  m->genl.version = 1;
}

static inline void put_attribute(struct genl_message* m, uint16_t type, const void* value, size_t size) {
  struct nlattr* a = (struct nlattr*)((char*)m + NLMSG_ALIGN(m->nlh.nlmsg_len));
  a->nla_len = (uint16_t)(NLA_HDRLEN + size);
  a->nla_type = type;
  memcpy((char*)a + NLA_HDRLEN, value, size);
  m->nlh.nlmsg_len = NLMSG_ALIGN(m->nlh.nlmsg_len) + NLA_ALIGN(a->nla_len);
}

static inline int open_generic(int flags) {
  int fd = socket(AF_NETLINK, SOCK_RAW | flags, NETLINK_GENERIC);
  CHECK(fd >= 0);
  return fd;
}

static inline void send_message(int fd, const struct genl_message* m) {
  CHECK_EQ(send(fd, m, m->nlh.nlmsg_len, 0), m->nlh.nlmsg_len);
}

/* Asks the controller about itself: one datagram comes back, with NLM_F_ACK an acknowledgement after it. */
static inline void ask(int fd, uint16_t flags) {
  struct genl_message m;
  uint16_t id = GENL_ID_CTRL;
  begin_message(&m, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, flags);
  put_attribute(&m, CTRL_ATTR_FAMILY_ID, &id, sizeof(id));
  send_message(fd, &m);
}

static inline int is_answer(const void* datagram, ssize_t size) {
  const struct nlmsghdr* nlh = datagram;
  return size > (ssize_t)sizeof(*nlh) && nlh->nlmsg_type == GENL_ID_CTRL && nlh->nlmsg_len == size;
}

static inline int is_ack(const void* datagram, ssize_t size) {
  const struct nlmsghdr* nlh = datagram;
  return size == 36 && nlh->nlmsg_type == NLMSG_ERROR && *(const int*)NLMSG_DATA(nlh) == 0;
}

/* The id of a family; 0 when there is none. */
static inline uint16_t family_id(int fd, const char* name) {
  struct genl_message m;
  char reply[8192];
  begin_message(&m, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
  put_attribute(&m, CTRL_ATTR_FAMILY_NAME, name, strlen(name) + 1);
  send_message(fd, &m);
  ssize_t size = recv(fd, reply, sizeof(reply), 0);
  CHECK(size > 0);
  const struct nlmsghdr* nlh = (const void*)reply;
  if (nlh->nlmsg_type == NLMSG_ERROR) return 0;
  for (size_t at = NLMSG_HDRLEN + GENL_HDRLEN; at + NLA_HDRLEN <= (size_t)size;) {
    const struct nlattr* a = (const void*)(reply + at);
    if (a->nla_type == CTRL_ATTR_FAMILY_ID) return *(const uint16_t*)((const char*)a + NLA_HDRLEN);
    at += NLA_ALIGN(a->nla_len);
  }
  return 0;
}

#endif
