// How strictly IPVS reads attributes, and what it tells about bad ones: nlattr.md 5 and 7.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

using Types = std::vector<uint16_t>;
constexpr uint16_t kPolicyTlv = kExtAckPolicy | kNlaFNested;
const char* const kLeftover = "bytes leftover after parsing attributes";
const char* const kFailed = "Attribute failed policy validation";

class AttributeRules : public ::testing::Test {
 protected:
  AttributeRules() { EXPECT_TRUE(user_.socket().set_option(kNetlinkExtAck, 1).ok()); }
  Answer ask(uint8_t cmd, const Attrs& top) { return user_.ask_one(user_.request(cmd, top)); }
  static std::string message_of(const Answer& answer) { return find(answer.tlvs(), kExtAckMsg).text(); }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
  const Attrs vip_ = service_identity("10.0.0.1", 80);
};

// 7.1, the top level.

TEST_F(AttributeRules, ShortTimeoutMakesAnyCommandFail) {
  for (const uint8_t cmd : {kIpvsGetInfo, kIpvsFlush, kIpvsNewService, kIpvsNewDaemon}) {
    const Answer answer = ask(cmd, Attrs().raw(kIpvsCmdAttrTimeoutTcp, {1, 2}));
    EXPECT_EQ(answer.error(), ERANGE) << int{cmd};
    EXPECT_EQ(types_of(answer.tlvs()), (Types{kExtAckMsg, kExtAckOffs, kPolicyTlv}));
    EXPECT_EQ(message_of(answer), kFailed);
    EXPECT_EQ(find(answer.tlvs(), kExtAckOffs).u32(), 20u);
    EXPECT_EQ(find(find(answer.tlvs(), kPolicyTlv).inside(), kPolicyType).u32(), kAttrTypeU32);
  }
}

TEST_F(AttributeRules, NestOfOneToThreeBytesIsOutOfRange) {
  for (const uint16_t type : {kIpvsCmdAttrService, kIpvsCmdAttrDest, kIpvsCmdAttrDaemon})
    for (size_t n = 1; n <= 3; ++n) {
      const Answer answer = ask(kIpvsGetInfo, Attrs().raw(type, Data(n, 0)));
      EXPECT_EQ(answer.error(), ERANGE);
      EXPECT_EQ(find(answer.tlvs(), kPolicyTlv).payload, (Data{8, 0, 1, 0, 13, 0, 0, 0}));
    }
  EXPECT_EQ(user_.call(kIpvsFlush, Attrs().raw(kIpvsCmdAttrDest, {})), 0);
}

TEST_F(AttributeRules, OffsetPointsAtTheBadAttributeHeader) {
  const Attrs top = Attrs().u32(kIpvsCmdAttrTimeoutTcp, 1).raw(kIpvsCmdAttrTimeoutUdp, {1});
  EXPECT_EQ(find(ask(kIpvsGetInfo, top).tlvs(), kExtAckOffs).u32(), 28u);
}

TEST_F(AttributeRules, EveryInstanceIsValidatedThoughTheLastWins) {
  EXPECT_EQ(ask(kIpvsSetConfig, Attrs().raw(4, {1}).u32(4, 5)).error(), ERANGE);
  EXPECT_EQ(ask(kIpvsSetConfig, Attrs().u32(4, 6).u32(4, 5)).error(), 0);
  EXPECT_EQ(find(user_.get(kIpvsGetConfig).attributes(), 4).u32(), 5u);
}

TEST_F(AttributeRules, LongTimeoutUsesItsFirstFourBytes) {
  EXPECT_EQ(user_.call(kIpvsSetConfig, Attrs().raw(4, {7, 0, 0, 0, 0xff, 0xff})), 0);
  EXPECT_EQ(find(user_.get(kIpvsGetConfig).attributes(), 4).u32(), 7u);
}

TEST_F(AttributeRules, NestedBitDoesNotMatter) {
  const Attrs full = Attrs(vip_).append(service_settings());
  EXPECT_EQ(user_.call(kIpvsNewService, Attrs().nest(kIpvsCmdAttrService | kNlaFNested, full)), 0);
  EXPECT_EQ(user_.call(kIpvsDelService, Attrs().nest(kIpvsCmdAttrService | kNlaFNetByteorder, full)), 0);
  EXPECT_EQ(user_.call(kIpvsSetConfig, Attrs().u32(4 | kNlaFNested, 8)), 0);
  EXPECT_EQ(find(user_.get(kIpvsGetConfig).attributes(), 4).u32(), 8u);
}

