// getsockopt of the old interface: order of checks, errnos, and the bytes (ipvs-control.md 15).
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/ipvs_sockopt/test_world.h"

namespace ipvsim::ipvs_sockopt {
namespace {

using namespace uapi;

template <class T>
T record(const Answer& answer, size_t offset = 0) {
  const auto read = wire::load<T>(answer.bytes, offset);
  EXPECT_TRUE(read.has_value()) << "answer of " << answer.bytes.size() << " bytes";
  return read.value_or(T{});
}

IpvsGetDests dests_of(const IpvsServiceUser& user, uint32_t count) {
  return {user.protocol, 0, user.addr_be32, user.port_be16, 0, user.fwmark, count, 0};
}

class GetOption : public testing::Test {
 protected:
  Result<Answer> services(uint32_t count) {
    return world_.get(kIpvsSoGetServices, 8 + 104 * count, IpvsGetServices{count, 0});
  }
  Result<Answer> dests(const IpvsServiceUser& user, uint32_t count) {
    return world_.get(kIpvsSoGetDests, 24 + 96 * count, dests_of(user, count));
  }
  void add_v6_service() {
    ipvs::ServiceKey key;
    key.af = kAfInet6;
    key.addr = *ipvs::Address::parse("2001:db8::1");
    ipvs::ServiceSettings settings;
    settings.netmask = 128;
    ASSERT_TRUE(world_.ipvs.add_service(world_.netns(), key, settings).ok());
  }

  SockoptWorld world_;
  const IpvsServiceUser web_ = service_user("10.0.0.1", 80);
};

TEST_F(GetOption, OwnsTheNumbersFrom1152To1159) {
  EXPECT_FALSE(is_get_option(1151));
  EXPECT_TRUE(is_get_option(1152));
  EXPECT_TRUE(is_get_option(1159));
  EXPECT_FALSE(is_get_option(1160));
  EXPECT_EQ(world_.get(1160, 100).err(), ENOPROTOOPT);
  world_.admin = false;
  EXPECT_EQ(world_.get(1160, 100).err(), ENOPROTOOPT);
}

TEST_F(GetOption, LeastSizesAreThoseOfTheStructures) {
  const std::pair<int, size_t> expected[] = {{1152, 64}, {1153, 12}, {1154, 8},  {1155, 104},
                                             {1156, 24}, {1157, 0},  {1158, 12}, {1159, 48}};
  for (const auto& [optname, size] : expected) {
    EXPECT_EQ(get_size(optname), size) << optname;
    if (size > 0) {
      EXPECT_EQ(world_.get(optname, size - 1).err(), EINVAL) << optname;
    }
  }
}

TEST_F(GetOption, PrivilegeThenSizeThenMemory) {
  EXPECT_EQ(get_option(world_.ipvs, world_.netns(), true, kIpvsSoGetInfo, {}, 12).err(), EFAULT);
  EXPECT_EQ(get_option(world_.ipvs, world_.netns(), true, kIpvsSoGetInfo, {}, 11).err(), EINVAL);
  EXPECT_EQ(get_option(world_.ipvs, world_.netns(), false, kIpvsSoGetInfo, {}, 11).err(), EPERM);
}

TEST_F(GetOption, MemoryIsTestedBeforeTheCount) {
  const std::vector<uint8_t> seven(7);
  EXPECT_EQ(get_option(world_.ipvs, world_.netns(), true, kIpvsSoGetServices, seven, 9).err(), EFAULT);
}

TEST_F(GetOption, UnusedNumberIsInvalidAtAnyLength) {
  EXPECT_EQ(world_.get(1157, 0).err(), EINVAL);
  EXPECT_EQ(world_.get(1157, 1000).err(), EINVAL);
}

TEST_F(GetOption, VersionIsTextWithItsNulAndAdjustsTheLength) {
  const auto answer = world_.get(kIpvsSoGetVersion, 64);
  ASSERT_TRUE(answer.ok());
  const std::string text = "IP Virtual Server version 1.2.1 (size=4096)";
  EXPECT_EQ(std::string(answer.value().bytes.begin(), answer.value().bytes.end()), text + '\0');
  EXPECT_EQ(answer.value().optlen, text.size() + 1);
}

TEST_F(GetOption, OnlyVersionAdjustsTheLength) {
  const auto answer = world_.get(kIpvsSoGetInfo, 100);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes.size(), 12u);
  EXPECT_EQ(answer.value().optlen, 100u);
}

TEST_F(GetOption, InfoCountsTheIpv4ServicesOfTheNamespace) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, fwmark_user(1)), 0);
  add_v6_service();
  ASSERT_TRUE(world_.ipvs.add_service(world_.ipvs.netns(1), ipvs::ServiceKey{}, {}).ok());
  const auto answer = world_.get(kIpvsSoGetInfo, 12);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes, bytes_of(uint32_t{0x010201}, uint32_t{4096}, uint32_t{2}));
}

