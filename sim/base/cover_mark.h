// Marks on odd corners of the code: cover_mark("name") where something rare happens, and a test says with
// ExpectsMark (sim/testing/expects_mark.h) that it gets there. So a test whose road has moved away from its
// corner fails, instead of passing elsewhere. `tidy` pairs the two. Where no test listens a mark is one load
// and a branch, on roads that are rarely taken.
#pragma once

#include <string_view>

namespace ipvsim {

// One mark that is listened for on this thread; those of outer scopes hang behind it.
struct CoverListener {
  std::string_view name;
  unsigned hits = 0;
  CoverListener* outer = nullptr;
};

inline constinit thread_local CoverListener* cover_listeners = nullptr;

inline void cover_mark(std::string_view name) {
  for (CoverListener* at = cover_listeners; at != nullptr; at = at->outer)
    if (at->name == name) ++at->hits;
}

}  // namespace ipvsim
