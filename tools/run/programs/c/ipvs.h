/* For the test programs: the few IPVS requests they make. */
#ifndef IPVS_H
#define IPVS_H

#include <arpa/inet.h>
#include <linux/ip_vs.h>

#include "check.h"

static inline void put_service(struct genl_message* m, uint32_t address, uint16_t port, int full) {
  struct nlattr* nest = (struct nlattr*)((char*)m + m->nlh.nlmsg_len);
  uint16_t family = AF_INET, protocol = IPPROTO_TCP, port_be = htons(port);
  uint32_t address_be[4] = {htonl(address), 0, 0, 0}, timeout = 0, netmask = 0xffffffff;
  struct ip_vs_flags flags = {0, ~0u};
  put_attribute(m, IPVS_CMD_ATTR_SERVICE, "", 0);
  put_attribute(m, IPVS_SVC_ATTR_AF, &family, sizeof(family));
  put_attribute(m, IPVS_SVC_ATTR_PROTOCOL, &protocol, sizeof(protocol));
  put_attribute(m, IPVS_SVC_ATTR_ADDR, address_be, sizeof(address_be));
  put_attribute(m, IPVS_SVC_ATTR_PORT, &port_be, sizeof(port_be));
  if (full) {
    put_attribute(m, IPVS_SVC_ATTR_SCHED_NAME, "rr", 3);
    put_attribute(m, IPVS_SVC_ATTR_FLAGS, &flags, sizeof(flags));
    put_attribute(m, IPVS_SVC_ATTR_TIMEOUT, &timeout, sizeof(timeout));
    put_attribute(m, IPVS_SVC_ATTR_NETMASK, &netmask, sizeof(netmask));
  }
  nest->nla_len = (uint16_t)((char*)m + m->nlh.nlmsg_len - (char*)nest);
}

/* Adds or removes a TCP service; gives the acknowledgement's errno. */
static inline int change_service(int fd, uint16_t family, int cmd, uint32_t address, uint16_t port) {
  struct genl_message m;
  char reply[4096];
  begin_message(&m, family, (uint8_t)cmd, NLM_F_ACK);
  put_service(&m, address, port, cmd == IPVS_CMD_NEW_SERVICE);
  send_message(fd, &m);
  ssize_t size = recv(fd, reply, sizeof(reply), 0);
  CHECK(size >= 36);
  CHECK_EQ(((struct nlmsghdr*)reply)->nlmsg_type, NLMSG_ERROR);
  return -*(int*)NLMSG_DATA((struct nlmsghdr*)reply);
}

static inline void ask_services(int fd, uint16_t family) {
  struct genl_message m;
  begin_message(&m, family, IPVS_CMD_GET_SERVICE, NLM_F_DUMP);
  send_message(fd, &m);
}

/* How many messages are in a datagram of a dump; -1 for the one that ends it. */
static inline int messages_in(const char* datagram, ssize_t size) {
  int count = 0;
  for (const struct nlmsghdr* nlh = (const void*)datagram; NLMSG_OK(nlh, (size_t)size);
       nlh = NLMSG_NEXT(nlh, size)) {
    if (nlh->nlmsg_type == NLMSG_DONE) return -1;
    CHECK(nlh->nlmsg_type != NLMSG_ERROR);
    ++count;
  }
  return count;
}

/* The number of services, by a whole dump read with recv. */
static inline int count_services(int fd, uint16_t family) {
  static __thread char datagram[32768];
  int count = 0;
  ask_services(fd, family);
  for (;;) {
    ssize_t size = recv(fd, datagram, sizeof(datagram), 0);
    CHECK(size > 0);
    int some = messages_in(datagram, size);
    if (some < 0) return count;
    count += some;
  }
}

#endif