TEST_F(GetOption, ServiceEntryHasTheSpecsLayout) {
  IpvsServiceUser user = service_user("10.0.0.1", 443, "wlc");
  user.protocol = kIpprotoUdp;
  user.flags = kIpvsSvcFPersistent;
  user.timeout = 360;
  user.netmask_be32 = be32("255.255.0.0");
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, user), 0);
  ASSERT_EQ(world_.add_dest(user, dest_user("10.1.1.1", 80)), 0);
  world_.find(user)->stats.set_raw({0x1'0000'0001, 2, 3, 0x1'0000'0004, 5});
  world_.clock.advance(ipvs::kSamplePeriodMs);

  const auto answer = world_.get(kIpvsSoGetService, 104, user);
  ASSERT_TRUE(answer.ok());
  const Answer& got = answer.value();
  ASSERT_EQ(got.bytes.size(), 104u);
  EXPECT_EQ(record<uint16_t>(got, 0), kIpprotoUdp);
  EXPECT_EQ(record<uint32_t>(got, 4), be32("10.0.0.1"));
  EXPECT_EQ(record<uint16_t>(got, 8), htons(443));
  EXPECT_EQ(record<uint32_t>(got, 12), 0u);
  EXPECT_STREQ(reinterpret_cast<const char*>(&got.bytes[16]), "wlc");
  EXPECT_EQ(record<uint32_t>(got, 32), kIpvsSvcFPersistent | kIpvsSvcFHashed);
  EXPECT_EQ(record<uint32_t>(got, 36), 360u);
  EXPECT_EQ(record<uint32_t>(got, 40), be32("255.255.0.0"));
  EXPECT_EQ(record<uint32_t>(got, 44), 1u);
  EXPECT_EQ(record<uint32_t>(got, 48), 1u);  // conns: the low 32 bits
  EXPECT_EQ(record<uint32_t>(got, 52), 2u);
  EXPECT_EQ(record<uint32_t>(got, 56), 3u);
  EXPECT_EQ(record<uint64_t>(got, 64), 0x1'0000'0004u);
  EXPECT_EQ(record<uint64_t>(got, 72), 5u);
  const ipvs::Stats& stats = world_.find(user)->stats;
  EXPECT_EQ(record<uint32_t>(got, 80), static_cast<uint32_t>(stats.rate(ipvs::kConns)));
  EXPECT_EQ(record<uint32_t>(got, 92), static_cast<uint32_t>(stats.rate(ipvs::kInBytes)));
  EXPECT_GT(record<uint32_t>(got, 92), 0u);
  EXPECT_EQ(record<uint32_t>(got, 96), static_cast<uint32_t>(stats.rate(ipvs::kOutBytes)));
}

// Measured on 6.1.176: the record is written over the client's own, SERVICES' are not.
TEST_F(GetOption, ServiceLeavesTheClientsBytesInTheHoles) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 443, "wlc")), 0);
  IpvsServiceEntry given;
  std::memset(&given, 0x44, sizeof(given));
  given.service.protocol = kIpprotoTcp;
  given.service.addr_be32 = be32("10.0.0.1");
  given.service.port_be16 = htons(443);
  given.service.fwmark = 0;
  const auto answer = world_.get(kIpvsSoGetService, sizeof(given), given);
  ASSERT_TRUE(answer.ok());
  std::vector<size_t> holes;
  for (size_t i = 0; i < sizeof(given); ++i)
    if (answer.value().bytes[i] == 0x44) holes.push_back(i);
  EXPECT_EQ(holes, (std::vector<size_t>{2,  3,  10, 11, 24, 25, 26,  27,  28,  29,
                                        30, 31, 60, 61, 62, 63, 100, 101, 102, 103}));
}

