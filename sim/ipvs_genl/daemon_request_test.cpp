// Sync daemons over netlink: ipvs-control.md 13.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

constexpr uint32_t kMaster = kIpvsDaemonMaster, kBackup = kIpvsDaemonBackup;

Attrs daemon_on(uint32_t state, std::string_view interface = "lo", uint32_t syncid = 7) {
  return Attrs()
      .u32(kIpvsDaemonAttrState, state)
      .text(kIpvsDaemonAttrMcastIfn, interface)
      .u32(kIpvsDaemonAttrSyncId, syncid);
}
Attrs with_group6(Attrs attrs, std::string_view group) {
  return attrs.raw(kIpvsDaemonAttrMcastGroup6, address_bytes(group));
}

class DaemonRequest : public ::testing::Test {
 protected:
  int start(const Attrs& daemon) { return user_.call(kIpvsNewDaemon, in_daemon(daemon)); }
  int stop(const Attrs& daemon) { return user_.call(kIpvsDelDaemon, in_daemon(daemon)); }
  int stop(uint32_t state) { return stop(Attrs().u32(kIpvsDaemonAttrState, state)); }
  std::vector<Answer> dump() { return answers_of(user_.dump(kIpvsGetDaemon)); }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(DaemonRequest, WithoutDaemonIsInvalid) {
  EXPECT_EQ(user_.call(kIpvsNewDaemon), EINVAL);
  EXPECT_EQ(user_.call(kIpvsDelDaemon), EINVAL);
}

TEST_F(DaemonRequest, NewNeedsStateInterfaceAndId) {
  EXPECT_EQ(start(Attrs().text(2, "lo").u32(3, 1)), EINVAL);
  EXPECT_EQ(start(Attrs().u32(1, 1).u32(3, 1)), EINVAL);
  EXPECT_EQ(start(Attrs().u32(1, 1).text(2, "lo")), EINVAL);
  EXPECT_EQ(start(Attrs().u32(1, 1).text(2, "lo").u32(3, 1)), 0);
}

TEST_F(DaemonRequest, DelNeedsTheStateOnly) {
  EXPECT_EQ(stop(Attrs().text(2, "lo").u32(3, 1)), EINVAL);
  EXPECT_EQ(stop(kMaster), ESRCH);
  EXPECT_EQ(stop(3), EINVAL);
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  EXPECT_EQ(stop(kMaster), 0);
}

TEST_F(DaemonRequest, Errors) {
  EXPECT_EQ(start(daemon_on(kMaster, "eth7")), ENODEV);
  EXPECT_EQ(start(daemon_on(9, "eth7")), ENODEV);  // before the state
  EXPECT_EQ(start(daemon_on(9)), EINVAL);
  EXPECT_EQ(start(daemon_on(kMaster).raw(5, {10, 0, 0, 1})), EINVAL);
  EXPECT_EQ(start(with_group6(daemon_on(kMaster), "fe80::1")), EINVAL);
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  EXPECT_EQ(start(daemon_on(kMaster)), EEXIST);
}

TEST_F(DaemonRequest, IsRefusedWhileAMixedFamilyDestinationExists) {
  ipvs::Service& service = add_in_row(kernel_, 1);
  ASSERT_TRUE(kernel_.ipvs().add_dest(service, dest_key("2001:db8::1", 80), tunnel()).ok());
  EXPECT_EQ(start(daemon_on(kMaster, "eth7")), EINVAL);
  ASSERT_TRUE(kernel_.ipvs().del_dest(service, dest_key("2001:db8::1", 80)).ok());
  EXPECT_EQ(start(daemon_on(kMaster)), 0);
}

TEST_F(DaemonRequest, NoneRunningIsAnEmptyDump) {
  const auto got = dump();
  ASSERT_EQ(got.size(), 1u);
  EXPECT_TRUE(got[0].is_done());
}

TEST_F(DaemonRequest, DumpOfAV4DaemonByteByByte) {
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  const auto got = user_.dump(kIpvsGetDaemon);
  const Attrs expected = in_daemon(daemon_on(kMaster)
                                       .u16(kIpvsDaemonAttrSyncMaxlen, 1472)
                                       .u16(kIpvsDaemonAttrMcastPort, 8848)
                                       .u8(kIpvsDaemonAttrMcastTtl, 1)
                                       .raw(kIpvsDaemonAttrMcastGroup, {224, 0, 0, 81}));
  EXPECT_EQ(got[0].length, 72u + 8u);  // align4(5 + 2) for "lo"
  EXPECT_EQ(Data(got[0].bytes.begin() + 20, got[0].bytes.end()), expected.data());
  const Answer answer = got[0].answer();
  EXPECT_EQ(answer.command(), kIpvsNewDaemon);
  EXPECT_EQ(answer.flags, kNlmFMulti);
}

TEST_F(DaemonRequest, DumpOfAV6DaemonByteByByte) {
  ASSERT_EQ(start(with_group6(daemon_on(kBackup), "ff02::81")
                      .u16(kIpvsDaemonAttrSyncMaxlen, 2000)
                      .u16(kIpvsDaemonAttrMcastPort, 1)
                      .u8(kIpvsDaemonAttrMcastTtl, 9)),
            0);
  const auto got = user_.dump(kIpvsGetDaemon);
  EXPECT_EQ(got[0].length, 84u + 8u);
  EXPECT_EQ(Data(got[0].bytes.begin() + 20, got[0].bytes.end()),
            in_daemon(with_group6(daemon_on(kBackup).u16(4, 2000).u16(7, 1).u8(8, 9), "ff02::81")).data());
}

TEST_F(DaemonRequest, PortOrTtlOfZeroCountsAsAbsent) {
  ASSERT_EQ(start(daemon_on(kMaster).u16(kIpvsDaemonAttrMcastPort, 0).u8(kIpvsDaemonAttrMcastTtl, 0)), 0);
  const auto attrs = find(dump().at(0).attributes(), kIpvsCmdAttrDaemon).inside();
  EXPECT_EQ(find(attrs, kIpvsDaemonAttrMcastPort).u16(), 8848);
  EXPECT_EQ(find(attrs, kIpvsDaemonAttrMcastTtl).u8(), 1);
}

TEST_F(DaemonRequest, TheV4GroupWins) {
  ASSERT_EQ(start(with_group6(daemon_on(kMaster).raw(5, {239, 0, 0, 1}), "ff02::1")), 0);
  const auto attrs = find(dump().at(0).attributes(), kIpvsCmdAttrDaemon).inside();
  EXPECT_EQ(find(attrs, kIpvsDaemonAttrMcastGroup).payload, (Data{239, 0, 0, 1}));
  EXPECT_FALSE(has(attrs, kIpvsDaemonAttrMcastGroup6));
}

TEST_F(DaemonRequest, MasterIsToldBeforeBackup) {
  ASSERT_EQ(start(daemon_on(kBackup, "lo", 2)), 0);
  ASSERT_EQ(start(daemon_on(kMaster, "lo", 1)), 0);
  const auto got = dump();
  ASSERT_EQ(got.size(), 3u);
  for (const uint32_t state : {kMaster, kBackup})
    EXPECT_EQ(find(find(got[state - 1].attributes(), 3).inside(), kIpvsDaemonAttrState).u32(), state);
}

TEST_F(DaemonRequest, DumpGoesOnWhereTheBufferEnded) {
  ASSERT_EQ(start(daemon_on(kBackup)), 0);
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  kernel_.set_dump_buffer(DumpBufferRule::fixed(100));
  EXPECT_EQ(lengths(user_.dump(kIpvsGetDaemon)), (std::vector<int>{80, 80, 20}));
}

TEST_F(DaemonRequest, OneStartedBetweenTwoChunksIsStillTold) {
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  user_.send(user_.request(kIpvsGetDaemon, {}, kDumpRequest));
  ASSERT_TRUE(
      kernel_.ipvs().start_daemon(kernel_.ipvs_netns(), kBackup, {.interface = "lo", .group = {}}).ok());
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{80, 80, 20}));
}

TEST_F(DaemonRequest, EachIsToldOnceEvenWhenRestarted) {
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  user_.send(user_.request(kIpvsGetDaemon, {}, kDumpRequest));
  ASSERT_TRUE(kernel_.ipvs().stop_daemon(kernel_.ipvs_netns(), kMaster).ok());
  ASSERT_TRUE(
      kernel_.ipvs().start_daemon(kernel_.ipvs_netns(), kMaster, {.interface = "lo", .group = {}}).ok());
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{80, 20}));
}

TEST_F(DaemonRequest, BelongsToTheSocketsNamespace) {
  const auto far_netns = kernel_.add_netns(0);
  IpvsUser far(kernel_, 1, far_netns);
  ASSERT_EQ(start(daemon_on(kMaster)), 0);
  EXPECT_EQ(lengths(far.dump(kIpvsGetDaemon)), (std::vector<int>{20}));
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
