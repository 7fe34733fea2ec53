// Cutting a datagram into requests, and the order of dispatch's checks: netlink.md 3, genetlink.md 3 and 7.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint8_t kOk = 1, kFails = 2, kReply = 3, kDumpOnly = 4, kAdmin = 5, kUnsAdmin = 6, kStrict = 7;
constexpr uint8_t kFirstReservedChecked = 10;
constexpr wire::AttrPolicy kEntries[] = {{}, {wire::AttrKind::u32}, {wire::AttrKind::u16}};
constexpr wire::Policy kPolicy{kEntries};

class RequestLoop : public ::testing::Test {
 protected:
  RequestLoop() {
    Op admin = do_op(kAdmin, 0);
    admin.flags = uapi::kGenlAdminPerm;
    Op uns_admin = do_op(kUnsAdmin, 0);
    uns_admin.flags = uapi::kGenlUnsAdminPerm;
    Op strict = do_op(kStrict, 0);
    strict.policy = &kPolicy;
    strict.validation = wire::Validation::strict;
    family_ = world_.add_family("TEST",
                                {do_op(kOk, 0), do_op(kFails, EXDEV), reply_op(kReply, 40),
                                 dump_op(kDumpOnly, 2, 32), admin, uns_admin, strict},
                                kFirstReservedChecked);
  }

  Data request(uint8_t cmd, uint16_t flags = kDoAck, uint32_t seq = 7) {
    return genl_request(family_, cmd, flags, {}, seq);
  }
  // The errnos of the acknowledgements that a datagram gets.
  std::vector<int> errors_of(const Data& datagram) {
    std::vector<int> errors;
    for (const Answer& answer : answers_of(user_.ask(datagram))) errors.push_back(answer.error());
    return errors;
  }
  using Errors = std::vector<int>;

  NetlinkWorld world_;
  uint16_t family_ = 0;
  User user_ = world_.user(4001);
};

TEST_F(RequestLoop, SuccessIsSilentWithoutTheAckFlag) { EXPECT_EQ(errors_of(request(kOk, kDo)), Errors{}); }

TEST_F(RequestLoop, SuccessIsAcknowledgedWithTheAckFlag) { EXPECT_EQ(errors_of(request(kOk)), Errors{0}); }

TEST_F(RequestLoop, FailureIsToldWithAndWithoutTheAckFlag) {
  EXPECT_EQ(errors_of(request(kFails, kDo)), Errors{EXDEV});
  EXPECT_EQ(errors_of(request(kFails)), Errors{EXDEV});
}

TEST_F(RequestLoop, ReplyComesBeforeItsAckAndInADatagramOfItsOwn) {
  const auto got = user_.ask(request(kReply));
  EXPECT_EQ(lengths(got), (std::vector<int>{40, 36}));
  EXPECT_EQ(got[0].answer().flags, 0);
  EXPECT_EQ(got[0].answer().type, family_);
  EXPECT_EQ(lengths(user_.ask(request(kReply, kDo))), (std::vector<int>{40}));
}

TEST_F(RequestLoop, TailShorterThanAHeaderIsIgnored) {
  Data datagram = request(kOk);
  datagram.resize(datagram.size() + 15, 0xff);
  EXPECT_EQ(errors_of(datagram), Errors{0});
  EXPECT_EQ(errors_of(Data(15, 0)), Errors{});
}

TEST_F(RequestLoop, LengthBelow16OrBeyondTheDatagramStopsSilently) {
  for (const uint32_t length : {0u, 15u, 37u, 0xffffffffu}) {
    const Data bad = with_length(batch({request(kFails), Data(16, 0)}), length);
    EXPECT_EQ(errors_of(batch({request(kFails), bad})), Errors{EXDEV}) << length;
  }
}

TEST_F(RequestLoop, WithoutTheRequestFlagNothingHappensButTheAck) {
  EXPECT_EQ(errors_of(request(kFails, uapi::kNlmFAck)), Errors{0});
  EXPECT_EQ(errors_of(request(kFails, 0)), Errors{});
  EXPECT_EQ(user_.socket().counters().requests, 0u);
}

TEST_F(RequestLoop, ControlTypesAreNotDispatchedButAcknowledged) {
  for (uint16_t type = 0; type < uapi::kNlmsgMinType; ++type) {
    EXPECT_EQ(errors_of(netlink_message(type, kDoAck, 1, {})), Errors{0}) << type;
    EXPECT_EQ(errors_of(netlink_message(type, kDo, 1, {})), Errors{}) << type;
  }
}