TEST_F(GetOption, ServiceIsFoundByAddressOrByMark) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, fwmark_user(5)), 0);
  EXPECT_EQ(world_.get(kIpvsSoGetService, 104, web_).err(), ESRCH);
  IpvsServiceUser user = fwmark_user(5);
  user.addr_be32 = be32("10.9.9.9");
  const auto answer = world_.get(kIpvsSoGetService, 104, user);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(record<IpvsServiceEntry>(answer.value()).service.fwmark, 5u);
  EXPECT_EQ(record<IpvsServiceEntry>(answer.value()).service.addr_be32, 0u);
}

TEST_F(GetOption, ServiceWithoutSchedulerSaysNone) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.1", 80, "none")), 0);
  const auto answer = world_.get(kIpvsSoGetService, 104, web_);
  ASSERT_TRUE(answer.ok());
  EXPECT_STREQ(record<IpvsServiceEntry>(answer.value()).service.sched_name, "none");
}

TEST_F(GetOption, ServicesComeInDumpOrderWithoutTheIpv6Ones) {
  // Rows with salt 0x70: port 80 of 10.0.0.x is (6 ^ x ^ 0x50 ^ 0x70).
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, fwmark_user(1)), 0);
  for (const char* const addr : {"10.0.0.1", "10.0.0.2", "10.1.0.2"})
    ASSERT_EQ(world_.set(kIpvsSoSetAdd, service_user(addr, 80)), 0);
  add_v6_service();
  const auto answer = services(4);
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.value().bytes.size(), 8u + 4 * 104);
  EXPECT_EQ(answer.value().optlen, 8u + 4 * 104);
  std::vector<uint32_t> order;
  for (size_t i = 0; i < 4; ++i)
    order.push_back(record<IpvsServiceEntry>(answer.value(), 8 + 104 * i).service.addr_be32);
  EXPECT_EQ(order, (std::vector<uint32_t>{be32("10.1.0.2"), be32("10.0.0.2"), be32("10.0.0.1"), 0}));
}

TEST_F(GetOption, ServicesWantExactlyTheRoomTheirCountNeeds) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  const IpvsGetServices one{1, 0};
  EXPECT_EQ(world_.get(kIpvsSoGetServices, 8 + 103, one).err(), EINVAL);
  EXPECT_EQ(world_.get(kIpvsSoGetServices, 8 + 105, one).err(), EINVAL);
  EXPECT_TRUE(world_.get(kIpvsSoGetServices, 8 + 104, one).ok());
  // A count whose room wraps in 32 bits: 104 * 0x20000001 = 104 (mod 2^32).
  EXPECT_EQ(world_.get(kIpvsSoGetServices, 8 + 104, IpvsGetServices{0x20000001, 0}).err(), EINVAL);
}

TEST_F(GetOption, CountOfServicesCutsOffSilently) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, service_user("10.0.0.2", 80)), 0);
  const auto answer = services(1);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes.size(), 8u + 104);
  const auto none = services(0);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none.value().bytes.size(), 8u);
}

TEST_F(GetOption, FewerServicesThanCountedLeaveTheRestOfTheBufferAlone) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  const auto answer = services(3);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes.size(), 8u + 104);
  EXPECT_EQ(answer.value().optlen, 8u + 3 * 104);
  EXPECT_EQ(record<uint32_t>(answer.value(), 0), 3u);
}

