// Tests of the last words: said on abort while the object lives, not after.
#include "tools/ipvsim/last_words.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace ipvsim::tools {
namespace {

TEST(LastWordsDeathTest, NamesWhatWasDoneAndTheLine) {
  EXPECT_DEATH(
      {
        const LastWords words("while replaying x.nltrace");
        *words.line() = 1234;
        std::abort();
      },
      "^ipvsim: while replaying x.nltrace, line 1234\n$");
}

TEST(LastWordsDeathTest, SilentAfterwards) {
  EXPECT_DEATH(
      {
        { const LastWords words("while replaying x.nltrace"); }
        std::abort();
      },
      "^$");
}

}  // namespace
}  // namespace ipvsim::tools
