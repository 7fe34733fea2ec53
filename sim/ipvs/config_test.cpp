// Timeouts and sync daemons: ipvs-control.md 12 and 13.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint32_t kMaster = 1, kBackup = 2;

class Timeout : public ::testing::Test {
 protected:
  std::vector<uint32_t> seconds(uint32_t netns = 0) {
    const Timeouts& now = world_.netns(netns).timeouts;
    return {world_.ipvs().seconds(now.tcp), world_.ipvs().seconds(now.tcp_fin),
            world_.ipvs().seconds(now.udp)};
  }
  using Three = std::vector<uint32_t>;
  IpvsWorld world_;
};

TEST_F(Timeout, Defaults) { EXPECT_EQ(seconds(), (Three{900, 120, 300})); }

TEST_F(Timeout, ZeroLeavesAValueUnchanged) {
  EXPECT_TRUE(world_.ipvs().set_timeouts(world_.netns(), 0, 7, 0).ok());
  EXPECT_EQ(seconds(), (Three{900, 7, 300}));
}

TEST_F(Timeout, AreOfOneNamespace) {
  world_.ipvs().add_netns(0, Links());
  EXPECT_TRUE(world_.ipvs().set_timeouts(world_.netns(), 1, 2, 3).ok());
  EXPECT_EQ(seconds(1), (Three{900, 120, 300}));
}

