// A generator of one of a few values that shrinks towards the first; RapidCheck's own element() does not
// shrink.
#pragma once

#include <rapidcheck.h>

#include <memory>
#include <utility>
#include <vector>

namespace ipvsim::stateful {

// One of `usual`, or, in one of `odd_in` draws, one of `odd`.
template <class T>
rc::Gen<T> pick(std::vector<T> usual, std::vector<T> odd = {}, uint64_t odd_in = 12) {
  const size_t usual_count = usual.size();
  usual.insert(usual.end(), odd.begin(), odd.end());
  const auto values = std::make_shared<const std::vector<T>>(std::move(usual));
  return [=](const rc::Random& random, int) {
    rc::Random source(random);
    const bool is_odd = values->size() > usual_count && source.next() % odd_in == 0;
    const size_t first = is_odd ? usual_count : 0;
    const size_t count = is_odd ? values->size() - usual_count : usual_count;
    return rc::shrinkable::map(
        rc::shrinkable::shrinkRecur(first + static_cast<size_t>(source.next() % count),
                                    [](size_t index) { return rc::shrink::towards<size_t>(index, 0); }),
        [values](size_t index) { return (*values)[index]; });
  };
}

}  // namespace ipvsim::stateful
