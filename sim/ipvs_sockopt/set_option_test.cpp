// setsockopt of the old interface: order of checks, errnos, and what is stored (ipvs-control.md 15).
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/ipvs_sockopt/test_world.h"

namespace ipvsim::ipvs_sockopt {
namespace {

using namespace uapi;

class SetOption : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(ipvs::audit(world_.ipvs), std::vector<std::string>{}); }

  int raw(int optname, const std::vector<uint8_t>& value, size_t optlen) {
    return set_option(world_.ipvs, world_.netns(), world_.admin, optname, value, optlen).err();
  }

  SockoptWorld world_;
  const IpvsServiceUser web_ = service_user("10.0.0.1", 80);
};

TEST_F(SetOption, OwnsTheNumbersFrom1152To1167) {
  EXPECT_FALSE(is_set_option(1151));
  EXPECT_TRUE(is_set_option(1152));
  EXPECT_TRUE(is_set_option(1167));
  EXPECT_FALSE(is_set_option(1168));
  EXPECT_EQ(raw(1151, {}, 0), ENOPROTOOPT);
  EXPECT_EQ(raw(1168, {}, 0), ENOPROTOOPT);
}

TEST_F(SetOption, ForeignNumberIsToldBeforeThePrivilege) {
  world_.admin = false;
  EXPECT_EQ(raw(1168, {}, 0), ENOPROTOOPT);
}

TEST_F(SetOption, PrivilegeIsTestedBeforeTheLength) {
  world_.admin = false;
  EXPECT_EQ(raw(kIpvsSoSetAdd, {}, 3), EPERM);
  EXPECT_EQ(raw(kIpvsSoSetFlush, {}, 0), EPERM);
}

TEST_F(SetOption, SizesAreThoseOfTheStructures) {
  const std::pair<int, size_t> expected[] = {
      {1154, 44}, {1155, 44}, {1156, 44}, {1157, 0}, {1159, 68}, {1160, 68}, {1161, 68}, {1162, 12},
      {1163, 24}, {1164, 24}, {1167, 44}, {1152, 0}, {1153, 0},  {1158, 0},  {1165, 0},  {1166, 0},
  };
  for (const auto& [optname, size] : expected) EXPECT_EQ(set_size(optname), size) << optname;
}

TEST_F(SetOption, LengthMustBeExact) {
  for (const int optname : {1154, 1155, 1156, 1157, 1159, 1160, 1161, 1162, 1163, 1164, 1167}) {
    const size_t size = set_size(optname);
    const std::vector<uint8_t> value(size + 1);
    EXPECT_EQ(raw(optname, value, size + 1), EINVAL) << optname;
    if (size > 0) {
      EXPECT_EQ(raw(optname, value, size - 1), EINVAL) << optname;
    }
  }
}

TEST_F(SetOption, LengthIsTestedBeforeTheMemory) {
  EXPECT_EQ(raw(kIpvsSoSetAdd, {}, 43), EINVAL);
  EXPECT_EQ(raw(kIpvsSoSetAdd, {}, 44), EFAULT);
  EXPECT_EQ(raw(kIpvsSoSetAdd, std::vector<uint8_t>(43), 44), EFAULT);
}

TEST_F(SetOption, NumbersWithoutAMeaningAreInvalidAtAnyLength) {
  for (const int optname : {1152, 1153, 1158, 1165, 1166}) {
    EXPECT_EQ(raw(optname, {}, 0), EINVAL) << optname;
    EXPECT_EQ(raw(optname, std::vector<uint8_t>(44), 44), EINVAL) << optname;
  }
}

TEST_F(SetOption, AddStoresWhatTheStructureSays) {
  IpvsServiceUser user = service_user("10.0.0.1", 8080, "wlc");
  user.protocol = kIpprotoUdp;
  user.flags = kIpvsSvcFPersistent;
  user.timeout = 360;
  user.netmask_be32 = be32("255.255.255.0");
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, user), 0);
  const ipvs::Service* const service = world_.find(user);
  ASSERT_NE(service, nullptr);
  EXPECT_EQ(service->key().af, kAfInet);
  EXPECT_EQ(service->key().protocol, kIpprotoUdp);
  EXPECT_EQ(service->key().addr, ipvs::Address::v4(10, 0, 0, 1));
  EXPECT_EQ(service->key().port, 8080);
  EXPECT_EQ(*service->scheduler, "wlc");
  EXPECT_EQ(service->flags, kIpvsSvcFPersistent | kIpvsSvcFHashed);
  EXPECT_EQ(service->timeout_jiffies, 360u * 250);
  EXPECT_EQ(service->netmask, be32("255.255.255.0"));
  EXPECT_EQ(service->pe, nullptr);
}

