// Operations on destinations: ipvs-control.md 6, rows 7 to 13.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

class Dests : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(world_.broken(), ""); }
  Status add(std::string_view text, const DestSettings& settings = {}) {
    return world_.ipvs().add_dest(service_, dest_key(text, 80), settings);
  }
  Status edit(std::string_view text, const DestSettings& settings) {
    return world_.ipvs().edit_dest(service_, dest_key(text, 80), settings);
  }
  static DestSettings thresholds(uint32_t upper, uint32_t lower) {
    DestSettings settings;
    settings.u_thresh = upper;
    settings.l_thresh = lower;
    return settings;
  }
  std::vector<std::string> listed() {
    std::vector<std::string> out;
    for (const Dest& dest : service_.dests) out.push_back(dest.key.addr.text(dest.key.af));
    return out;
  }

  IpvsWorld world_;
  Service& service_ = world_.add(service_key("10.0.0.1", 80));
};

TEST_F(Dests, NewestIsFirst) {
  for (const char* text : {"10.1.0.1", "10.1.0.2", "10.1.0.3"}) ASSERT_TRUE(add(text).ok());
  EXPECT_EQ(listed(), (std::vector<std::string>{"10.1.0.3", "10.1.0.2", "10.1.0.1"}));
}

TEST_F(Dests, EditDoesNotMoveIt) {
  for (const char* text : {"10.1.0.1", "10.1.0.2"}) ASSERT_TRUE(add(text).ok());
  DestSettings settings;
  settings.weight = 9;
  ASSERT_TRUE(edit("10.1.0.1", settings).ok());
  EXPECT_EQ(listed(), (std::vector<std::string>{"10.1.0.2", "10.1.0.1"}));
  EXPECT_EQ(service_.dests.back().settings.weight, 9);
}

TEST_F(Dests, NegativeWeightIsOutOfRange) {
  DestSettings settings;
  settings.weight = -1;
  EXPECT_EQ(add("10.1.0.1", settings), ERANGE);
  settings.weight = INT32_MIN;
  EXPECT_EQ(add("10.1.0.1", settings), ERANGE);
  settings.weight = 0;
  EXPECT_TRUE(add("10.1.0.1", settings).ok());
}

TEST_F(Dests, LowerThresholdAboveTheUpperIsOutOfRangeUnsigned) {
  EXPECT_EQ(add("10.1.0.1", thresholds(0, 1)), ERANGE);
  EXPECT_EQ(add("10.1.0.1", thresholds(5, 6)), ERANGE);
  EXPECT_EQ(add("10.1.0.1", thresholds(5, 0xffffffff)), ERANGE);
  EXPECT_TRUE(add("10.1.0.1", thresholds(5, 5)).ok());
}

TEST_F(Dests, UpperThresholdHasALimitSince6_1_183) {
  EXPECT_EQ(add("10.1.0.1", thresholds(0x80000000, 0)), EINVAL);
  EXPECT_TRUE(add("10.1.0.1", thresholds(0x7fffffff, 0)).ok());
  IpvsConfig older = with_modules();
  older.u_thresh_limit = false;
  IpvsWorld world(older);
  Service& service = world.add(service_key("10.0.0.1", 80));
  EXPECT_TRUE(world.ipvs().add_dest(service, dest_key("10.1.0.1", 80), thresholds(0xffffffff, 0)).ok());
}

TEST_F(Dests, GueTunnelNeedsAPortWhateverTheForwarding) {
  DestSettings settings;
  settings.tun_type = uapi::kIpvsTunGue;
  EXPECT_EQ(add("10.1.0.1", settings), EINVAL);
  settings.tun_port = 1;
  EXPECT_TRUE(add("10.1.0.1", settings).ok());
  settings = {};
  settings.tun_type = uapi::kIpvsTunGre;
  EXPECT_TRUE(add("10.1.0.2", settings).ok());
}

// Each call breaks its own row and every later one; the earlier row answers.
TEST_F(Dests, ChecksComeInTheOrderOfTheRows) {
  ASSERT_TRUE(add("10.1.0.1").ok());
  DestSettings settings = thresholds(0x80000000, 0x80000001);
  settings.weight = -1;
  settings.tun_type = uapi::kIpvsTunGue;
  EXPECT_EQ(add("10.1.0.1", settings), ERANGE);  // 7
  settings.weight = 1;
  EXPECT_EQ(add("10.1.0.1", settings), ERANGE);  // 8
  settings.l_thresh = 0;
  EXPECT_EQ(add("10.1.0.1", settings), EINVAL);  // 9
  settings.u_thresh = 0;
  EXPECT_EQ(add("10.1.0.1", settings), EINVAL);   // 10
  EXPECT_EQ(edit("10.1.0.9", settings), EINVAL);  // 10 before 11'
  settings.tun_type = 0;
  EXPECT_EQ(add("10.1.0.1", settings), EEXIST);   // 11
  EXPECT_EQ(edit("10.1.0.9", settings), ENOENT);  // 11'
  EXPECT_EQ(add("224.0.0.1", settings), EINVAL);  // 13
}

