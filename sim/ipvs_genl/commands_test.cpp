// Which command can be asked how, by whom, and with which header: ipvs-control.md 2, genetlink.md 3.
#include <gtest/gtest.h>

#include <cerrno>
#include <set>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint16_t kDumpAck = kDumpRequest | uapi::kNlmFAck;

class Commands : public ::testing::Test {
 protected:
  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(Commands, OnlyFourCanBeDumped) {
  const std::set<uint8_t> dumpable{uapi::kIpvsGetService, uapi::kIpvsGetDest, uapi::kIpvsGetDaemon};
  for (uint8_t cmd = 1; cmd <= 17; ++cmd) {
    const auto got = user_.ask(user_.request(cmd, {}, kDumpAck));
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(told(got[0]), dumpable.contains(cmd) ? "done" : "error95") << int{cmd};
  }
}

TEST_F(Commands, GetDestAndGetDaemonHaveNoDo) {
  for (const uint8_t cmd : {uapi::kIpvsGetDest, uapi::kIpvsGetDaemon})
    for (const uint16_t flags : {kDoAck, static_cast<uint16_t>(kDoAck | uapi::kNlmFRoot)})
      EXPECT_EQ(user_.call(cmd, {}, flags), EOPNOTSUPP);
}

TEST_F(Commands, ZeroSetInfoAndUnknownOnesAreNotSupported) {
  for (const uint8_t cmd : std::initializer_list<uint8_t>{0, uapi::kIpvsSetInfo, 18, 19, 100, 255})
    EXPECT_EQ(user_.call(cmd), EOPNOTSUPP) << int{cmd};
}

TEST_F(Commands, AllNeedCapNetAdmin) {
  kernel_.set_privileged(false);
  for (uint8_t cmd = 1; cmd <= 17; ++cmd) {
    const int expected = cmd == uapi::kIpvsSetInfo ? EOPNOTSUPP : EPERM;
    EXPECT_EQ(user_.call(cmd), expected) << int{cmd};
    EXPECT_EQ(user_.call(cmd, {}, kDumpAck), expected) << int{cmd};
  }
}

TEST_F(Commands, LackOfPrivilegeIsToldBeforeAnyAttribute) {
  kernel_.set_privileged(false);
  EXPECT_EQ(user_.call(uapi::kIpvsGetInfo, Attrs().raw(4, {1, 2})), EPERM);
}

TEST_F(Commands, RootOfAUserNamespaceIsNotEnough) {
  kernel_.netlink().set_caller({false, true});
  EXPECT_EQ(user_.call(uapi::kIpvsFlush), EPERM);
}

TEST_F(Commands, KnownOnesAcceptAnyReservedFieldAndVersion) {
  EXPECT_EQ(user_.ack_of(genl_request(kernel_.family_id(), uapi::kIpvsFlush, kDoAck, {}, 1, 0xbeef)), 0);
  Data versioned = user_.request(uapi::kIpvsFlush);
  versioned[17] = 200;
  EXPECT_EQ(user_.ack_of(versioned), 0);
}

TEST_F(Commands, UnknownOnesFrom18OnWantACleanHeader) {
  EXPECT_EQ(user_.ack_of(genl_request(kernel_.family_id(), 18, kDoAck, {}, 1, 1)), EINVAL);
  EXPECT_EQ(user_.call(18, {}, kDoAck | uapi::kNlmFRoot), EINVAL);
  EXPECT_EQ(user_.call(18, {}, kDoAck | uapi::kNlmFEcho), EOPNOTSUPP);
  EXPECT_EQ(user_.call(18, {}, kDumpAck), EOPNOTSUPP);
  EXPECT_EQ(user_.ack_of(genl_request(kernel_.family_id(), uapi::kIpvsSetInfo, kDoAck, {}, 1, 1)),
            EOPNOTSUPP);
}

TEST_F(Commands, InTheRfcBuildsTheCleanHeaderStartsAt19) {
  for (const DumpVariant variant : {DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3}) {
    Profile profile;
    profile.variant = variant;
    sim::Kernel kernel(profile);
    IpvsUser user(kernel);
    EXPECT_EQ(user.ack_of(genl_request(kernel.family_id(), 18, kDoAck, {}, 1, 1)), EOPNOTSUPP);  // dump only
    EXPECT_EQ(user.ack_of(genl_request(kernel.family_id(), 19, kDoAck, {}, 1, 1)), EINVAL);
    EXPECT_EQ(user.call(19), EOPNOTSUPP);
    EXPECT_EQ(told(user.dump(18)), (std::vector<std::string>{"done"}));
    kernel.set_privileged(false);
    EXPECT_EQ(user.call(18, {}, kDumpAck), EPERM);
  }
}

TEST_F(Commands, CreateExclAndReplaceMeanNothing) {
  const Attrs top = in_service(service_identity("10.0.0.1", 80).append(service_settings()));
  EXPECT_EQ(user_.call(uapi::kIpvsNewService, top, kDoAck | uapi::kNlmFReplace), 0);
  EXPECT_EQ(user_.call(uapi::kIpvsNewService, top, kDoAck | uapi::kNlmFCreate | uapi::kNlmFReplace), EEXIST);
  EXPECT_EQ(user_.call(uapi::kIpvsNewService, top, kDoAck | uapi::kNlmFCreate | uapi::kNlmFExcl), EEXIST);
  // REPLACE and EXCL together are the dump pair.
  EXPECT_EQ(user_.call(uapi::kIpvsNewService, top, kDoAck | uapi::kNlmFReplace | uapi::kNlmFExcl),
            EOPNOTSUPP);
}

TEST_F(Commands, EchoHasNoEffect) {
  const Attrs top = in_service(service_identity("10.0.0.1", 80).append(service_settings()));
  EXPECT_EQ(user_.call(uapi::kIpvsNewService, top, kDoAck | uapi::kNlmFEcho), 0);
}

TEST_F(Commands, SuccessWithoutTheAckFlagIsSilent) {
  EXPECT_TRUE(user_.ask(user_.request(uapi::kIpvsFlush, {}, kDo)).empty());
}

TEST_F(Commands, GetRepliesWithTheRightCommandAndNoFlags) {
  ASSERT_EQ(user_.call(uapi::kIpvsNewService, in_service(mark_identity(1).append(service_settings()))), 0);
  for (const auto& [cmd, answer_cmd] : {std::pair{uapi::kIpvsGetService, uapi::kIpvsNewService},
                                        {uapi::kIpvsGetConfig, uapi::kIpvsSetConfig},
                                        {uapi::kIpvsGetInfo, uapi::kIpvsSetInfo}}) {
    const Answer answer = user_.get(cmd, in_service(mark_identity(1)));
    EXPECT_EQ(answer.command(), answer_cmd);
    EXPECT_EQ(answer.version(), 1);
    EXPECT_EQ(answer.flags, 0);
    EXPECT_EQ(answer.type, kernel_.family_id());
    EXPECT_EQ(answer.portid, user_.portid());
  }
}

TEST_F(Commands, RefusedReplyIsEagain) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkNoEnobufs, 1).ok());
  ASSERT_TRUE(user_.socket().set_rcvbuf(0).ok());
  ASSERT_EQ(user_.call(uapi::kIpvsNewService, in_service(mark_identity(1).append(service_settings()))), 0);
  user_.send(user_.request(uapi::kIpvsFlush, {}, kDoAck, 1));
  user_.send(user_.request(uapi::kIpvsNewService, in_service(mark_identity(1).append(service_settings())),
                           kDoAck, 2));
  user_.send(
      user_.request(uapi::kIpvsGetService, in_service(mark_identity(1)), kDo, 3));  // 1536 + 1280 > 2304
  const auto got = answers_of(user_.drain());
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[2].error(), EAGAIN);
  EXPECT_EQ(got[2].seq, 3u);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
