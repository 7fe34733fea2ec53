// The trash on virtual time: ipvs-control.md 7.
#include "sim/ipvs/trash.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr Millis kSecond = 1000;

class TrashTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(world_.broken(), ""); }

  Dest& add(std::string_view text = "10.1.0.1") { return world_.add(service(), dest_key(text, 80)); }
  void remove(std::string_view text = "10.1.0.1") {
    ASSERT_TRUE(world_.ipvs().del_dest(service(), dest_key(text, 80)).ok());
  }
  void pass(Millis seconds) { world_.clock().advance(seconds * kSecond); }
  size_t kept() { return world_.netns().trash.entries().size(); }
  Service& service() { return *world_.ipvs().find_service(world_.netns(), key_); }
  void delete_and_recreate_service() {
    world_.ipvs().del_service(service());
    world_.add(key_);
  }

  const ServiceKey key_ = service_key("10.0.0.1", 80);
  IpvsWorld world_;
  Service& first_ = world_.add(key_);
};

TEST_F(TrashTest, AliveAfter110SecondsGoneAfter185) {
  add();
  remove();
  pass(110);
  EXPECT_EQ(kept(), 1u);
  pass(75);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, FirstEntryIsMarkedAt60AndFreedAt180) {
  add();
  remove();
  world_.clock().advance(180 * kSecond - 1);
  EXPECT_EQ(kept(), 1u);
  world_.clock().advance(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, LaterEntryIsFreedBetween120And180SecondsAfterItsRemoval) {
  add("10.1.0.1");
  add("10.1.0.2");
  remove("10.1.0.1");
  pass(59);
  remove("10.1.0.2");  // marked at 60, freed at 180: 121 s
  pass(120);
  EXPECT_EQ(kept(), 2u);
  pass(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, EntryRemovedJustAfterARunWaitsForTheNextOne) {
  add("10.1.0.1");
  add("10.1.0.2");
  remove("10.1.0.1");
  pass(61);
  remove("10.1.0.2");  // marked at 120, freed at 240: 179 s
  pass(119);
  EXPECT_EQ(kept(), 1u);
  pass(59);
  EXPECT_EQ(kept(), 1u);
  pass(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, TimerStartsAnewWithTheFirstEntryOfAnEmptyTrash) {
  add();
  remove();
  pass(30);
  add();  // revived: the trash is empty
  pass(10);
  remove();  // at 40: runs at 100 (mark), 160, 220 (free)
  world_.clock().advance(180 * kSecond - 1);
  EXPECT_EQ(kept(), 1u);
  world_.clock().advance(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, TimerStartsAnewAfterEverythingWasFreed) {
  add();
  remove();
  pass(200);
  EXPECT_EQ(kept(), 0u);
  add();
  remove();
  pass(179);
  EXPECT_EQ(kept(), 1u);
  pass(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, EntryWithConnectionsStays) {
  Dest& dest = add();
  world_.ipvs().set_connections(dest, {1, 0, 0});
  remove();
  pass(100000);
  EXPECT_EQ(kept(), 1u);
}

TEST_F(TrashTest, EntryGoesOnceItsConnectionsAreGone) {
  Dest& dest = add();
  world_.ipvs().set_connections(dest, {0, 0, 1});
  remove();
  pass(600);
  world_.ipvs().set_connections(dest, {});
  pass(179);
  EXPECT_EQ(kept(), 1u);
  pass(1);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(TrashTest, RevivedKeepsItsConnections) {
  world_.ipvs().set_connections(add(), {3, 4, 5});
  remove();
  const Dest& revived = add();
  EXPECT_EQ(kept(), 0u);
  EXPECT_EQ(revived.connections.active, 3u);
  EXPECT_EQ(revived.connections.inactive, 4u);
  EXPECT_EQ(revived.connections.persistent, 5u);
}

TEST_F(TrashTest, NotRevivedAfterItWasFreed) {
  world_.ipvs().set_connections(add(), {});
  remove();
  pass(185);
  EXPECT_EQ(kept(), 0u);
  EXPECT_EQ(add().connections.active, 0u);
}

TEST_F(TrashTest, RevivedTakesTheRequestsSettingsAndTheHeadOfTheList) {
  DestSettings old = tunnel();
  old.weight = 5;
  old.u_thresh = 7;
  old.tun_flags = 1;
  world_.add(service(), dest_key("10.1.0.1", 80), old);
  add("10.1.0.2");
  const uint64_t old_serial = service().dests.back().serial;
  remove("10.1.0.1");
  add("10.1.0.3");
  const Dest& revived = add("10.1.0.1");
  EXPECT_EQ(&service().dests.front(), &revived);
  EXPECT_EQ(revived.settings.weight, 1);
  EXPECT_EQ(revived.settings.conn_flags, 0u);
  EXPECT_EQ(revived.settings.u_thresh, 0u);
  EXPECT_EQ(revived.settings.tun_flags, 0);
  EXPECT_GT(revived.serial, old_serial);  // ARCHITECTURE.md 5
}

TEST_F(TrashTest, AddressThatBecameABroadcastIsRevivedButNotCreated) {
  add("10.9.8.79");
  remove("10.9.8.79");
  world_.netns().links = Links({{"eth1", 1500, uapi::kAfInet, Address::v4(10, 9, 8, 77), 30}});
  EXPECT_TRUE(world_.ipvs().add_dest(service(), dest_key("10.9.8.79", 80), {}).ok());
  EXPECT_EQ(world_.ipvs().add_dest(service(), dest_key("10.9.8.79", 81), {}), EINVAL);
}

TEST_F(TrashTest, RevivalIsCheckedLikeANewOneBeforeThat) {
  add();
  remove();
  DestSettings wrong;
  wrong.weight = -1;
  EXPECT_EQ(world_.ipvs().add_dest(service(), dest_key("10.1.0.1", 80), wrong), ERANGE);
  EXPECT_EQ(kept(), 1u);
}

TEST_F(TrashTest, OnlyTheSameKeyAndServiceKeyRevive) {
  world_.ipvs().set_connections(add(), {1, 0, 0});
  remove();
  Service& other_port = world_.add(service_key("10.0.0.1", 81));
  Service& other_address = world_.add(service_key("10.0.0.2", 80));
  Service& other_protocol = world_.add(service_key("10.0.0.1", 80, uapi::kIpprotoUdp));
  Service& mark = world_.add(ServiceKey::of_fwmark(1));
  for (Service* other : {&other_port, &other_address, &other_protocol, &mark})
    EXPECT_EQ(world_.add(*other, dest_key("10.1.0.1", 80)).connections.active, 0u);
  EXPECT_EQ(world_.add(service(), dest_key("10.1.0.1", 81)).connections.active, 0u);
  EXPECT_EQ(world_.add(service(), dest_key("10.1.0.2", 80)).connections.active, 0u);
  EXPECT_EQ(kept(), 1u);
  EXPECT_EQ(add().connections.active, 1u);
}

TEST_F(TrashTest, MarkServicesReviveByTheirMark) {
  Service& mark = world_.add(ServiceKey::of_fwmark(7));
  world_.ipvs().set_connections(world_.add(mark, dest_key("10.1.0.1", 80)), {1, 0, 0});
  world_.ipvs().del_service(mark);
  Service& other = world_.add(ServiceKey::of_fwmark(8));
  EXPECT_EQ(world_.add(other, dest_key("10.1.0.1", 80)).connections.active, 0u);
  Service& again = world_.add(ServiceKey::of_fwmark(7));
  EXPECT_EQ(world_.add(again, dest_key("10.1.0.1", 80)).connections.active, 1u);
}

TEST_F(TrashTest, EachNamespaceHasItsOwn) {
  Netns& other = world_.ipvs().add_netns(0, Links());
  world_.ipvs().set_connections(add(), {1, 0, 0});
  remove();
  Service& service = world_.add(key_, {}, other.id);
  EXPECT_EQ(world_.add(service, dest_key("10.1.0.1", 80)).connections.active, 0u);
  EXPECT_EQ(kept(), 1u);
}

TEST_F(TrashTest, RecreatedServiceRevivesTheDestinationsOfTheOldOne) {
  world_.ipvs().set_connections(add(), {2, 0, 0});
  delete_and_recreate_service();
  EXPECT_EQ(kept(), 1u);
  EXPECT_EQ(add().connections.active, 2u);
}

TEST_F(TrashTest, StatisticsSurviveUnderTheSameServiceObject) {
  add().stats.set_raw({10, 20, 30, 40, 50});
  pass(2);
  remove();
  EXPECT_EQ(add().stats.counter(kConns), 10u);
}

TEST_F(TrashTest, StatisticsAreReBasedUnderARecreatedService) {
  add().stats.set_raw({10, 20, 30, 40, 50});
  pass(2);
  delete_and_recreate_service();
  Dest& revived = add();
  EXPECT_EQ(revived.stats.counter(kConns), 0u);
  EXPECT_EQ(revived.stats.rate(kConns), 0u);
  revived.stats.set_raw({13, 20, 30, 40, 50});
  pass(2);
  EXPECT_EQ(revived.stats.counter(kConns), 3u);
}

TEST_F(TrashTest, EntriesAreNotSampled) {
  Dest& dest = add();
  remove();
  dest.stats.set_raw({10, 0, 0, 0, 0});
  pass(4);
  EXPECT_EQ(dest.stats.counter(kConns), 0u);
  EXPECT_EQ(&add(), &dest);
  pass(2);
  EXPECT_EQ(dest.stats.counter(kConns), 10u);
}

TEST_F(TrashTest, NextRunCanBeMoved) {
  EXPECT_FALSE(world_.netns().trash.next_run());
  add();
  remove();
  EXPECT_EQ(world_.netns().trash.next_run(), 60 * kSecond);
  world_.netns().trash.set_next_run(5 * kSecond);  // marked at 5, freed at 125
  world_.clock().advance(125 * kSecond - 1);
  EXPECT_EQ(kept(), 1u);
  world_.clock().advance(1);
  EXPECT_EQ(kept(), 0u);
}

}  // namespace
}  // namespace ipvsim::ipvs
