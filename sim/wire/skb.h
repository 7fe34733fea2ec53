// A datagram buffer of fixed room, and what it costs its receiver (netlink.md 10).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "ipvsim/profile.h"
#include "sim/base/check.h"
#include "sim/base/cover_mark.h"
#include "sim/wire/bytes.h"

namespace ipvsim::wire {

// T(n) of netlink.md 10: what a buffer of n bytes charges against SO_RCVBUF.
constexpr size_t truesize(size_t n) {
  constexpr size_t kCacheLine = 64;
  constexpr size_t kSharedInfo = 320;
  constexpr size_t kSkBuff = 256;
  constexpr size_t kSmallest = 512;
  const size_t wanted = (n + kCacheLine - 1) / kCacheLine * kCacheLine + kSharedInfo;
  return (wanted <= kSmallest ? kSmallest : std::bit_ceil(wanted)) + kSkBuff;
}

using ipvsim::Pad64;

class Skb {
 public:
  // An empty buffer with `room` bytes, charged as one of that size, to be filled as a machine with `pad64`
  // does.
  explicit Skb(size_t room, Pad64 pad64 = Pad64::no)
      : data_(new uint8_t[room]), room_(room), charge_(truesize(room)), pad64_(pad64) {}

  Pad64 pad64() const { return pad64_; }

  // Where the first byte stands in memory, modulo 8: a reply begins where its allocation does. The buffer of
  // a dump is the end of one, cut to its size from the front (netlink.md 12.3, step 3), so it begins wherever
  // that size leaves it. Measured on 6.1.176.
  size_t phase() const { return phase_; }
  void stand_at_the_end() {
    phase_ = static_cast<uint8_t>((8 - room_ % 8) % 8);
    if (phase_ % 4 != 0) cover_mark("dump_buffer_at_an_odd_place");
  }

  Bytes bytes() const { return {data_.get(), size_}; }
  size_t size() const { return size_; }
  size_t room() const { return room_; }
  size_t tailroom() const { return room_ - size_; }
  size_t charge() const { return charge_; }
  void set_charge(size_t charge) { charge_ = charge; }

  // Who sent it: port id 0 is the kernel; group 0 is unicast, else the group it was sent to (netlink.md 5).
  uint32_t source_portid() const { return source_portid_; }
  uint32_t group() const { return group_; }
  void set_source(uint32_t portid, uint32_t group) {
    source_portid_ = portid;
    group_ = group;
  }

  uint8_t* begin() { return data_.get(); }
  uint8_t* end() { return data_.get() + room_; }
  // Makes the first `size` bytes, already written through begin(), the content.
  void resize(size_t size) {
    IPVSIM_CHECK(size <= room_);
    size_ = size;
  }

 private:
  std::unique_ptr<uint8_t[]> data_;
  size_t room_;
  size_t size_ = 0;
  size_t charge_;
  Pad64 pad64_;
  uint8_t phase_ = 0;
  uint32_t source_portid_ = 0;
  uint32_t group_ = 0;
};

using SkbPtr = std::unique_ptr<Skb>;

}  // namespace ipvsim::wire