TEST_F(AttributeRules, UnknownNumbersAreSkippedUnseen) {
  EXPECT_EQ(user_.call(kIpvsFlush, Attrs().raw(0, {1}).raw(7, {1}).raw(0x3fff, {})), 0);
}

TEST_F(AttributeRules, LeftoverIsToldOnASuccessAck) {
  const Answer answer = ask(kIpvsFlush, Attrs().bytes({1, 2, 3}));
  EXPECT_EQ(answer.error(), 0);
  EXPECT_EQ(answer.flags, 0x300);
  EXPECT_EQ(types_of(answer.tlvs()), Types{kExtAckMsg});
  EXPECT_EQ(message_of(answer), kLeftover);
}

TEST_F(AttributeRules, LeftoverIsToldWhenTheRequestFailsLater) {
  const Answer answer = ask(kIpvsDelService, in_service(vip_).bytes({1}));
  EXPECT_EQ(answer.error(), ESRCH);
  EXPECT_EQ(answer.flags, 0x200);
  EXPECT_EQ(types_of(answer.tlvs()), Types{kExtAckMsg});
  EXPECT_EQ(message_of(answer), kLeftover);
}

TEST_F(AttributeRules, BadHeaderBehindGoodAttributesIsLeftover) {
  for (const Data& bad : {Data{3, 0, 5, 0}, Data{0, 0, 0, 0}, Data{200, 0, 5, 0, 1, 1, 1, 1}}) {
    const Answer answer = ask(kIpvsSetConfig, Attrs().u32(4, 99).bytes(bad));
    EXPECT_EQ(answer.error(), 0);
    EXPECT_EQ(message_of(answer), kLeftover);
    EXPECT_EQ(find(user_.get(kIpvsGetConfig).attributes(), 4).u32(), 99u);
  }
}

TEST_F(AttributeRules, ALaterMessageReplacesAnEarlierOne) {
  // The leftover message is recorded by the core, then the daemon parser fails with its own.
  const Answer answer = ask(kIpvsNewDaemon, in_daemon(Attrs().raw(kIpvsDaemonAttrState, {1})).bytes({9}));
  EXPECT_EQ(answer.error(), EINVAL);
  EXPECT_EQ(message_of(answer), kFailed);
}

// 7.2, inside SERVICE and DEST: always EINVAL, never a word.

TEST_F(AttributeRules, FailuresInsideServiceAreEinvalWithoutARecord) {
  const Attrs full = Attrs(vip_).append(service_settings());
  struct Case {
    const char* name;
    uint16_t type;
    Data payload;
  };
  for (const Case& bad :
       {Case{"short family", kIpvsSvcAttrAf, {2}}, Case{"short protocol", kIpvsSvcAttrProtocol, {6}},
        Case{"long address", kIpvsSvcAttrAddr, Data(17, 0)}, Case{"short port", kIpvsSvcAttrPort, {0}},
        Case{"short mark", kIpvsSvcAttrFwmark, {1, 2, 3}},
        Case{"scheduler without NUL", kIpvsSvcAttrSchedName, {'r', 'r'}},
        Case{"scheduler of 16", kIpvsSvcAttrSchedName, Data(17, 'x')},
        Case{"long flags", kIpvsSvcAttrFlags, Data(9, 0)},
        Case{"short timeout", kIpvsSvcAttrTimeout, {0, 0, 0}},
        Case{"short netmask", kIpvsSvcAttrNetmask, {0}}, Case{"tiny statistics", kIpvsSvcAttrStats, {1}},
        Case{"engine without NUL", kIpvsSvcAttrPeName, {'s'}}}) {
    const Answer answer = ask(kIpvsNewService, in_service(Attrs(full).raw(bad.type, bad.payload)));
    EXPECT_EQ(answer.error(), EINVAL) << bad.name;
    EXPECT_TRUE(answer.tlvs().empty()) << bad.name;
  }
}