TEST_F(RequestLoop, BatchIsServedInOrderAndFailuresDoNotStopIt) {
  const auto got = answers_of(
      user_.ask(batch({request(kOk, kDoAck, 1), request(kFails, kDo, 2), request(kReply, kDoAck, 3)})));
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[0].seq, 1u);
  EXPECT_EQ(got[0].error(), 0);
  EXPECT_EQ(got[1].seq, 2u);
  EXPECT_EQ(got[1].error(), EXDEV);
  EXPECT_FALSE(got[2].is_error());
  EXPECT_EQ(got[3].seq, 3u);
  EXPECT_EQ(got[3].error(), 0);
}

TEST_F(RequestLoop, NextRequestStartsAtTheAlignedEnd) {
  // 21 bytes of request; the next one starts at 24.
  Data odd = with_length(request(kFails), 21);
  odd.push_back(0xaa);
  EXPECT_EQ(errors_of(batch({odd, request(kOk)})), (Errors{EXDEV, 0}));
}

TEST_F(RequestLoop, LastRequestMayLackItsPadding) {
  Data odd = with_length(request(kOk), 23);
  odd.resize(23);
  EXPECT_EQ(errors_of(odd), Errors{0});
}

TEST_F(RequestLoop, SendReturnsTheWholeLengthWhateverCameOfIt) {
  const Data datagram = batch({request(kFails), Data(9, 1)});
  EXPECT_EQ(user_.socket().send(datagram).value(), datagram.size());
}

// genetlink.md 3, in the order of its rows: each request is wrong in two ways, and the earlier row answers.

TEST_F(RequestLoop, UnknownFamilyIsNotFoundEvenWhenTooShort) {
  EXPECT_EQ(errors_of(netlink_message(0x300, kDoAck, 1, {})), Errors{ENOENT});
}

TEST_F(RequestLoop, MessageWithoutGenericHeaderIsInvalid) {
  for (const size_t payload : {0u, 3u})
    EXPECT_EQ(errors_of(netlink_message(family_, kDoAck, 1, Data(payload, 200))), Errors{EINVAL}) << payload;
}

TEST_F(RequestLoop, ReservedFieldIsCheckedFromTheFirstUnknownCommandOn) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  const auto ask = [&](uint8_t cmd) { return user_.ask_one(genl_request(family_, cmd, kDoAck, {}, 1, 7)); };
  const Answer refused = ask(kFirstReservedChecked);
  EXPECT_EQ(refused.error(), EINVAL);
  EXPECT_EQ(find(refused.tlvs(), uapi::kExtAckMsg).text(), "genlmsghdr.reserved field is not 0");
  EXPECT_EQ(ask(kFirstReservedChecked - 1).error(), EOPNOTSUPP);
  EXPECT_EQ(ask(kOk).error(), 0);
  EXPECT_EQ(ask(255).error(), EINVAL);
}

TEST_F(RequestLoop, OddFlagsAreCheckedFromTheFirstUnknownCommandOn) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  for (const uint16_t flags :
       std::initializer_list<uint16_t>{0x100, 0x200, 0x400, 0x800, 0x10, 0x20, 0x2, 0x700}) {
    const auto wrong = static_cast<uint16_t>(kDoAck | flags);
    const Answer refused = user_.ask_one(request(kFirstReservedChecked, wrong));
    EXPECT_EQ(refused.error(), EINVAL) << flags;
    EXPECT_EQ(find(refused.tlvs(), uapi::kExtAckMsg).text(), "ambiguous or reserved bits set in nlmsg_flags");
    EXPECT_EQ(user_.ack_of(request(kFirstReservedChecked - 1, wrong)), EOPNOTSUPP) << flags;
  }
  for (const uint16_t flags : std::initializer_list<uint16_t>{0x0, 0x8, 0x300, 0x308})
    EXPECT_EQ(user_.ack_of(request(kFirstReservedChecked, static_cast<uint16_t>(kDoAck | flags))), EOPNOTSUPP)
        << flags;
}

TEST_F(RequestLoop, ReservedFieldIsToldBeforeOddFlags) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  const Answer refused = user_.ask_one(genl_request(family_, 200, kDoAck | 0x100, {}, 1, 7));
  EXPECT_EQ(find(refused.tlvs(), uapi::kExtAckMsg).text(), "genlmsghdr.reserved field is not 0");
}