TEST_F(Timeout, OneTooLargeRefusesAllThree) {
  constexpr uint32_t kLongest = 8589934;  // INT_MAX / 250
  for (const uint32_t wrong : {kLongest + 1, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    EXPECT_EQ(world_.ipvs().set_timeouts(world_.netns(), wrong, 5, 5), EINVAL) << wrong;
    EXPECT_EQ(world_.ipvs().set_timeouts(world_.netns(), 5, wrong, 5), EINVAL) << wrong;
    EXPECT_EQ(world_.ipvs().set_timeouts(world_.netns(), 5, 5, wrong), EINVAL) << wrong;
  }
  EXPECT_EQ(seconds(), (Three{900, 120, 300}));
  EXPECT_TRUE(world_.ipvs().set_timeouts(world_.netns(), kLongest, kLongest, kLongest).ok());
  EXPECT_EQ(seconds(), (Three{kLongest, kLongest, kLongest}));
}

TEST_F(Timeout, LimitFollowsHz) {
  IpvsConfig config = with_modules();
  config.hz = 100;
  IpvsWorld world(config);
  EXPECT_TRUE(world.ipvs().set_timeouts(world.netns(), 21474836, 0, 0).ok());
  EXPECT_EQ(world.ipvs().set_timeouts(world.netns(), 21474837, 0, 0), EINVAL);
}

class SyncDaemon : public ::testing::Test {
 protected:
  static DaemonSettings on(std::string interface) {
    DaemonSettings settings;
    settings.interface = std::move(interface);
    settings.syncid = 5;
    return settings;
  }
  static DaemonSettings grouped(std::string_view group, std::string interface = "lo") {
    DaemonSettings settings = on(std::move(interface));
    settings.group_af = Address::family_of(group);
    settings.group = address(group);
    return settings;
  }
  Status start(uint32_t state, const DaemonSettings& settings) {
    return world_.ipvs().start_daemon(world_.netns(), state, settings);
  }
  Status stop(uint32_t state) { return world_.ipvs().stop_daemon(world_.netns(), state); }
  uint16_t maxlen(uint32_t state, const DaemonSettings& settings) {
    EXPECT_TRUE(start(state, settings).ok());
    const uint16_t stored = (state == kMaster ? world_.netns().master : world_.netns().backup)->sync_maxlen;
    EXPECT_TRUE(stop(state).ok());
    return stored;
  }
  static DaemonSettings with_maxlen(DaemonSettings settings, uint16_t wanted) {
    settings.sync_maxlen = wanted;
    return settings;
  }

  IpvsWorld world_;
};

TEST_F(SyncDaemon, DefaultsAreFilledIn) {
  ASSERT_TRUE(start(kMaster, on("eth0")).ok());
  const Daemon& daemon = *world_.netns().master;
  EXPECT_EQ(daemon.interface, "eth0");
  EXPECT_EQ(daemon.syncid, 5u);
  EXPECT_EQ(daemon.group.text(daemon.group_af), "224.0.0.81");
  EXPECT_EQ(daemon.port, 8848);
  EXPECT_EQ(daemon.ttl, 1);
  EXPECT_EQ(daemon.sync_maxlen, 1472);
}

TEST_F(SyncDaemon, GivenValuesAreKept) {
  DaemonSettings settings = grouped("239.1.2.3");
  settings.port = 1;
  settings.ttl = 255;
  ASSERT_TRUE(start(kBackup, settings).ok());
  const Daemon& daemon = *world_.netns().backup;
  EXPECT_EQ(daemon.group.text(daemon.group_af), "239.1.2.3");
  EXPECT_EQ(daemon.port, 1);
  EXPECT_EQ(daemon.ttl, 255);
}

TEST_F(SyncDaemon, DefaultMaxlenOfAMasterIs1500LessTheHeaders) {
  EXPECT_EQ(maxlen(kMaster, on("lo")), 1472);
  EXPECT_EQ(maxlen(kMaster, on("eth0")), 1472);
  EXPECT_EQ(maxlen(kMaster, grouped("ff02::1", "eth0")), 1452);
}

TEST_F(SyncDaemon, DefaultMaxlenOfABackupFollowsTheDevice) {
  EXPECT_EQ(maxlen(kBackup, on("eth0")), 8972);  // mtu 9000
  EXPECT_EQ(maxlen(kBackup, on("lo")), 65507);   // 65536 is cut to 65535
  EXPECT_EQ(maxlen(kBackup, grouped("ff02::1")), 65487);
  world_.netns().links = Links({{"tiny", 600, uapi::kAfInet, Address::v4(10, 0, 0, 1), 24}});
  EXPECT_EQ(maxlen(kBackup, on("tiny")), 1472);  // raised to 1500
}

TEST_F(SyncDaemon, GivenMaxlenIsClamped) {
  EXPECT_EQ(maxlen(kMaster, with_maxlen(on("lo"), 1)), 1);
  EXPECT_EQ(maxlen(kMaster, with_maxlen(on("lo"), 65535)), 65507);
  EXPECT_EQ(maxlen(kBackup, with_maxlen(on("lo"), 1)), 1024);
  EXPECT_EQ(maxlen(kBackup, with_maxlen(on("lo"), 1025)), 1025);
  EXPECT_EQ(maxlen(kBackup, with_maxlen(grouped("ff02::1"), 65535)), 65487);
}

TEST_F(SyncDaemon, GroupMustBeMulticastInItsFamily) {
  for (const char* group : {"223.255.255.255", "240.0.0.0", "10.0.0.1", "fe80::1", "::1"})
    EXPECT_EQ(start(kMaster, grouped(group, "eth0")), EINVAL) << group;
  for (const char* group : {"224.0.0.0", "239.255.255.255", "ff00::"}) {
    EXPECT_TRUE(start(kMaster, grouped(group, "eth0")).ok()) << group;
    EXPECT_TRUE(stop(kMaster).ok());
  }
}

// Measured on 6.1.176; the spec leaves IPv6 groups open.
TEST_F(SyncDaemon, NoMasterSendsToAnIpv6GroupThroughTheLoopbackLink) {
  EXPECT_EQ(start(kMaster, grouped("ff02::1")), ENETUNREACH);
  EXPECT_FALSE(world_.netns().master);
  EXPECT_TRUE(start(kBackup, grouped("ff02::1")).ok());  // it only listens
  EXPECT_TRUE(start(kMaster, grouped("224.0.0.81")).ok());
  EXPECT_EQ(start(kMaster, grouped("ff02::1")), EEXIST);  // comes first
}

TEST_F(SyncDaemon, ChecksComeInTheOrderOfTheSpec) {
  DaemonSettings wrong = grouped("10.0.0.1");
  wrong.interface = "nope";
  EXPECT_EQ(start(3, wrong), EINVAL);       // the group
  EXPECT_EQ(start(3, on("nope")), ENODEV);  // the interface, before the state
  ASSERT_TRUE(start(kMaster, on("lo")).ok());
  EXPECT_EQ(start(kMaster, on("lo")), EEXIST);
  EXPECT_EQ(start(3, on("lo")), EINVAL);
  EXPECT_EQ(start(0, on("lo")), EINVAL);
}

TEST_F(SyncDaemon, MasterAndBackupRunSideBySide) {
  EXPECT_TRUE(start(kMaster, on("lo")).ok());
  EXPECT_TRUE(start(kBackup, on("lo")).ok());
  EXPECT_TRUE(stop(kMaster).ok());
  EXPECT_EQ(stop(kMaster), ESRCH);
  EXPECT_TRUE(world_.netns().daemon_runs());
  EXPECT_TRUE(stop(kBackup).ok());
  EXPECT_EQ(stop(kBackup), ESRCH);
  EXPECT_EQ(stop(3), EINVAL);
  EXPECT_EQ(stop(0), EINVAL);
}

TEST_F(SyncDaemon, RunsInOneNamespace) {
  Netns& other = world_.ipvs().add_netns(0, Links({Link::loopback()}));
  ASSERT_TRUE(start(kMaster, on("lo")).ok());
  EXPECT_FALSE(other.daemon_runs());
  EXPECT_TRUE(world_.ipvs().start_daemon(other, kMaster, on("lo")).ok());
}

}  // namespace
}  // namespace ipvsim::ipvs