TEST_F(AttributeRules, FailuresInsideDestAreEinvalWithoutARecord) {
  ASSERT_EQ(user_.call(kIpvsNewService, in_service(Attrs(vip_).append(service_settings()))), 0);
  const Attrs full = dest_identity("10.1.0.1", 80).append(dest_settings());
  const std::vector<std::pair<uint16_t, Data>> bad{
      {kIpvsDestAttrAddr, Data(17, 0)}, {kIpvsDestAttrPort, {1}},       {kIpvsDestAttrFwdMethod, {1, 2, 3}},
      {kIpvsDestAttrWeight, {1}},       {kIpvsDestAttrUThresh, {1}},    {kIpvsDestAttrLThresh, {1}},
      {kIpvsDestAttrActiveConns, {1}},  {kIpvsDestAttrInactConns, {1}}, {kIpvsDestAttrPersistConns, {1}},
      {kIpvsDestAttrStats, {1, 2, 3}},  {kIpvsDestAttrAddrFamily, {2}}, {kIpvsDestAttrTunType, {}},
      {kIpvsDestAttrTunPort, {1}},      {kIpvsDestAttrTunFlags, {1}}};
  for (const auto& [type, payload] : bad) {
    const Answer answer = ask(kIpvsNewDest, in_service_and_dest(vip_, Attrs(full).raw(type, payload)));
    EXPECT_EQ(answer.error(), EINVAL) << type;
    EXPECT_TRUE(answer.tlvs().empty()) << type;
  }
  EXPECT_EQ(user_.call(kIpvsNewDest, in_service_and_dest(vip_, full)), 0);
}

TEST_F(AttributeRules, LeftoverInsideServiceIsNotTold) {
  const Answer answer =
      ask(kIpvsNewService, in_service(Attrs(vip_).append(service_settings()).bytes({1, 2, 3, 4, 5})));
  EXPECT_EQ(answer.error(), 0);
  EXPECT_TRUE(answer.tlvs().empty());
}

TEST_F(AttributeRules, EngineNameMayHave16Characters) {
  const auto with_pe = [&](size_t n) {
    return user_.call(
        kIpvsNewService,
        in_service(Attrs(vip_).append(service_settings()).text(kIpvsSvcAttrPeName, std::string(n, 'x'))));
  };
  EXPECT_EQ(with_pe(16), ENOENT);  // well formed, but there is no such engine
  EXPECT_EQ(with_pe(17), EINVAL);
}

TEST_F(AttributeRules, SchedulerNameEndsAtItsFirstNul) {
  const Data name{'r', 'r', 0, 'j', 'u', 'n', 'k', 0};
  EXPECT_EQ(user_.call(kIpvsNewService,
                       in_service(Attrs(vip_).append(service_settings()).raw(kIpvsSvcAttrSchedName, name))),
            0);
}

// 7.3, inside DAEMON: always EINVAL, with the whole record.

TEST_F(AttributeRules, FailuresInsideDaemonAreEinvalWithARecordThatPointsInside) {
  const Attrs full = Attrs().u32(1, 1).text(2, "lo").u32(3, 0);
  const std::vector<std::pair<uint16_t, Data>> bad{{kIpvsDaemonAttrState, {1}},
                                                   {kIpvsDaemonAttrMcastIfn, {'l', 'o'}},
                                                   {kIpvsDaemonAttrSyncId, {1}},
                                                   {kIpvsDaemonAttrSyncMaxlen, {1}},
                                                   {kIpvsDaemonAttrMcastGroup, {224, 0, 0}},
                                                   {kIpvsDaemonAttrMcastPort, {1}},
                                                   {kIpvsDaemonAttrMcastTtl, {}}};
  for (const auto& [type, payload] : bad) {
    const Answer answer = ask(kIpvsNewDaemon, in_daemon(Attrs(full).raw(type, payload)));
    EXPECT_EQ(answer.error(), EINVAL) << type;
    EXPECT_EQ(message_of(answer), kFailed) << type;
    EXPECT_EQ(find(answer.tlvs(), kExtAckOffs).u32(), 20u + 4u + full.data().size()) << type;
    EXPECT_TRUE(has(answer.tlvs(), kPolicyTlv)) << type;
  }
}

