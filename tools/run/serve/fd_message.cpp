// SCM_RIGHTS.
#include "tools/run/serve/fd_message.h"

#include <cstring>

namespace ipvsim::run {

FdMessage::FdMessage(void* data, size_t size) : data_{data, size} {
  header_.msg_iov = &data_;
  header_.msg_iovlen = 1;
}

void FdMessage::make_room() {
  header_.msg_control = control_;
  header_.msg_controllen = sizeof(control_);
}

void FdMessage::attach(int fd) {
  make_room();
  cmsghdr* const head = CMSG_FIRSTHDR(&header_);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(head), &fd, sizeof(fd));
}

endpoint::Fd FdMessage::take() {
  const cmsghdr* const head = CMSG_FIRSTHDR(&header_);
  if (head == nullptr || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) return {};
  int fd;
  std::memcpy(&fd, CMSG_DATA(head), sizeof(fd));
  return endpoint::Fd(fd);
}

}  // namespace ipvsim::run
