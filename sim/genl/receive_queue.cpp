// Accepting, refusing and overrun of a socket's receive queue.
#include "sim/genl/receive_queue.h"

#include <cerrno>

#include "sim/base/cover_mark.h"

namespace ipvsim::genl {

Status ReceiveQueue::accept(wire::SkbPtr skb) {
  const bool room = charge_ == 0 || charge_ + skb->charge() <= rcvbuf_;
  if (congested_ || !room) {
    if (room) cover_mark("dropped_with_room_left");
    overrun();
    return EAGAIN;
  }
  if (skb->charge() > rcvbuf_) cover_mark("larger_than_the_queue");
  push(std::move(skb));
  return {};
}

void ReceiveQueue::push(wire::SkbPtr skb) {
  charge_ += skb->charge();
  queue_.push_back(std::move(skb));
}

wire::SkbPtr ReceiveQueue::pop() {
  IPVSIM_CHECK(!queue_.empty());
  wire::SkbPtr skb = std::move(queue_.front());
  queue_.pop_front();
  IPVSIM_CHECK(charge_ >= skb->charge());
  charge_ -= skb->charge();
  return skb;
}

// sk_err is set on the transition to congestion only (netlink.md 11).
void ReceiveQueue::overrun() {
  ++drops_;
  if (no_enobufs_) cover_mark("overrun_untold");
  if (no_enobufs_ || congested_) return;
  cover_mark("overrun_told");
  congested_ = true;
  error_ = ENOBUFS;
}

void ReceiveQueue::clear() {
  queue_.clear();
  charge_ = 0;
}

}  // namespace ipvsim::genl