TEST_F(SetOption, AddTouchesOnlyItsNamespace) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  EXPECT_EQ(world_.netns().services, 1u);
  EXPECT_EQ(world_.ipvs.netns(1).services, 0u);
}

TEST_F(SetOption, AddAndEditWantATerminatedSchedulerName) {
  IpvsServiceUser user = web_;
  std::memset(user.sched_name, 'r', sizeof(user.sched_name));
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, user), EINVAL);
  EXPECT_EQ(world_.set(kIpvsSoSetEdit, user), EINVAL);
}

TEST_F(SetOption, OtherCommandsDoNotLookAtTheSchedulerName) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  IpvsServiceUser user = web_;
  std::memset(user.sched_name, 'r', sizeof(user.sched_name));
  EXPECT_EQ(world_.set(kIpvsSoSetZero, user), 0);
  EXPECT_EQ(world_.add_dest(user, dest_user("10.1.1.1", 80)), 0);
  EXPECT_EQ(world_.set(kIpvsSoSetDel, user), 0);
}

TEST_F(SetOption, NameIsTestedBeforeTheProtocol) {
  IpvsServiceUser user = web_;
  user.protocol = 1;
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, user), EFAULT);
  std::memset(user.sched_name, 'r', sizeof(user.sched_name));
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, user), EINVAL);
}

TEST_F(SetOption, ForeignProtocolIsEfaultForEveryServiceCommandAndAlsoWithAMark) {
  for (const int optname : {kIpvsSoSetAdd, kIpvsSoSetEdit, kIpvsSoSetDel, kIpvsSoSetZero}) {
    IpvsServiceUser user = web_;
    user.protocol = 50;
    EXPECT_EQ(world_.set(optname, user), EFAULT) << optname;
    user = fwmark_user(7);
    user.protocol = 0;
    EXPECT_EQ(world_.set(optname, user), EFAULT) << optname;
  }
  for (const int optname : {kIpvsSoSetAddDest, kIpvsSoSetDelDest, kIpvsSoSetEditDest}) {
    IpvsServiceUser user = web_;
    user.protocol = 50;
    EXPECT_EQ(world_.set(optname, user, dest_user("10.1.1.1", 80)), EFAULT) << optname;
  }
}

TEST_F(SetOption, TcpUdpAndSctpAreKnown) {
  for (const uint16_t protocol : {kIpprotoTcp, kIpprotoUdp, kIpprotoSctp}) {
    IpvsServiceUser user = web_;
    user.protocol = protocol;
    EXPECT_EQ(world_.set(kIpvsSoSetAdd, user), 0) << protocol;
  }
}

TEST_F(SetOption, AbsentServiceIsEsrchForAllButAdd) {
  for (const int optname : {kIpvsSoSetEdit, kIpvsSoSetDel, kIpvsSoSetZero})
    EXPECT_EQ(world_.set(optname, web_), ESRCH) << optname;
  for (const int optname : {kIpvsSoSetAddDest, kIpvsSoSetDelDest, kIpvsSoSetEditDest})
    EXPECT_EQ(world_.set(optname, web_, dest_user("10.1.1.1", 80)), ESRCH) << optname;
}

TEST_F(SetOption, MarkServiceIsFoundByItsMarkButOnlyUnderItsProtocol) {
  IpvsServiceUser user = fwmark_user(7);
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, user), 0);
  user.addr_be32 = be32("10.9.9.9");
  user.port_be16 = htons(99);
  EXPECT_EQ(world_.set(kIpvsSoSetZero, user), 0);
  user.protocol = kIpprotoUdp;
  EXPECT_EQ(world_.set(kIpvsSoSetZero, user), ESRCH);
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, user), EEXIST);
}

