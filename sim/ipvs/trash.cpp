// Keeping, reviving and expiring removed destinations.
#include "sim/ipvs/trash.h"

namespace ipvsim::ipvs {

size_t Trash::KeyHash::operator()(const Key& key) const {
  KeyMixer mixer;
  mix(mixer, key.dest);
  mixer.add(uint64_t{key.service.netns} << 32 | key.service.fwmark);
  mixer.add(uint64_t{key.service.protocol} << 16 | key.service.port);
  mix(mixer, key.service.addr);
  return mixer.value();
}

Trash::~Trash() { clear(); }

void Trash::put(Dest& dest) {
  dest.service = nullptr;
  dest.idle_since = Dest::kNotSeenIdle;
  entries_.push_front(dest);
  index_.insert(dest);
  if (!armed_) arm();
}

void Trash::arm(Millis delay) {
  armed_ = true;
  timer_ = clock_.after(delay, [this] { expire(); });
}

void Trash::set_next_run(Millis delay) {
  IPVSIM_CHECK(armed_);
  clock_.cancel(timer_);
  arm(delay);
}

// The timer runs while there are entries only: the first one to come starts its 60 s anew.
void Trash::disarm() {
  if (armed_) clock_.cancel(timer_);
  armed_ = false;
}

Dest* Trash::take(const DestKey& key, const VirtualKey& virtual_key) {
  Dest* newest = nullptr;
  index_.for_each_equal(Key{key, virtual_key}, [&](Dest& dest) {
    if (newest == nullptr || dest.serial > newest->serial) newest = &dest;
  });
  if (newest == nullptr) return nullptr;
  index_.erase(*newest);
  entries_.erase(entries_.iterator_to(*newest));
  if (entries_.empty()) disarm();
  return newest;
}

// An idle entry is marked at the first run after its removal and freed at the first run 120 s after the mark.
void Trash::expire() {
  armed_ = false;
  for (auto at = entries_.begin(); at != entries_.end();) {
    Dest& dest = *at++;
    if (dest.connections.any()) {
      dest.idle_since = Dest::kNotSeenIdle;
    } else if (dest.idle_since == Dest::kNotSeenIdle) {
      dest.idle_since = clock_.now();
    } else if (clock_.now() - dest.idle_since >= kIdleBeforeFreeMs) {
      index_.erase(dest);
      entries_.erase(entries_.iterator_to(dest));
      delete &dest;
    }
  }
  if (!entries_.empty()) arm();
}

void Trash::clear() {
  disarm();
  while (!entries_.empty()) {
    Dest& dest = entries_.front();
    index_.erase(dest);
    entries_.pop_front();
    delete &dest;
  }
}

}  // namespace ipvsim::ipvs
