// The message writer: a write position in an skb. Copying one saves the position, assigning it back rolls
// back (nlattr.md 1: a failed entry is removed entirely); nothing counts until commit().
#pragma once

#include "sim/wire/attr_writer.h"
#include "sim/wire/skb.h"

namespace ipvsim::wire {

// Writes behind a cursor that has room enough: no step asks again, so an entry becomes a run of stores. Two
// words, so that it is handed on in registers.
template <Pad64 kPad>
class UncheckedWriter : public AttrWriter<UncheckedWriter<kPad>> {
 public:
  UncheckedWriter(const uint8_t* base, uint8_t* at, size_t phase = 0)
      : origin_(reinterpret_cast<uintptr_t>(base) - phase), at_(at) {}

  uint8_t* at() const { return at_; }
  bool take(size_t size) {
    at_ += size;
    return true;
  }
  static constexpr bool ok() { return true; }
  bool pads_u64() const {
    return kPad == Pad64::yes && (reinterpret_cast<uintptr_t>(at_) - origin_) % 8 == 0;
  }

 private:
  uintptr_t origin_;  // where alignment counts from
  uint8_t* at_;
};

static_assert(sizeof(UncheckedWriter<Pad64::yes>) == 2 * sizeof(void*));

// A write that does not fit writes nothing and spoils the cursor: ok() is false from then on, and further
// writes do nothing. So a whole entry is written first and asked about once. A value type small enough for
// registers.
class Cursor : public AttrWriter<Cursor> {
 public:
  explicit Cursor(Skb& skb)
      : base_(skb.begin()),
        at_(skb.begin() + skb.size()),
        end_(skb.end()),
        pad64_(skb.pad64()),
        phase_(static_cast<uint8_t>(skb.phase())) {}

  bool ok() const { return ok_; }
  size_t room() const { return static_cast<size_t>(end_ - at_); }

  // Calls write(writer), which puts at most `most` bytes. Where these have room the writer is an unchecked
  // one, else a cursor. A `most` that was too small is our mistake and aborts.
  template <class Write>
  void write_at_most(size_t most, Write write) {
    if (!ok_ || room() < most) {
      // A copy stays in registers.
      Cursor copy = *this;
      write(copy);
      *this = copy;
    } else if (pad64_ == Pad64::no) {
      write_unchecked<Pad64::no>(most, write);
    } else {
      write_unchecked<Pad64::yes>(most, write);
    }
  }

  // Makes what was written the skb's content. The cursor must be sound and of this skb.
  void commit(Skb& skb) const {
    IPVSIM_CHECK(ok_ && skb.begin() == base_);
    skb.resize(static_cast<size_t>(at_ - base_));
  }

  // For AttrWriter.
  uint8_t* at() const { return at_; }
  bool take(size_t size) {
    if (!ok_ || room() < size) {
      ok_ = false;
      return false;
    }
    at_ += size;
    return true;
  }
  bool pads_u64() const {
    return pad64_ == Pad64::yes && (static_cast<size_t>(at_ - base_) + phase_) % 8 == 0;
  }

 private:
  template <Pad64 kPad, class Write>
  void write_unchecked(size_t most, Write& write) {
    UncheckedWriter<kPad> writer(base_, at_, phase_);
    write(writer);
    IPVSIM_CHECK(static_cast<size_t>(writer.at() - at_) <= most);
    at_ = writer.at();
  }

  uint8_t* base_;
  uint8_t* at_;
  uint8_t* end_;
  Pad64 pad64_;
  uint8_t phase_;
  bool ok_ = true;
};

}  // namespace ipvsim::wire