TEST_F(SetOption, MarkServiceAddedAsUdpAnswersAsUdpAndIsTheOneNetlinkFinds) {
  IpvsServiceUser user = fwmark_user(7);
  user.protocol = kIpprotoUdp;
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, user), 0);
  EXPECT_NE(world_.ipvs.find_service(world_.netns(), ipvs::ServiceKey::of_fwmark(7)), nullptr);
  user.protocol = kIpprotoTcp;
  EXPECT_EQ(world_.set(kIpvsSoSetDel, user), ESRCH);
  user.protocol = kIpprotoUdp;
  EXPECT_EQ(world_.set(kIpvsSoSetDel, user), 0);
}

TEST_F(SetOption, AddOfAnExistingServiceIsToldBeforeItsScheduler) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 80, "nosuch")), EEXIST);
}

TEST_F(SetOption, UnknownOrEmptySchedulerIsEnoent) {
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 80, "nosuch")), ENOENT);
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 80, "")), ENOENT);
  EXPECT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 80, "none")), 0);
}

TEST_F(SetOption, EditReplacesSchedulerFlagsTimeoutNetmaskAndRemovesTheEngine) {
  ipvs::ServiceSettings settings;
  settings.pe = "sip";
  settings.flags = kIpvsSvcFPersistent | kIpvsSvcFOnePacket;
  ipvs::ServiceKey key;
  key.addr = ipvs::Address::v4(10, 0, 0, 1);
  key.port = 80;
  ASSERT_TRUE(world_.ipvs.add_service(world_.netns(), key, settings).ok());
  IpvsServiceUser user = service_user("10.0.0.1", 80, "wrr");
  user.flags = kIpvsSvcFSched1;
  user.timeout = 5;
  ASSERT_EQ(world_.set(kIpvsSoSetEdit, user), 0);
  const ipvs::Service* const service = world_.find(user);
  EXPECT_EQ(*service->scheduler, "wrr");
  EXPECT_EQ(service->flags, kIpvsSvcFSched1 | kIpvsSvcFHashed);
  EXPECT_EQ(service->timeout_jiffies, 5u * 250);
  EXPECT_EQ(service->pe, nullptr);
}

TEST_F(SetOption, Ipv6ServicesAreOutOfReach) {
  ipvs::ServiceKey key;
  key.af = kAfInet6;
  key.addr.bytes = {10, 0, 0, 1};
  key.port = 80;
  ipvs::ServiceSettings settings;
  settings.netmask = 128;
  ASSERT_TRUE(world_.ipvs.add_service(world_.netns(), key, settings).ok());
  EXPECT_EQ(world_.set(kIpvsSoSetDel, web_), ESRCH);
}

TEST_F(SetOption, DelRemovesTheService) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  EXPECT_EQ(world_.set(kIpvsSoSetDel, web_), 0);
  EXPECT_EQ(world_.find(web_), nullptr);
}

TEST_F(SetOption, FlushWorksOnAnEmptyTableToo) {
  EXPECT_EQ(world_.set(kIpvsSoSetFlush), 0);
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  EXPECT_EQ(world_.set(kIpvsSoSetFlush), 0);
  EXPECT_EQ(world_.netns().services, 0u);
}

class SetDest : public SetOption {
 protected:
  void SetUp() override { ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0); }

  uint32_t stored(uint32_t given) {
    const IpvsDestUser user = dest_user("10.1.1.1", 80, given);
    EXPECT_EQ(world_.add_dest(web_, user), 0);
    const uint32_t flags = world_.newest_dest(web_).settings.conn_flags;
    EXPECT_EQ(world_.set(kIpvsSoSetDelDest, web_, user), 0);
    return flags;
  }
};

TEST_F(SetDest, AddStoresWhatTheStructureSays) {
  IpvsDestUser user = dest_user("10.1.1.1", 8080, kIpvsFwdDroute);
  user.weight = 7;
  user.u_threshold = 100;
  user.l_threshold = 50;
  ASSERT_EQ(world_.add_dest(web_, user), 0);
  const ipvs::Dest& dest = world_.newest_dest(web_);
  EXPECT_EQ(dest.key, (ipvs::DestKey{kAfInet, ipvs::Address::v4(10, 1, 1, 1), 8080}));
  EXPECT_EQ(dest.settings.weight, 7);
  EXPECT_EQ(dest.settings.u_thresh, 100u);
  EXPECT_EQ(dest.settings.l_thresh, 50u);
  EXPECT_EQ(dest.forwarding(), kIpvsFwdDroute);
  EXPECT_EQ(dest.settings.tun_type, kIpvsTunIpip);
}

