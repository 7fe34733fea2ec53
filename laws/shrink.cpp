// Greedy shrinking: every step that keeps the law broken and makes the case smaller is taken, until none is
// left.
#include "laws/shrink.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ipvsim::laws {

namespace {

// Visits every smaller-looking neighbour of a case; stops when `accept` takes one.
class Neighbours {
 public:
  using Accept = const std::function<bool(const Case&)>&;

  Neighbours(const Case& from, const Reading& reading, Accept accept)
      : from_(from), reading_(reading), accept_(accept) {}

  bool any() {
    return fewer_services() || fewer_edits() || fewer_dests() || simpler_request() || fewer_sizes() ||
           fewer_datagrams() || longer_lists() || smaller_sizes() || earlier_edits() || plainer_edits() ||
           other_edits() || lower_numbers();
  }

 private:
  template <class Change>
  bool attempt(Change change) {
    Case next = from_;
    change(next);
    return next != from_ && accept_(next);
  }

  bool fewer_services() {
    for (size_t i = 0; i < from_.table.size(); ++i)
      if (attempt([&](Case& next) { next.table.erase(next.table.begin() + static_cast<long>(i)); }))
        return true;
    return false;
  }
  bool fewer_edits() {
    for (size_t i = 0; i < from_.edits.size(); ++i)
      if (attempt([&](Case& next) { next.edits.erase(next.edits.begin() + static_cast<long>(i)); }))
        return true;
    return false;
  }
  bool fewer_dests() {
    for (size_t i = 0; i < from_.table.size(); ++i)
      for (size_t j = 0; j < from_.table[i].dests.size(); ++j)
        if (attempt([&](Case& next) {
              auto& dests = next.table[i].dests;
              dests.erase(dests.begin() + static_cast<long>(j));
            }))
          return true;
    return false;
  }
  // Everything; or what needs fewer datagrams.
  bool simpler_request() {
    if (attempt([](Case& next) { ask(next, std::nullopt, false); })) return true;
    if (from_.variant == DumpVariant::stock && attempt([](Case& next) { ask(next, std::nullopt, true); }))
      return true;
    return std::any_of(from_.table.begin(), from_.table.end(), [&](const TableService& entry) {
      return attempt([&](Case& next) { ask(next, entry.service, false); });
    });
  }
  static void ask(Case& next, std::optional<ServiceIndex> single, bool services_only) {
    next.single = single;
    next.services_only = services_only;
  }
  bool fewer_sizes() {
    for (size_t i = 0; i < from_.sizes.size() && from_.sizes.size() > 1; ++i)
      if (attempt([&](Case& next) { next.sizes.erase(next.sizes.begin() + static_cast<long>(i)); }))
        return true;
    return false;
  }
  // A larger chunk, so that the same needs fewer datagrams.
  bool fewer_datagrams() {
    for (const uint32_t more : {340u, 356u, 680u, 1400u, 2800u})
      for (size_t i = 0; i < from_.sizes.size(); ++i)
        if (attempt([&](Case& next) { next.sizes[i] += more; })) return true;
    return false;
  }
  // A cost that grows with the length of a list may show in fewer datagrams if the list is longer.
  bool longer_lists() {
    constexpr uint32_t kMost = 4;
    for (size_t i = 0; i < from_.table.size(); ++i)
      for (uint32_t dests = 1; dests <= kMost; ++dests)
        for (uint32_t entries = dests; entries <= dests + 2; ++entries)
          for (const size_t entry : {kDestMessage, kNestedDest})
            if (attempt([&](Case& next) {
                  add_dests(next.table[i].dests, dests);
                  next.sizes.resize(1);
                  next.sizes[0] += static_cast<uint32_t>(entries * entry);
                }))
              return true;
    return false;
  }
  static void add_dests(std::vector<DestIndex>& dests, uint32_t count) {
    for (DestIndex dest = 0; dest < kDests && count > 0; ++dest) {
      if (std::find(dests.begin(), dests.end(), dest) != dests.end()) continue;
      dests.push_back(dest);
      --count;
    }
  }
  // To just what the datagrams of this reading needed, or by the size of one entry, or a little.
  bool smaller_sizes() {
    for (size_t i = 0; i < from_.sizes.size(); ++i) {
      for (const Datagram& datagram : reading_.datagrams)
        if (datagram.length < from_.sizes[i] && datagram.length >= DumpBufferRule::kSmallest &&
            attempt([&](Case& next) { next.sizes[i] = datagram.length; }))
          return true;
      for (const uint32_t less : {356u, 340u, 64u, 8u, 4u, 1u})
        if (from_.sizes[i] >= less + DumpBufferRule::kSmallest &&
            attempt([&](Case& next) { next.sizes[i] -= less; }))
          return true;
    }
    return false;
  }
  bool earlier_edits() {
    for (size_t i = 0; i < from_.edits.size(); ++i)
      if (from_.edits[i].boundary > 0 && attempt([&](Case& next) {
            --next.edits[i].boundary;
            std::stable_sort(next.edits.begin(), next.edits.end(),
                             [](const TimedEdit& a, const TimedEdit& b) { return a.boundary < b.boundary; });
          }))
        return true;
    return false;
  }
  bool plainer_edits() {
    for (size_t i = 0; i < from_.edits.size(); ++i) {
      if (from_.edits[i].edit.value > 0 && attempt([&](Case& next) { --next.edits[i].edit.value; }))
        return true;
      if (from_.edits[i].edit.dest > 0 && attempt([&](Case& next) { --next.edits[i].edit.dest; }))
        return true;
    }
    return false;
  }
  // Another edit in its place, also with one chunk size for all: removals and flushes come to the same
  // smallest form.
  bool other_edits() {
    constexpr uint8_t kFewDests = 4;
    for (size_t i = 0; i < from_.edits.size(); ++i)
      for (uint8_t kind = 0; kind <= static_cast<uint8_t>(EditKind::del_foreign); ++kind)
        for (uint8_t dest = 0; dest < kFewDests; ++dest)
          for (const bool one_size : {true, false})
            if (attempt([&](Case& next) {
                  next.edits[i].edit = {static_cast<EditKind>(kind), next.edits[i].edit.service, dest, 0};
                  if (one_size) next.sizes.resize(1);
                }))
              return true;
    return false;
  }
  // Swaps a service with a lower-numbered one, and a destination likewise, everywhere; or a service in the
  // table alone.
  bool lower_numbers() {
    for (uint8_t high = 1; high < kServices; ++high)
      for (uint8_t low = 0; low < high; ++low)
        if (attempt([&](Case& next) { swap_services(next, low, high); }) || attempt([&](Case& next) {
              for (TableService& entry : next.table) exchange(entry.service, low, high);
            }) ||
            attempt([&](Case& next) {
              // The same cut, though the services differ in size.
              swap_services(next, low, high);
              shift_sizes(next, static_cast<long>(service_facts(low).wire_size) -
                                    static_cast<long>(service_facts(high).wire_size));
            }))
          return true;
    for (uint8_t high = 1; high < kDests; ++high)
      for (uint8_t low = 0; low < high; ++low)
        if (attempt([&](Case& next) { swap_dests(next, low, high); })) return true;
    return false;
  }
  static void shift_sizes(Case& next, long by) {
    for (uint32_t& size : next.sizes)
      size = static_cast<uint32_t>(
          std::max(static_cast<long>(size) + by, static_cast<long>(DumpBufferRule::kSmallest)));
  }
  static void exchange(uint8_t& number, uint8_t low, uint8_t high) {
    if (number == low)
      number = high;
    else if (number == high)
      number = low;
  }
  static void swap_services(Case& next, uint8_t low, uint8_t high) {
    for (TableService& entry : next.table) exchange(entry.service, low, high);
    for (TimedEdit& timed : next.edits) exchange(timed.edit.service, low, high);
    if (next.single) exchange(*next.single, low, high);
  }
  static void swap_dests(Case& next, uint8_t low, uint8_t high) {
    for (TableService& entry : next.table)
      for (DestIndex& dest : entry.dests) exchange(dest, low, high);
    for (TimedEdit& timed : next.edits) exchange(timed.edit.dest, low, high);
  }

