// A message with at most one descriptor beside its bytes, for sendmsg and recvmsg on a Unix socket.
#pragma once

#include <sys/socket.h>

#include "sim/endpoint/fd.h"

namespace ipvsim::run {

// Points into itself and at the data, which must outlive it.
class FdMessage {
 public:
  FdMessage(void* data, size_t size);
  FdMessage(const FdMessage&) = delete;
  FdMessage& operator=(const FdMessage&) = delete;

  // To be sent: a copy of `fd` goes with it.
  void attach(int fd);
  // To be received: room for a descriptor.
  void make_room();
  // What has come; not valid when none has.
  endpoint::Fd take();

  msghdr& header() { return header_; }

 private:
  iovec data_;
  alignas(cmsghdr) char control_[CMSG_SPACE(sizeof(int))] = {};
  msghdr header_{};
};

}  // namespace ipvsim::run
