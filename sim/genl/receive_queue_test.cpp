// The queue by itself: its charge is the sum of what lies in it, whatever comes and goes (netlink.md 10 and
// 11).
#include "sim/genl/receive_queue.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "sim/base/rng.h"

namespace ipvsim::genl {
namespace {

wire::SkbPtr skb(size_t size) { return std::make_unique<wire::Skb>(size); }

TEST(ReceiveQueue, TakesInOrderAndGivesItsChargeBack) {
  ReceiveQueue queue(100'000);
  ASSERT_TRUE(queue.accept(skb(36)).ok());
  ASSERT_TRUE(queue.accept(skb(320)).ok());
  EXPECT_EQ(queue.charge(), 768u + 1280u);
  EXPECT_EQ(queue.head()->room(), 36u);
  EXPECT_EQ(queue.pop()->room(), 36u);
  EXPECT_EQ(queue.charge(), 1280u);
  EXPECT_EQ(queue.pop()->room(), 320u);
  EXPECT_EQ(queue.charge(), 0u);
  EXPECT_EQ(queue.head(), nullptr);
}

TEST(ReceiveQueue, ChargeIsTheSumOfWhatIsQueued) {
  ReceiveQueue queue(50'000);
  Rng rng(7);
  std::deque<size_t> model;
  for (int step = 0; step < 5000; ++step) {
    const size_t size = rng.in_range(1, 9000);
    const size_t charge = wire::truesize(size);
    switch (rng.in_range(0, 2)) {
      case 0:
        if (queue.accept(skb(size)).ok()) model.push_back(charge);
        break;
      case 1:
        if (!queue.chunk_fits(charge)) break;
        queue.push_chunk(skb(size));
        model.push_back(charge);
        break;
      default:
        if (!model.empty()) {
          EXPECT_EQ(queue.pop()->charge(), model.front());
          model.pop_front();
        }
        queue.end_of_receive();
        break;
    }
    size_t sum = 0;
    for (const size_t each : model) sum += each;
    ASSERT_EQ(queue.charge(), sum);
    ASSERT_EQ(queue.size(), model.size());
    ASSERT_TRUE(queue.charge() <= queue.rcvbuf() || queue.size() == 1);
  }
}

TEST(ReceiveQueue, ClearingTakesTheChargeAway) {
  ReceiveQueue queue(100'000);
  ASSERT_TRUE(queue.accept(skb(36)).ok());
  queue.clear();
  EXPECT_EQ(queue.charge(), 0u);
  EXPECT_EQ(queue.size(), 0u);
}

TEST(ReceiveQueueDeathTest, TakingFromAnEmptyOneIsOurMistake) {
  ReceiveQueue queue(100'000);
  EXPECT_DEATH((void)queue.pop(), "check failed");
}

}  // namespace
}  // namespace ipvsim::genl