  const Case& from_;
  const Reading& reading_;
  Accept accept_;
};

}  // namespace

Measure measure(const Case& which, const Reading& reading) {
  uint64_t dests = 0;
  uint64_t numbers = which.single ? *which.single : 0;
  for (const TableService& entry : which.table) {
    dests += entry.dests.size();
    numbers += entry.service;
    for (const DestIndex dest : entry.dests) numbers += dest;
  }
  uint64_t boundaries = 0;
  for (const TimedEdit& timed : which.edits) {
    boundaries += timed.boundary;
    numbers += uint64_t{timed.edit.service} + timed.edit.dest + timed.edit.value;
  }
  const uint64_t bytes = std::accumulate(which.sizes.begin(), which.sizes.end(), uint64_t{0});
  return {{which.table.size(), reading.data_datagrams(), reading.datagrams.size(), dests, which.edits.size(),
           which.sizes.size() + (which.single ? 1u : 0u), boundaries, bytes, numbers},
          to_text(which)};
}

std::optional<Counterexample> judge(Law law, const Case& which) {
  const auto world = run(which);
  const Evidence evidence = gather(*world);
  const auto complaint = check(law, evidence);
  if (!complaint) return std::nullopt;
  return Counterexample{law, which, *complaint, measure(which, evidence.reading)};
}

Counterexample shrink(Counterexample start, const Judge& judged) {
  for (;;) {
    const auto world = run(start.which);
    std::optional<Counterexample> smaller;
    const std::function<bool(const Case&)> accept = [&](const Case& next) {
      auto found = judged(next);
      if (!found || !(found->size < start.size)) return false;
      smaller = std::move(found);
      return true;
    };
    if (!Neighbours(start.which, world->reading(), accept).any()) return start;
    start = std::move(*smaller);
  }
}

Counterexample shrink(Counterexample start) {
  const Law law = start.law;
  return shrink(std::move(start), [=](const Case& next) { return judge(law, next); });
}

}  // namespace ipvsim::laws