TEST_F(SetDest, ConnFlagsKeepMethodOnePacketAndConntrackBits) {
  EXPECT_EQ(stored(0), 0x100u);
  EXPECT_EQ(stored(1), 0x181u);
  EXPECT_EQ(stored(2), 0x182u);
  EXPECT_EQ(stored(3), 0x183u);
  EXPECT_EQ(stored(7), 0x187u);
  EXPECT_EQ(stored(0xffffffff), 0x12187u);
  EXPECT_EQ(stored(0xfffffff8), 0x12100u);
}

TEST_F(SetDest, ChecksAreThoseOfNetlinkInTheirOrder) {
  IpvsDestUser user = dest_user("224.0.0.1", 80);
  user.weight = -1;
  user.l_threshold = 2;
  user.u_threshold = 0x80000000;
  EXPECT_EQ(world_.add_dest(web_, user), ERANGE);
  user.weight = 1;
  EXPECT_EQ(world_.add_dest(web_, user), EINVAL);  // the limit of U_THRESH
  user.u_threshold = 1;
  EXPECT_EQ(world_.add_dest(web_, user), ERANGE);
  user.l_threshold = 0;
  EXPECT_EQ(world_.add_dest(web_, user), EINVAL);  // multicast
  EXPECT_EQ(world_.add_dest(web_, dest_user("10.5.5.255", 80)), EINVAL);
  EXPECT_EQ(world_.add_dest(web_, dest_user("127.0.0.1", 80)), 0);
}

TEST_F(SetDest, TwiceIsEexistAndAbsentIsEnoent) {
  const IpvsDestUser user = dest_user("10.1.1.1", 80);
  EXPECT_EQ(world_.set(kIpvsSoSetEditDest, web_, user), ENOENT);
  EXPECT_EQ(world_.set(kIpvsSoSetDelDest, web_, user), ENOENT);
  EXPECT_EQ(world_.add_dest(web_, user), 0);
  EXPECT_EQ(world_.add_dest(web_, user), EEXIST);
}

TEST_F(SetDest, EditOverwritesTheTunnelWithIpip) {
  ipvs::DestSettings gue;
  gue.conn_flags = kIpvsFwdTunnel;
  gue.tun_type = kIpvsTunGue;
  gue.tun_port = 6080;
  const ipvs::DestKey key{kAfInet, ipvs::Address::v4(10, 1, 1, 1), 80};
  ASSERT_TRUE(world_.ipvs.add_dest(*world_.find(web_), key, gue).ok());
  ASSERT_EQ(world_.set(kIpvsSoSetEditDest, web_, dest_user("10.1.1.1", 80, kIpvsFwdTunnel)), 0);
  EXPECT_EQ(world_.newest_dest(web_).settings.tun_type, kIpvsTunIpip);
  EXPECT_EQ(world_.newest_dest(web_).settings.tun_port, 0);
}

TEST_F(SetDest, DestinationOfAnotherFamilyIsNotFound) {
  ipvs::DestSettings settings;
  settings.conn_flags = kIpvsFwdTunnel;
  ipvs::DestKey key{kAfInet6, {}, 80};
  key.addr.bytes = {10, 1, 1, 1};
  ASSERT_TRUE(world_.ipvs.add_dest(*world_.find(web_), key, settings).ok());
  EXPECT_EQ(world_.set(kIpvsSoSetDelDest, web_, dest_user("10.1.1.1", 80)), ENOENT);
}

class SetZero : public SetOption {
 protected:
  void SetUp() override {
    ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
    ASSERT_EQ(world_.set(kIpvsSoSetAdd, other_), 0);
    world_.find(web_)->stats.set_raw({1, 2, 3, 4, 5});
    world_.find(other_)->stats.set_raw({1, 2, 3, 4, 5});
    world_.netns().totals.set_raw({2, 4, 6, 8, 10});
    world_.clock.advance(ipvs::kSamplePeriodMs);
  }
  uint64_t conns(const IpvsServiceUser& user) { return world_.find(user)->stats.counter(ipvs::kConns); }

  const IpvsServiceUser other_ = service_user("10.0.0.2", 80);
};

TEST_F(SetZero, NamedServiceAloneIsZeroed) {
  EXPECT_EQ(world_.set(kIpvsSoSetZero, web_), 0);
  EXPECT_EQ(conns(web_), 0u);
  EXPECT_EQ(conns(other_), 1u);
  EXPECT_EQ(world_.netns().totals.counter(ipvs::kConns), 2u);
}