TEST_F(AttributeRules, ShortV6GroupHasAnUndescribedPolicy) {
  const Attrs daemon =
      Attrs().u32(1, 1).text(2, "lo").u32(3, 0).raw(kIpvsDaemonAttrMcastGroup6, Data(15, 0xff));
  const Answer answer = ask(kIpvsNewDaemon, in_daemon(daemon));
  EXPECT_EQ(answer.error(), EINVAL);
  EXPECT_EQ(types_of(answer.tlvs()), (Types{kExtAckMsg, kExtAckOffs}));
}

TEST_F(AttributeRules, LeftoverInsideDaemonIsTold) {
  const Answer answer =
      ask(kIpvsNewDaemon, in_daemon(Attrs().u32(1, 1).text(2, "lo").u32(3, 0).bytes({1, 2, 3, 4, 5})));
  EXPECT_EQ(answer.error(), 0);
  EXPECT_EQ(message_of(answer), kLeftover);
}

TEST_F(AttributeRules, InterfaceNameCases) {
  const auto start = [&](const Data& name) {
    return user_.call(kIpvsNewDaemon, in_daemon(Attrs().u32(1, 1).raw(2, name).u32(3, 0)));
  };
  EXPECT_EQ(start({}), EINVAL);
  EXPECT_EQ(start({0}), ENODEV);
  EXPECT_EQ(start(Data(16, 'x')), EINVAL);
  EXPECT_EQ(start({'l', 'o', 0}), 0);
}

// 7.4, dump requests.

TEST_F(AttributeRules, GetServiceAndGetDaemonDumpsLookAtNoAttribute) {
  const Attrs junk = Attrs().raw(kIpvsCmdAttrTimeoutTcp, {1}).bytes({1, 2, 3});
  for (const uint8_t cmd : {kIpvsGetService, kIpvsGetDaemon}) {
    const auto got = user_.dump(cmd, junk);
    EXPECT_EQ(lengths(got), std::vector<int>{20}) << int{cmd};
    EXPECT_EQ(got[0].answer().flags, kNlmFMulti);
  }
}

TEST_F(AttributeRules, GetDestTellsItsTopLevelTroubleOnDone) {
  ASSERT_EQ(user_.call(kIpvsNewService, in_service(Attrs(vip_).append(service_settings()))), 0);
  const Answer leftover = user_.dump(kIpvsGetDest, in_service(vip_).bytes({1})).at(0).answer();
  EXPECT_TRUE(leftover.is_done());
  EXPECT_EQ(leftover.error(), 0);
  EXPECT_EQ(leftover.flags, kNlmFMulti | kNlmFAckTlvs);
  EXPECT_EQ(types_of(leftover.tlvs()), Types{kExtAckMsg});
  EXPECT_EQ(message_of(leftover), kLeftover);
  const Answer bad =
      user_.dump(kIpvsGetDest, in_service(vip_).raw(kIpvsCmdAttrTimeoutTcp, {1})).at(0).answer();
  EXPECT_EQ(bad.error(), 0);
  EXPECT_EQ(types_of(bad.tlvs()), Types{kExtAckMsg});
  EXPECT_EQ(message_of(bad), kFailed);
}

TEST_F(AttributeRules, GetDestIsSilentAboutTroubleInsideService) {
  const Answer done = user_.dump(kIpvsGetDest, in_service(Attrs().raw(kIpvsSvcAttrAf, {2}))).at(0).answer();
  EXPECT_TRUE(done.is_done());
  EXPECT_EQ(done.flags, kNlmFMulti);
}

TEST_F(AttributeRules, GetServiceDestTellsItsTroubleOnDoneLikeGetDest) {
  for (const DumpVariant variant : {DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3}) {
    Profile profile;
    profile.variant = variant;
    sim::Kernel kernel(profile);
    IpvsUser user(kernel);
    ASSERT_TRUE(user.socket().set_option(kNetlinkExtAck, 1).ok());
    add_in_row(kernel, 1, 0, 1);
    const auto got = user.dump(kIpvsGetServiceDest, Attrs().bytes({1}));
    ASSERT_EQ(got.size(), 2u);
    EXPECT_EQ(message_of(got[1].answer()), kLeftover);
  }
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
