// A hash index over entries that carry their own hook: look-ups allocate nothing, growth allocates buckets
// only. The kernel walks chains instead; what it answers is the same, and dumps do not use this index.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sim/base/intrusive.h"

namespace ipvsim::ipvs {

using IndexHook = bi::unordered_set_member_hook<>;

// `KeyOf::type` is the key, `KeyOf::operator()` takes it from an entry, `KeyHash` and == compare keys. Equal
// keys may stand side by side (a trash can hold twins); `find` gives one of them, `for_each_equal` all.
template <class T, IndexHook T::*Hook, class KeyOf, class KeyHash>
class GrowingIndex {
  using Set = bi::unordered_multiset<T, bi::member_hook<T, IndexHook, Hook>, bi::key_of_value<KeyOf>,
                                     bi::hash<KeyHash>, bi::power_2_buckets<true>>;
  using Buckets = std::unique_ptr<typename Set::bucket_type[]>;
  static constexpr size_t kFirstSize = 16;

 public:
  GrowingIndex()
      : size_(kFirstSize),
        buckets_(new typename Set::bucket_type[kFirstSize]),
        set_(typename Set::bucket_traits(buckets_.get(), kFirstSize)) {}

  void insert(T& entry) {
    if (set_.size() >= size_) grow();
    set_.insert(entry);
  }
  void erase(T& entry) { set_.erase(set_.iterator_to(entry)); }
  template <class Key>
  T* find(const Key& key) {
    const auto at = set_.find(key);
    return at == set_.end() ? nullptr : &*at;
  }
  template <class Key, class Visit>
  void for_each_equal(const Key& key, Visit visit) {
    const auto [first, last] = set_.equal_range(key);
    for (auto at = first; at != last; ++at) visit(*at);
  }
  size_t size() const { return set_.size(); }

 private:
  void grow() {
    Buckets wider(new typename Set::bucket_type[size_ * 2]);
    set_.rehash(typename Set::bucket_traits(wider.get(), size_ * 2));
    size_ *= 2;
    buckets_ = std::move(wider);
  }

  size_t size_;
  Buckets buckets_;
  Set set_;
};

// Mixes the words of a key into a hash that is the same on every machine.
class KeyMixer {
 public:
  void add(uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 32;
  }
  size_t value() const { return static_cast<size_t>(state_); }

 private:
  uint64_t state_ = 0x1234567;
};

}  // namespace ipvsim::ipvs
