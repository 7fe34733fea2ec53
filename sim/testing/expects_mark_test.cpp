// Marks are heard in their scope and by name.
#include "sim/testing/expects_mark.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace ipvsim::testing {
namespace {

// Marks of the code, passed here by hand.
void pass_two() {
  cover_mark("done_alone");
  cover_mark("done_joined");
}

TEST(ExpectsMarkTest, EachOfSeveralScopesHearsItsMark) {
  const ExpectsMark outer("done_alone");
  {
    const ExpectsMark inner("done_joined");
    pass_two();
  }
}

TEST(ExpectsMarkTest, AMarkThatIsNotHitFailsTheTest) {
  EXPECT_NONFATAL_FAILURE({ const ExpectsMark mark("done_alone"); }, "the mark done_alone was not hit");
}

TEST(ExpectsMarkTest, AMarkHitAfterItsScopeDoesNotCount) {
  EXPECT_NONFATAL_FAILURE(
      {
        { const ExpectsMark mark("done_alone"); }
        pass_two();
      },
      "was not hit");
}

}  // namespace
}  // namespace ipvsim::testing