TEST_F(RequestLoop, UnknownCommandComesBeforeTheLackOfPrivilege) {
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(errors_of(request(9)), Errors{EOPNOTSUPP});
}

TEST_F(RequestLoop, LackOfPrivilegeComesBeforeTheWrongKind) {
  const auto as_dump = static_cast<uint16_t>(kDoAck | uapi::kNlmFDump);
  EXPECT_EQ(errors_of(request(kAdmin, as_dump)), Errors{EOPNOTSUPP});
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(errors_of(request(kAdmin, as_dump)), Errors{EPERM});
  EXPECT_EQ(errors_of(request(kUnsAdmin, as_dump)), Errors{EPERM});
}

TEST_F(RequestLoop, RootOfAUserNamespaceHasOnlyTheNamespacesPrivilege) {
  world_.netlink().set_caller({false, true});
  EXPECT_EQ(errors_of(request(kAdmin)), Errors{EPERM});
  EXPECT_EQ(errors_of(request(kUnsAdmin)), Errors{0});
}

TEST_F(RequestLoop, CommandWithoutDumpOrWithoutDoIsNotSupported) {
  EXPECT_EQ(errors_of(request(kOk, kDoAck | uapi::kNlmFDump)), Errors{EOPNOTSUPP});
  EXPECT_EQ(errors_of(request(kDumpOnly, kDoAck)), Errors{EOPNOTSUPP});
}

TEST_F(RequestLoop, OnlyBothDumpBitsMakeADump) {
  for (const uint16_t flags : {uapi::kNlmFRoot, uapi::kNlmFMatch, uapi::kNlmFAtomic})
    EXPECT_EQ(errors_of(request(kOk, static_cast<uint16_t>(kDoAck | flags))), Errors{0}) << flags;
  // REPLACE | EXCL has the same bits as DUMP; CREATE | EXCL and CREATE | REPLACE have not (netlink.md 12.1).
  EXPECT_EQ(errors_of(request(kOk, kDoAck | uapi::kNlmFReplace | uapi::kNlmFExcl)), Errors{EOPNOTSUPP});
  EXPECT_EQ(errors_of(request(kOk, kDoAck | uapi::kNlmFCreate | uapi::kNlmFExcl)), Errors{0});
  EXPECT_EQ(errors_of(request(kOk, kDoAck | uapi::kNlmFCreate | uapi::kNlmFReplace)), Errors{0});
}

TEST_F(RequestLoop, AttributesAreValidatedBeforeTheHandlerRuns) {
  Attrs wrong;
  wrong.u16(1, 5);
  EXPECT_EQ(errors_of(genl_request(family_, kStrict, kDoAck, wrong)), Errors{EINVAL});
  Attrs right;
  right.u32(1, 5);
  EXPECT_EQ(errors_of(genl_request(family_, kStrict, kDoAck, right)), Errors{0});
}

TEST_F(RequestLoop, NothingLeaksFromOneRequestsRecordToTheNext) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  Attrs wrong;
  wrong.u16(1, 5);
  const auto got =
      answers_of(user_.ask(batch({genl_request(family_, kStrict, kDoAck, wrong), request(kFails)})));
  ASSERT_EQ(got.size(), 2u);
  EXPECT_FALSE(got[0].tlvs().empty());
  EXPECT_TRUE(got[1].tlvs().empty());
}

// netlink.md 8: the opener's privilege counts unless an address is given.

TEST_F(RequestLoop, SocketOpenedWithoutPrivilegeStaysWeakUnlessAnAddressIsGiven) {
  world_.netlink().set_caller({false, false});
  User weak = world_.user(5000);
  world_.netlink().set_caller({true, true});
  EXPECT_EQ(weak.ack_of(request(kAdmin)), EPERM);
  const uapi::SockAddrNl kernel{uapi::kAfNetlink, 0, 0, 0};
  ASSERT_TRUE(weak.socket().send(request(kAdmin), &kernel).ok());
  EXPECT_EQ(weak.recv().answer().error(), 0);
}

TEST_F(RequestLoop, SocketOpenedWithPrivilegeIsWeakInUnprivilegedHands) {
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(user_.ack_of(request(kAdmin)), EPERM);
  const uapi::SockAddrNl kernel{uapi::kAfNetlink, 0, 0, 0};
  ASSERT_TRUE(user_.socket().send(request(kAdmin), &kernel).ok());
  EXPECT_EQ(user_.recv().answer().error(), EPERM);
}

}  // namespace
}  // namespace ipvsim::genl
