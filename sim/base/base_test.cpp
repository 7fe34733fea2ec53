// What the ground floor promises: checks that name the run, numbers that repeat, timers in order.
#include <gtest/gtest.h>

#include <vector>

#include "sim/base/check.h"
#include "sim/base/clock.h"
#include "sim/base/rng.h"
#include "sim/base/status.h"

namespace ipvsim {
namespace {

TEST(CheckDeathTest, NamesSeedAndStepOfTheRun) {
  const RunMark mark{42, 7};
  EXPECT_DEATH(
      {
        const CurrentRun run(mark);
        IPVSIM_CHECK(1 + 1 == 3);
      },
      "check failed: 1 \\+ 1 == 3 .*seed 42, step 7");
}

TEST(CheckDeathTest, RunsNestAndTheOuterOneComesBack) {
  const RunMark outer{1, 2};
  const RunMark inner{3, 4};
  EXPECT_DEATH(
      {
        const CurrentRun a(outer);
        { const CurrentRun b(inner); }
        IPVSIM_CHECK(false);
      },
      "seed 1, step 2");
}

TEST(Rng, DrawsTheSameNumbersEverywhere) {
  Rng rng(1);
  EXPECT_EQ(rng.next(), 0x910a2dec89025cc1u);
  EXPECT_EQ(rng.next(), 0xbeeb8da1658eec67u);
}

TEST(Rng, RangeReachesBothEndsAndNoFurther) {
  Rng rng(5);
  bool low = false;
  bool high = false;
  for (int i = 0; i < 1000; ++i) {
    const uint64_t drawn = rng.in_range(20, 23);
    ASSERT_GE(drawn, 20u);
    ASSERT_LE(drawn, 23u);
    low |= drawn == 20;
    high |= drawn == 23;
  }
  EXPECT_TRUE(low && high);
}

TEST(VirtualClock, FiresTimersInOrderAndAtTheirTime) {
  VirtualClock clock;
  std::vector<std::pair<int, Millis>> fired;
  clock.after(20, [&] { fired.emplace_back(2, clock.now()); });
  clock.after(10, [&] {
    fired.emplace_back(1, clock.now());
    clock.after(5, [&] { fired.emplace_back(3, clock.now()); });
  });
  clock.advance(19);
  EXPECT_EQ(fired, (std::vector<std::pair<int, Millis>>{{1, 10}, {3, 15}}));
  clock.advance(1);
  EXPECT_EQ(fired.back(), (std::pair<int, Millis>{2, 20}));
  EXPECT_EQ(clock.now(), 20);
}

TEST(VirtualClock, CancelledTimerDoesNotFire) {
  VirtualClock clock;
  const auto id = clock.after(10, [] { FAIL(); });
  clock.cancel(id);
  clock.advance(100);
  EXPECT_EQ(clock.now(), 100);
}

TEST(Result, HoldsEitherAValueOrAnErrno) {
  const Result<int> good = 5;
  const Result<int> bad = Status(2);
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 5);
  EXPECT_EQ(bad.err(), 2);
}

}  // namespace
}  // namespace ipvsim
