// The dump buffer rules: sizes a kernel would never choose, down to 20 bytes (ARCHITECTURE.md 4).
#include "sim/genl/dump_buffer.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint8_t kDump = 1;

class DumpBuffer : public ::testing::Test {
 protected:
  std::vector<Received> dump_with(DumpBufferRule rule, size_t entries = 10, size_t size = 100) {
    world_.netlink().set_dump_buffer(std::move(rule));
    const uint16_t family =
        world_.add_family("F" + std::to_string(++families_), {dump_op(kDump, entries, size)});
    return user_.ask(genl_request(family, kDump, kDumpRequest), 8192);
  }

  NetlinkWorld world_;
  int families_ = 0;
  User user_ = world_.user(1);
};

TEST_F(DumpBuffer, FixedHoldsWhatFitsWhateverTheReceiveSize) {
  EXPECT_EQ(lengths(dump_with(DumpBufferRule::fixed(350))), (std::vector<int>{300, 300, 300, 100, 20}));
}

TEST_F(DumpBuffer, FixedOfExactlyOneEntryGivesOneAChunk) {
  EXPECT_EQ(lengths(dump_with(DumpBufferRule::fixed(100), 3)), (std::vector<int>{100, 100, 100, 20}));
}

TEST_F(DumpBuffer, AnEntryThatNeverFitsEndsTheDump) {
  for (size_t n = 20; n < 100; ++n)
    EXPECT_EQ(lengths(dump_with(DumpBufferRule::fixed(n))), std::vector<int>{20});
}

TEST_F(DumpBuffer, ScriptGivesItsSizesInOrderAndTheLastOneForEver) {
  EXPECT_EQ(lengths(dump_with(DumpBufferRule::script({100, 399, 200}))),
            (std::vector<int>{100, 300, 200, 200, 200, 20}));
}

TEST_F(DumpBuffer, ScriptStartsAnewWithEachDump) {
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(lengths(dump_with(DumpBufferRule::script({500, 100}), 6)), (std::vector<int>{500, 100, 20}));
}

TEST_F(DumpBuffer, RandomStaysInItsRange) {
  for (const Received& got : dump_with(DumpBufferRule::random(200, 410), 200)) {
    if (got.length == 20) continue;
    EXPECT_GE(got.length, 100u);
    EXPECT_LE(got.length, 400u);
  }
}

TEST(DumpBufferRule, RandomIsTheSameForTheSameSeedAndNotForAnother) {
  const auto draw = [](uint64_t seed) {
    Rng rng(seed);
    std::vector<size_t> sizes;
    for (size_t chunk = 0; chunk < 20; ++chunk)
      sizes.push_back(chunk_size(DumpBufferRule::random(20, 9999), chunk, rng));
    return sizes;
  };
  EXPECT_EQ(draw(5), draw(5));
  EXPECT_NE(draw(5), draw(6));
}

TEST(DumpBufferRule, RandomReachesBothEnds) {
  Rng rng(3);
  bool low = false, high = false;
  for (int i = 0; i < 200; ++i) {
    const size_t size = chunk_size(DumpBufferRule::random(20, 22), 0, rng);
    low |= size == 20;
    high |= size == 22;
  }
  EXPECT_TRUE(low && high);
}

TEST(DumpBufferRule, RefusesWhatCannotCarryDone) {
  EXPECT_THROW(DumpBufferRule::fixed(19), std::invalid_argument);
  EXPECT_THROW(DumpBufferRule::fixed(0), std::invalid_argument);
  EXPECT_THROW(DumpBufferRule::script({100, 19}), std::invalid_argument);
  EXPECT_THROW(DumpBufferRule::script({}), std::invalid_argument);
  EXPECT_THROW(DumpBufferRule::random(19, 100), std::invalid_argument);
  EXPECT_THROW(DumpBufferRule::random(200, 100), std::invalid_argument);
  EXPECT_NO_THROW(DumpBufferRule::fixed(20));
  EXPECT_NO_THROW(DumpBufferRule::random(20, 20));
}

TEST(DumpBufferRuleDeathTest, TheKernelsRuleHasNoSizesToGive) {
  Rng rng(1);
  EXPECT_DEATH((void)chunk_size(DumpBufferRule::kernel(), 0, rng), "check failed");
}

}  // namespace
}  // namespace ipvsim::genl
