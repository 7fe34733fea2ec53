// What no reader can beat: the same datagrams handed over and hardly looked at.
#pragma once

#include "tools/bench/compare/socket_transport.h"
#include "tools/bench/compare/timing.h"

namespace ipvsim::tools::bench {

class BareTransfer {
 public:
  // Of one recorded read. Throws std::system_error when there is no socketpair to be had.
  explicit BareTransfer(Recording recording);
  ~BareTransfer();
  BareTransfer(const BareTransfer&) = delete;
  BareTransfer& operator=(const BareTransfer&) = delete;

  // Each datagram sent through a socketpair, received into one buffer and walked from message header to
  // message header.
  Span socketpair();
  // Each datagram copied into that buffer.
  Span copy();
  // Messages met by the last walk.
  size_t messages() const { return messages_; }

 private:
  Recording recording_;
  int ends_[2] = {-1, -1};
  std::vector<std::byte> buffer_;
  size_t messages_ = 0;
};

}  // namespace ipvsim::tools::bench
