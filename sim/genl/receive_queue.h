// What waits to be received on a netlink socket, and the memory it is charged for (netlink.md 9 to 11).
#pragma once

#include <cstddef>
#include <deque>

#include "sim/base/status.h"
#include "sim/wire/skb.h"

namespace ipvsim::genl {

class ReceiveQueue {
 public:
  explicit ReceiveQueue(size_t rcvbuf) : rcvbuf_(rcvbuf) {}

  // Queues a reply, an ACK or a multicast. EAGAIN: refused and dropped, the socket is overrun (netlink.md
  // 11).
  Status accept(wire::SkbPtr skb);

  // Whether a dump chunk of this charge has room (netlink.md 12.3 step 2). Congestion does not matter to
  // chunks.
  bool chunk_fits(size_t charge) const { return charge_ == 0 || charge_ + charge < rcvbuf_; }
  void push_chunk(wire::SkbPtr skb) { push(std::move(skb)); }

  const wire::Skb* head() const { return queue_.empty() ? nullptr : queue_.front().get(); }
  // Takes the head, which must be there, and its charge away.
  wire::SkbPtr pop();
  // The last step of recvmsg: an empty queue ends congestion (netlink.md 9 step 9).
  void end_of_receive() {
    if (queue_.empty()) congested_ = false;
  }
  // Whether a receive may produce the next dump chunk (netlink.md 9 step 8).
  bool wants_chunk() const { return charge_ <= rcvbuf_ / 2; }

  // The pending sk_err; taking it clears it.
  int error() const { return error_; }
  int take_error() { return std::exchange(error_, 0); }
  void set_error(int err) { error_ = err; }

  void set_no_enobufs(bool on) {
    no_enobufs_ = on;
    if (on) congested_ = false;
  }
  bool no_enobufs() const { return no_enobufs_; }
  void set_rcvbuf(size_t bytes) { rcvbuf_ = bytes; }
  size_t rcvbuf() const { return rcvbuf_; }

  size_t size() const { return queue_.size(); }
  size_t charge() const { return charge_; }
  bool congested() const { return congested_; }
  size_t drops() const { return drops_; }
  void clear();

 private:
  void push(wire::SkbPtr skb);
  void overrun();

  std::deque<wire::SkbPtr> queue_;
  size_t rcvbuf_;
  size_t charge_ = 0;
  size_t drops_ = 0;
  int error_ = 0;
  bool congested_ = false;
  bool no_enobufs_ = false;
};

}  // namespace ipvsim::genl