TEST_F(SetZero, WithoutMarkAddressAndPortEverythingIsZeroedWhateverElseIsSaid) {
  IpvsServiceUser all{};
  EXPECT_EQ(world_.set(kIpvsSoSetZero, all), 0);
  EXPECT_EQ(conns(web_), 0u);
  EXPECT_EQ(conns(other_), 0u);
  EXPECT_EQ(world_.netns().totals.counter(ipvs::kConns), 0u);
}

TEST_F(SetZero, OneOfTheThreeMakesItAServiceAgain) {
  IpvsServiceUser user = service_user("0.0.0.0", 80);
  EXPECT_EQ(world_.set(kIpvsSoSetZero, user), ESRCH);
  EXPECT_EQ(world_.set(kIpvsSoSetZero, service_user("10.0.0.9", 0)), ESRCH);
  EXPECT_EQ(world_.set(kIpvsSoSetZero, fwmark_user(3)), ESRCH);
  EXPECT_EQ(conns(web_), 1u);
}

TEST_F(SetOption, TimeoutsFollowTheNetlinkRules) {
  EXPECT_EQ(world_.set(kIpvsSoSetTimeout, IpvsTimeoutUser{100, 20, 30}), 0);
  EXPECT_EQ(world_.set(kIpvsSoSetTimeout, IpvsTimeoutUser{0, 0, 31}), 0);
  EXPECT_EQ(world_.netns().timeouts.tcp, 100u * 250);
  EXPECT_EQ(world_.netns().timeouts.tcp_fin, 20u * 250);
  EXPECT_EQ(world_.netns().timeouts.udp, 31u * 250);
  EXPECT_EQ(world_.set(kIpvsSoSetTimeout, IpvsTimeoutUser{1, -1, 1}), EINVAL);
  EXPECT_EQ(world_.set(kIpvsSoSetTimeout, IpvsTimeoutUser{1, 1, 8589935}), EINVAL);
  EXPECT_EQ(world_.netns().timeouts.tcp, 100u * 250);
  EXPECT_EQ(world_.set(kIpvsSoSetTimeout, IpvsTimeoutUser{0, 0, 8589934}), 0);
}

TEST_F(SetOption, DaemonStartsWithTheDefaults) {
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonMaster, "d0", 7)), 0);
  ASSERT_TRUE(world_.netns().master.has_value());
  EXPECT_EQ(world_.netns().master->syncid, 7u);
  EXPECT_EQ(world_.netns().master->port, 8848);
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonMaster, "d0")), EEXIST);
  EXPECT_EQ(world_.set(kIpvsSoSetStopDaemon, daemon_user(kIpvsDaemonMaster, "")), 0);
  EXPECT_FALSE(world_.netns().master.has_value());
  EXPECT_EQ(world_.set(kIpvsSoSetStopDaemon, daemon_user(kIpvsDaemonMaster, "")), ESRCH);
}

// Generic netlink refuses it; measured on 6.1.176.
TEST_F(SetOption, DaemonStartsBesideADestinationOfAnotherFamily) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  ipvs::DestSettings tunnel;
  tunnel.conn_flags = kIpvsFwdTunnel;
  const ipvs::DestKey other_family{kAfInet6, *ipvs::Address::parse("2001:db8::1"), 80};
  ASSERT_TRUE(world_.ipvs.add_dest(*world_.find(web_), other_family, tunnel).ok());
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonMaster, "nosuch0")), ENODEV);
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonMaster, "d0")), 0);
}

TEST_F(SetOption, DaemonWantsAnInterfaceNameThatEnds) {
  IpvsDaemonUser user = daemon_user(kIpvsDaemonMaster, "");
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, user), EINVAL);
  std::memset(user.mcast_ifn, 'd', sizeof(user.mcast_ifn));
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, user), EINVAL);
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonMaster, "nosuch0")), ENODEV);
}

TEST_F(SetOption, UnknownInterfaceIsToldBeforeTheState) {
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(9, "nosuch0")), ENODEV);
  EXPECT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(9, "d0")), EINVAL);
  EXPECT_EQ(world_.set(kIpvsSoSetStopDaemon, daemon_user(9, "d0")), EINVAL);
}

}  // namespace
}  // namespace ipvsim::ipvs_sockopt
