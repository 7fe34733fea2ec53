// A test's word that its code passes a mark (sim/base/cover_mark.h) while the object lives, on this thread.
#pragma once

#include <gtest/gtest.h>

#include "sim/base/cover_mark.h"

namespace ipvsim::testing {

class ExpectsMark {
 public:
  // `file` and `line`: where it stands, for the message.
  explicit ExpectsMark(std::string_view name, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE())
      : listener_{name, 0, cover_listeners}, file_(file), line_(line) {
    cover_listeners = &listener_;
  }
  ~ExpectsMark() {
    cover_listeners = listener_.outer;
    if (listener_.hits == 0) ADD_FAILURE_AT(file_, line_) << "the mark " << listener_.name << " was not hit";
  }
  ExpectsMark(const ExpectsMark&) = delete;
  ExpectsMark& operator=(const ExpectsMark&) = delete;

 private:
  CoverListener listener_;
  const char* file_;
  int line_;
};

}  // namespace ipvsim::testing
