// Virtual time: it moves only when told to, and fires the timers that fall due, earliest first.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "sim/base/check.h"

namespace ipvsim {

// Milliseconds since the kernel was made.
using Millis = int64_t;

class VirtualClock {
 public:
  using TimerId = std::pair<Millis, uint64_t>;

  Millis now() const { return now_; }

  // Runs `fire` once when `delay` ms have passed; timers of the same moment fire in the order they were set.
  TimerId after(Millis delay, std::function<void()> fire) {
    IPVSIM_CHECK(delay >= 0);
    const TimerId id{now_ + delay, next_++};
    timers_.emplace(id, std::move(fire));
    return id;
  }

  void cancel(TimerId id) { timers_.erase(id); }

  // Moves time by `delta` ms, which must not be negative. A timer may set further timers, also within the
  // span.
  void advance(Millis delta) {
    IPVSIM_CHECK(delta >= 0);
    const Millis until = now_ + delta;
    while (!timers_.empty() && timers_.begin()->first.first <= until) {
      auto first = timers_.extract(timers_.begin());
      now_ = first.key().first;
      first.mapped()();
    }
    now_ = until;
  }

 private:
  Millis now_ = 0;
  uint64_t next_ = 0;
  std::map<TimerId, std::function<void()>> timers_;
};

}  // namespace ipvsim
