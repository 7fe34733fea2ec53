// Removed destinations of a namespace, kept for revival until a timer frees them (ipvs-control.md 7).
#pragma once

#include <optional>

#include "sim/base/clock.h"
#include "sim/ipvs/dest.h"

namespace ipvsim::ipvs {

class Trash {
 public:
  static constexpr Millis kTimerPeriodMs = 60'000;
  static constexpr Millis kIdleBeforeFreeMs = 120'000;

  using List =
      bi::list<Dest, bi::member_hook<Dest, ListHook, &Dest::list_hook>, bi::constant_time_size<true>>;

  explicit Trash(VirtualClock& clock) : clock_(clock) {}
  ~Trash();
  Trash(const Trash&) = delete;
  Trash& operator=(const Trash&) = delete;

  // Takes the unlinked destination over.
  void put(Dest& dest);
  // The newest entry with this key and service key, taken out; null if there is none.
  Dest* take(const DestKey& key, const VirtualKey& virtual_key);
  // Frees everything and stops the timer.
  void clear();
  const List& entries() const { return entries_; }
  // When the timer runs next, on the kernel's clock; nothing while the trash is empty.
  std::optional<Millis> next_run() const {
    return armed_ ? std::optional<Millis>(timer_.first) : std::nullopt;
  }
  // Moves that run to `delay` ms from now. The trash must not be empty.
  void set_next_run(Millis delay);

 private:
  struct Key {
    DestKey dest;
    VirtualKey service;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyOf {
    using type = Key;
    Key operator()(const Dest& dest) const { return {dest.key, dest.virtual_key}; }
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };

  void arm(Millis delay = kTimerPeriodMs);
  void disarm();
  void expire();

  VirtualClock& clock_;
  List entries_;  // newest first
  GrowingIndex<Dest, &Dest::index_hook, KeyOf, KeyHash> index_;
  bool armed_ = false;
  VirtualClock::TimerId timer_{};
};

}  // namespace ipvsim::ipvs
