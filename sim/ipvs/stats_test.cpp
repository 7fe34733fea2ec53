// Sampling and zeroing of counters: ipvs-control.md 14 and ZERO of section 5.
#include "sim/ipvs/stats.h"

#include <gtest/gtest.h>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

TEST(Stats, CountersAreSnapshotsOfTheLastSample) {
  Stats stats;
  stats.set_raw({1, 2, 3, 4, 5});
  for (size_t i = 0; i < kCounters; ++i) EXPECT_EQ(stats.counter(static_cast<Counter>(i)), 0u);
  stats.sample();
  for (size_t i = 0; i < kCounters; ++i) EXPECT_EQ(stats.counter(static_cast<Counter>(i)), i + 1);
}

TEST(Stats, ConnectionAndPacketRatesMoveByAQuarterOf512TimesTheDelta) {
  Stats stats;
  stats.set_raw({100, 0, 0, 0, 0});
  stats.sample();                      // average (51200 - 0) / 4 = 12800
  EXPECT_EQ(stats.rate(kConns), 12u);  // (12800 + 511) / 1024
  stats.set_raw({200, 0, 0, 0, 0});
  stats.sample();  // 12800 + (51200 - 12800) / 4 = 22400
  EXPECT_EQ(stats.rate(kConns), 22u);
  stats.sample();  // 22400 - 5600 = 16800
  EXPECT_EQ(stats.rate(kConns), 16u);
}

TEST(Stats, ByteRatesMoveByAQuarterOf16TimesTheDelta) {
  Stats stats;
  stats.set_raw({0, 0, 0, 1000, 2000});
  stats.sample();                         // 16000 / 4 = 4000; 32000 / 4 = 8000
  EXPECT_EQ(stats.rate(kInBytes), 125u);  // (4000 + 15) / 32
  EXPECT_EQ(stats.rate(kOutBytes), 250u);
  stats.sample();                        // 4000 - 1000 = 3000
  EXPECT_EQ(stats.rate(kInBytes), 94u);  // 3015 / 32
}

TEST(Stats, SteadyTrafficConvergesToItsRate) {
  Stats stats;
  CounterValues raw{};
  for (int i = 0; i < 100; ++i) {
    for (uint64_t& counter : raw) counter += 2000;  // in 2 s: 1000 a second
    stats.set_raw(raw);
    stats.sample();
  }
  for (size_t i = 0; i < kCounters; ++i) EXPECT_EQ(stats.rate(static_cast<Counter>(i)), 1000u) << i;
}

TEST(Stats, AQuarterIsRoundedDownAlsoWhenFalling) {
  Stats stats;
  stats.set_raw({0, 0, 0, 2, 0});
  stats.sample();                       // 32 / 4 = 8
  EXPECT_EQ(stats.rate(kInBytes), 0u);  // 23 / 32
  stats.set_raw({0, 0, 0, 6, 0});
  stats.sample();                       // 8 + (64 - 8) / 4 = 22
  EXPECT_EQ(stats.rate(kInBytes), 1u);  // 37 / 32
  stats.sample();                       // 22 - 22 / 4 = 22 - 6, not 22 - 5
  EXPECT_EQ(stats.rate(kInBytes), 0u);  // 31 / 32; from 17 it would be 32 / 32
}

TEST(Stats, ZeroReBasesCountersAndClearsRates) {
  Stats stats;
  stats.set_raw({100, 100, 100, 100, 100});
  stats.sample();
  stats.zero();
  for (size_t i = 0; i < kCounters; ++i) {
    EXPECT_EQ(stats.counter(static_cast<Counter>(i)), 0u);
    EXPECT_EQ(stats.rate(static_cast<Counter>(i)), 0u);
  }
  stats.set_raw({104, 100, 100, 100, 100});
  stats.sample();
  EXPECT_EQ(stats.counter(kConns), 4u);
  EXPECT_EQ(stats.raw()[kConns], 104u);
}

class Sampler : public ::testing::Test {
 protected:
  IpvsWorld world_;
  Service& service_ = world_.add(service_key("10.0.0.1", 80));
  Dest& dest_ = world_.add(service_, dest_key("10.1.0.1", 80));
};