TEST_F(GetOption, DestEntryHasTheSpecsLayout) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  IpvsDestUser user = dest_user("10.1.1.1", 8080, kIpvsFwdDroute | 0x2000);
  user.weight = 9;
  user.u_threshold = 200;
  user.l_threshold = 100;
  ASSERT_EQ(world_.add_dest(web_, user), 0);
  ipvs::Dest& dest = world_.newest_dest(web_);
  world_.ipvs.set_connections(dest, {11, 12, 13});
  dest.stats.set_raw({1, 2, 3, 0x1'0000'0004, 5});
  world_.clock.advance(ipvs::kSamplePeriodMs);

  const auto answer = dests(web_, 1);
  ASSERT_TRUE(answer.ok());
  const Answer& got = answer.value();
  ASSERT_EQ(got.bytes.size(), 24u + 96);
  EXPECT_EQ(record<uint16_t>(got, 0), kIpprotoTcp);
  EXPECT_EQ(record<uint32_t>(got, 16), 1u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 0), be32("10.1.1.1"));
  EXPECT_EQ(record<uint16_t>(got, 24 + 4), htons(8080));
  EXPECT_EQ(record<uint32_t>(got, 24 + 8), 0x2183u);
  EXPECT_EQ(record<int32_t>(got, 24 + 12), 9);
  EXPECT_EQ(record<uint32_t>(got, 24 + 16), 200u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 20), 100u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 24), 11u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 28), 12u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 32), 13u);
  EXPECT_EQ(record<uint32_t>(got, 24 + 40), 1u);
  EXPECT_EQ(record<uint64_t>(got, 24 + 56), 0x1'0000'0004u);
}

TEST_F(GetOption, DestinationsAddedByNetlinkShowCompleteFlagsToo) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  ipvs::DestSettings settings;
  settings.conn_flags = kIpvsFwdTunnel;
  ASSERT_TRUE(
      world_.ipvs.add_dest(*world_.find(web_), {kAfInet, ipvs::Address::v4(10, 1, 1, 1), 80}, settings).ok());
  const auto answer = dests(web_, 1);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(record<IpvsDestEntry>(answer.value(), 24).dest.conn_flags, 0x182u);
}

TEST_F(GetOption, DestsComeNewestFirstAndTheCountCutsThemOff) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  for (const char* const addr : {"10.1.1.1", "10.1.1.2", "10.1.1.3"})
    ASSERT_EQ(world_.add_dest(web_, dest_user(addr, 80)), 0);
  const auto answer = dests(web_, 2);
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.value().bytes.size(), 24u + 2 * 96);
  EXPECT_EQ(record<uint32_t>(answer.value(), 24), be32("10.1.1.3"));
  EXPECT_EQ(record<uint32_t>(answer.value(), 24 + 96), be32("10.1.1.2"));
}

TEST_F(GetOption, DestinationsOfAnotherFamilyAreHiddenAndTakeNoRoom) {
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  ASSERT_EQ(world_.add_dest(web_, dest_user("10.1.1.1", 80)), 0);
  ipvs::DestSettings settings;
  settings.conn_flags = kIpvsFwdTunnel;
  ASSERT_TRUE(
      world_.ipvs.add_dest(*world_.find(web_), {kAfInet6, *ipvs::Address::parse("2001:db8::5"), 80}, settings)
          .ok());
  const auto answer = dests(web_, 1);
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.value().bytes.size(), 24u + 96);
  EXPECT_EQ(record<uint32_t>(answer.value(), 24), be32("10.1.1.1"));
}

TEST_F(GetOption, DestsTestTheRoomBeforeTheService) {
  EXPECT_EQ(world_.get(kIpvsSoGetDests, 24 + 95, dests_of(web_, 1)).err(), EINVAL);
  EXPECT_EQ(world_.get(kIpvsSoGetDests, 24 + 96, dests_of(web_, 1)).err(), ESRCH);
  ASSERT_EQ(world_.set(kIpvsSoSetAdd, web_), 0);
  EXPECT_EQ(world_.get(kIpvsSoGetDests, 24 + 97, dests_of(web_, 1)).err(), EINVAL);
}

TEST_F(GetOption, TimeoutsAreSeconds) {
  const auto answer = world_.get(kIpvsSoGetTimeout, 12);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes, bytes_of(900, 120, 300));
}

TEST_F(GetOption, DaemonsAreTwoRecordsMasterFirst) {
  const auto idle = world_.get(kIpvsSoGetDaemon, 48);
  ASSERT_TRUE(idle.ok());
  EXPECT_EQ(idle.value().bytes, std::vector<uint8_t>(48));
  ASSERT_EQ(world_.set(kIpvsSoSetStartDaemon, daemon_user(kIpvsDaemonBackup, "d0", 9)), 0);
  const auto answer = world_.get(kIpvsSoGetDaemon, 48);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().bytes, bytes_of(IpvsDaemonUser{}, daemon_user(kIpvsDaemonBackup, "d0", 9)));
}

}  // namespace
}  // namespace ipvsim::ipvs_sockopt