TEST_F(Dests, FailedEditChangesNothing) {
  ASSERT_TRUE(add("10.1.0.1").ok());
  DestSettings settings = thresholds(1, 2);
  settings.weight = 50;
  EXPECT_EQ(edit("10.1.0.1", settings), ERANGE);
  EXPECT_EQ(service_.dests.front().settings.weight, 1);
}

TEST_F(Dests, EditOverwritesTheTunnelToo) {
  DestSettings settings = tunnel();
  settings.tun_type = uapi::kIpvsTunGue;
  settings.tun_port = 6080;
  settings.tun_flags = 2;
  ASSERT_TRUE(add("10.1.0.1", settings).ok());
  ASSERT_TRUE(edit("10.1.0.1", {}).ok());
  const DestSettings& now = service_.dests.front().settings;
  EXPECT_EQ(now.tun_type, 0);
  EXPECT_EQ(now.tun_port, 0);
  EXPECT_EQ(now.tun_flags, 0);
  EXPECT_EQ(now.conn_flags, 0u);
}

TEST_F(Dests, KeyIsFamilyAddressAndPort) {
  ASSERT_TRUE(add("10.1.0.1").ok());
  EXPECT_EQ(world_.ipvs().find_dest(service_, dest_key("10.1.0.1", 81)), nullptr);
  EXPECT_EQ(world_.ipvs().find_dest(service_, dest_key("10.1.0.2", 80)), nullptr);
  DestKey as_v6 = dest_key("10.1.0.1", 80);
  as_v6.af = uapi::kAfInet6;
  EXPECT_EQ(world_.ipvs().find_dest(service_, as_v6), nullptr);
}

TEST_F(Dests, SameKeyLivesInTwoServices) {
  Service& other = world_.add(service_key("10.0.0.2", 80));
  ASSERT_TRUE(add("10.1.0.1").ok());
  EXPECT_EQ(world_.ipvs().find_dest(other, dest_key("10.1.0.1", 80)), nullptr);
  EXPECT_TRUE(world_.ipvs().add_dest(other, dest_key("10.1.0.1", 80), {}).ok());
}

TEST_F(Dests, DeletingAnUnknownOneIsNotFound) {
  EXPECT_EQ(world_.ipvs().del_dest(service_, dest_key("10.1.0.1", 80)), ENOENT);
  ASSERT_TRUE(add("10.1.0.1").ok());
  EXPECT_TRUE(world_.ipvs().del_dest(service_, dest_key("10.1.0.1", 80)).ok());
  EXPECT_EQ(world_.ipvs().del_dest(service_, dest_key("10.1.0.1", 80)), ENOENT);
}

TEST_F(Dests, MixedFamiliesAreCounted) {
  ASSERT_TRUE(add("2001:db8::1", tunnel()).ok());
  ASSERT_TRUE(add("10.1.0.1").ok());
  EXPECT_EQ(world_.netns().mixed_family_dests, 1u);
  ASSERT_TRUE(world_.ipvs().del_dest(service_, dest_key("2001:db8::1", 80)).ok());
  EXPECT_EQ(world_.netns().mixed_family_dests, 0u);
}

TEST_F(Dests, LinkedInListOrderAndInSerialOrder) {
  for (const char* text : {"10.1.0.1", "10.1.0.2", "10.1.0.3"}) ASSERT_TRUE(add(text).ok());
  auto by_serial = service_.dests_by_serial.rbegin();
  for (const Dest& dest : service_.dests) EXPECT_EQ(&dest, &*by_serial++);
}

TEST_F(Dests, PuttingBackJudgesTheSettingsButNotTheAddress) {
  Ipvs& ipvs = world_.ipvs();
  ASSERT_EQ(add("224.0.0.1"), EINVAL);
  const auto dest = ipvs.put_back_dest(service_, dest_key("224.0.0.1", 80), {});
  ASSERT_TRUE(dest.ok());
  EXPECT_EQ(dest.value(), ipvs.find_dest(service_, dest_key("224.0.0.1", 80)));
  EXPECT_EQ(ipvs.put_back_dest(service_, dest_key("224.0.0.1", 80), {}).err(), EEXIST);
  EXPECT_EQ(ipvs.put_back_dest(service_, dest_key("10.1.0.1", 80), thresholds(1, 2)).err(), ERANGE);
}

TEST_F(Dests, PuttingBackLeavesTheTrashAlone) {
  ASSERT_TRUE(add("10.1.0.1").ok());
  ASSERT_TRUE(world_.ipvs().del_dest(service_, dest_key("10.1.0.1", 80)).ok());
  ASSERT_TRUE(world_.ipvs().put_back_dest(service_, dest_key("10.1.0.1", 80), {}).ok());
  EXPECT_EQ(world_.netns().trash.entries().size(), 1u);
}

TEST_F(Dests, NextSerialNumberCanBeSetAhead) {
  world_.ipvs().table().set_last_serial(41);
  ASSERT_TRUE(add("10.1.0.1").ok());
  EXPECT_EQ(service_.dests.front().serial, 42u);
}

}  // namespace
}  // namespace ipvsim::ipvs