TEST_F(Sampler, RunsEveryTwoSecondsOverServicesDestinationsAndTotals) {
  for (Stats* stats : {&service_.stats, &dest_.stats, &world_.netns().totals})
    stats->set_raw({100, 0, 0, 0, 0});
  world_.clock().advance(1999);
  EXPECT_EQ(service_.stats.counter(kConns), 0u);
  world_.clock().advance(1);
  for (const Stats* stats : {&service_.stats, &dest_.stats, &world_.netns().totals}) {
    EXPECT_EQ(stats->counter(kConns), 100u);
    EXPECT_EQ(stats->rate(kConns), 12u);
  }
  world_.clock().advance(2000);  // 12800 - 3200 = 9600
  EXPECT_EQ(service_.stats.rate(kConns), 9u);
}

TEST_F(Sampler, StopsWhileEstimationIsOff) {
  world_.netns().run_estimation = false;
  service_.stats.set_raw({100, 0, 0, 0, 0});
  world_.clock().advance(10000);
  EXPECT_EQ(service_.stats.counter(kConns), 0u);
  world_.netns().run_estimation = true;
  world_.clock().advance(2000);
  EXPECT_EQ(service_.stats.counter(kConns), 100u);
}

TEST_F(Sampler, EachNamespaceHasItsOwnSwitch) {
  Netns& other = world_.ipvs().add_netns(0, Links());
  Service& far = world_.add(service_key("10.0.0.1", 80), {}, other.id);
  world_.netns().run_estimation = false;
  for (Service* service : {&service_, &far}) service->stats.set_raw({1, 0, 0, 0, 0});
  world_.clock().advance(2000);
  EXPECT_EQ(service_.stats.counter(kConns), 0u);
  EXPECT_EQ(far.stats.counter(kConns), 1u);
}

TEST_F(Sampler, ZeroOfAServiceTakesItsDestinationsAlong) {
  Service& other = world_.add(service_key("10.0.0.2", 80));
  for (Stats* stats : {&service_.stats, &dest_.stats, &other.stats, &world_.netns().totals})
    stats->set_raw({5, 0, 0, 0, 0});
  dest_.connections = {1, 2, 3};
  world_.clock().advance(2000);
  world_.ipvs().zero(service_);
  EXPECT_EQ(service_.stats.counter(kConns), 0u);
  EXPECT_EQ(dest_.stats.counter(kConns), 0u);
  EXPECT_EQ(other.stats.counter(kConns), 5u);
  EXPECT_EQ(world_.netns().totals.counter(kConns), 5u);
  EXPECT_EQ(dest_.connections.active, 1u);
}

TEST_F(Sampler, ZeroOfEverythingIsOfOneNamespace) {
  Netns& other = world_.ipvs().add_netns(0, Links());
  Service& far = world_.add(service_key("10.0.0.1", 80), {}, other.id);
  for (Stats* stats : {&service_.stats, &dest_.stats, &far.stats, &world_.netns().totals, &other.totals})
    stats->set_raw({5, 0, 0, 0, 0});
  world_.clock().advance(2000);
  world_.ipvs().zero_all(world_.netns());
  for (const Stats* stats : {&service_.stats, &dest_.stats, &world_.netns().totals})
    EXPECT_EQ(stats->counter(kConns), 0u);
  for (const Stats* stats : {&far.stats, &other.totals}) EXPECT_EQ(stats->counter(kConns), 5u);
}

TEST_F(Sampler, NumbersOfAnotherObjectGiveItsAnswersNowAndLater) {
  service_.stats.set_raw({100, 0, 0, 1000, 0});
  world_.clock().advance(2000);
  dest_.stats.set_numbers(*service_.stats.numbers());
  for (const Stats* stats : {&service_.stats, &dest_.stats}) EXPECT_EQ(stats->counter(kConns), 100u);
  for (Stats* stats : {&service_.stats, &dest_.stats}) stats->set_raw({110, 0, 0, 1000, 0});
  world_.clock().advance(2000);
  for (const Stats* stats : {&service_.stats, &dest_.stats}) {
    EXPECT_EQ(stats->counter(kConns), 110u);
    EXPECT_EQ(stats->rate(kInBytes), service_.stats.rate(kInBytes));
    EXPECT_NE(stats->rate(kInBytes), 0u);
  }
}

TEST_F(Sampler, NextRunCanBeMoved) {
  service_.stats.set_raw({100, 0, 0, 0, 0});
  world_.clock().advance(500);
  EXPECT_EQ(world_.ipvs().next_sample(world_.netns()), 2000);
  world_.ipvs().set_next_sample(world_.netns(), 300);
  world_.clock().advance(300);
  EXPECT_EQ(service_.stats.counter(kConns), 100u);
  EXPECT_EQ(world_.ipvs().next_sample(world_.netns()), 2800);
}

}  // namespace
}  // namespace ipvsim::ipvs
