// GETPOLICY of made-up families and of the controller itself: genetlink.md 6.5 and nlattr.md 7.5.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

using wire::AttrKind;
using wire::AttrPolicy;
using wire::Policy;

constexpr uint8_t kFirst = 1, kSecond = 2, kDumpOnly = 3, kPlain = 4;

constexpr AttrPolicy kInnerEntries[] = {{}, {AttrKind::u8}};
constexpr Policy kInner{kInnerEntries};
constexpr AttrPolicy kEntries[] = {
    {}, {AttrKind::nul_string, 15}, {}, {AttrKind::nested, 0, &kInner}, {AttrKind::reject}};
constexpr Policy kPolicy{kEntries};

Data getpolicy(const Attrs& attrs, uint16_t flags = kDumpRequest) {
  return genl_request(uapi::kGenlIdCtrl, uapi::kCtrlGetPolicy, flags, attrs);
}
Attrs by_id(uint16_t id) { return Attrs().u16(uapi::kCtrlFamilyId, id); }
Attrs with_op(uint16_t id, uint32_t op) { return by_id(id).u32(uapi::kCtrlOp, op); }

class PolicyDump : public ::testing::Test {
 protected:
  PolicyDump() {
    Op first = do_op(kFirst, 0);
    first.policy = &kPolicy;
    Op second = first;
    second.cmd = kSecond;
    second.dump = dump_op(kSecond, 1, 100).dump;
    second.validate_dump = true;
    Op dump_only = dump_op(kDumpOnly, 1, 100);
    dump_only.policy = &kPolicy;
    family_ = world_.add_family("TEST", {first, second, dump_only, do_op(kPlain, 0)});
    plain_ = world_.add_family("PLAIN", {do_op(kPlain, 0)});
  }
  int refused(const Attrs& attrs, uint16_t flags = kDumpRequest) {
    return user_.ask_one(getpolicy(attrs, flags)).error();
  }
  // The data messages' attributes behind FAMILY_ID.
  std::vector<AnswerAttr> told(const Attrs& attrs) {
    std::vector<AnswerAttr> out;
    for (const Answer& answer : answers_of(user_.ask(getpolicy(attrs)))) {
      if (answer.is_done()) continue;
      EXPECT_EQ(answer.type, uapi::kGenlIdCtrl);
      EXPECT_EQ(answer.flags, uapi::kNlmFMulti);
      EXPECT_EQ(answer.command(), uapi::kCtrlGetPolicy);
      EXPECT_EQ(answer.version(), 2);
      const auto all = answer.attributes();
      EXPECT_EQ(types_of(all).at(0), uapi::kCtrlFamilyId);
      out.push_back(all.at(1));
    }
    return out;
  }

  NetlinkWorld world_;
  uint16_t family_ = 0;
  uint16_t plain_ = 0;
  User user_ = world_.user(4001);
};

TEST_F(PolicyDump, TellsCommandsThenAttributesThenInnerPolicies) {
  const auto got = told(by_id(family_));
  ASSERT_EQ(got.size(), 5u);  // two commands; attributes 1 and 3; attribute 1 of the inner policy
  EXPECT_EQ(got[0].type, 0x8009);
  EXPECT_EQ(got[0].payload, (Data{12, 0, 1, 0x80, 8, 0, 1, 0, 0, 0, 0, 0}));  // command 1: DO uses policy 0
  EXPECT_EQ(got[1].payload, (Data{20, 0, 2, 0x80, 8, 0, 1, 0, 0, 0, 0, 0, 8, 0, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(got[2].type, 0x8008);
  EXPECT_EQ(got[2].payload, (Data{24, 0, 0, 0x80, 20, 0, 1, 0x80,   // policy 0, attribute 1
                                  8,  0, 7, 0,    15, 0, 0, 0,      // MAX_LENGTH
                                  8,  0, 1, 0,    12, 0, 0, 0}));   // NUL_STRING
  EXPECT_EQ(got[3].payload, (Data{32, 0, 0, 0x80, 28, 0, 3, 0x80,   // policy 0, attribute 3
                                  8,  0, 8, 0,    1,  0, 0, 0,      // POLICY_IDX 1
                                  8,  0, 9, 0,    1,  0, 0, 0,      // POLICY_MAXTYPE 1
                                  8,  0, 1, 0,    13, 0, 0, 0}));   // NESTED
  EXPECT_EQ(got[4].payload, (Data{40,  0, 1, 0x80, 36, 0, 1, 0x80,  // policy 1, attribute 1
                                  12,  0, 4, 0,    0,  0, 0, 0,    0, 0, 0, 0, 12, 0, 5, 0,
                                  255, 0, 0, 0,    0,  0, 0, 0,    8, 0, 1, 0, 2,  0, 0, 0}));  // U8
}

TEST_F(PolicyDump, CommandMessageWithOneIndexIs44Bytes) {
  const auto got = user_.ask(getpolicy(with_op(family_, kFirst)));
  EXPECT_EQ(got.at(0).answers().at(0).length, 44u);
}

TEST_F(PolicyDump, OneCommandTellsOnlyItself) {
  const auto got = told(with_op(family_, kSecond));
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[0].inside().at(0).type, 0x8002);
}

TEST_F(PolicyDump, CommandWithoutDoAndWithoutValidatedDumpGivesItsAttributesOnly) {
  const auto got = told(with_op(family_, kDumpOnly));
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0].type, 0x8008);
}

TEST_F(PolicyDump, TheIdWinsOverTheName) {
  EXPECT_EQ(refused(by_id(plain_).text(uapi::kCtrlFamilyName, "TEST")), ENODATA);
  EXPECT_EQ(told(Attrs().text(uapi::kCtrlFamilyName, "TEST")).size(), 5u);
}

TEST_F(PolicyDump, Refusals) {
  EXPECT_EQ(refused({}), EINVAL);
  EXPECT_EQ(refused(by_id(0x3ff)), ENOENT);
  EXPECT_EQ(refused(Attrs().text(uapi::kCtrlFamilyName, "nobody")), ENOENT);
  EXPECT_EQ(refused(with_op(family_, 99)), ENOENT);
  EXPECT_EQ(refused(with_op(family_, 256 + kFirst)), ENOENT);
  EXPECT_EQ(refused(with_op(family_, kPlain)), ENODATA);
  EXPECT_EQ(refused(by_id(plain_)), ENODATA);
  EXPECT_EQ(refused(by_id(family_), kDo), EOPNOTSUPP);
  EXPECT_FALSE(user_.socket().dumping());
}

TEST_F(PolicyDump, UnknownNameLoadsNoModule) {
  bool asked = false;
  world_.netlink().on_unknown_family([&](std::string_view) { asked = true; });
  EXPECT_EQ(refused(Attrs().text(uapi::kCtrlFamilyName, "nobody")), ENOENT);
  EXPECT_FALSE(asked);
}

// netlink.md 12.2: row 2 before row 4.
TEST_F(PolicyDump, BusyComesBeforeStrictValidation) {
  user_.send(genl_request(family_, kDumpOnly, kDumpRequest, {}));
  ASSERT_TRUE(user_.socket().dumping());
  user_.send(getpolicy(by_id(family_).u32(77, 1)));
  (void)user_.recv();
  EXPECT_EQ(user_.recv().answer().error(), EBUSY);
  (void)user_.drain();
  EXPECT_EQ(refused(by_id(family_).u32(77, 1)), EINVAL);
}

TEST_F(PolicyDump, NeedsNoPrivilege) {
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(told(by_id(family_)).size(), 5u);
}

struct StrictCase {
  const char* name;
  Attrs attrs;
  const char* message;
  std::vector<uint16_t> tlvs;
};

TEST_F(PolicyDump, RequestIsValidatedStrictly) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  const std::vector<uint16_t> kAll{1, 2, 0x8004}, kNoPolicy{1, 2}, kMessage{1};
  for (const StrictCase& wrong : {
           StrictCase{"long integer", Attrs().u32(1, family_), "invalid attribute length", kAll},
           StrictCase{"short integer", Attrs().u16(10, 1), "invalid attribute length", kAll},
           StrictCase{"nested bit", Attrs().u16(0x8001, family_), "NLA_F_NESTED not expected", kAll},
           StrictCase{"no NUL", Attrs().raw(2, {'x'}), "Attribute failed policy validation", kAll},
           StrictCase{"no rule", Attrs().u32(3, 1), "Unsupported attribute", kNoPolicy},
           StrictCase{"above the highest", Attrs().u32(11, 1), "Unknown attribute type", kNoPolicy},
           StrictCase{"number 0", Attrs().u32(0, 1), "Unknown attribute type", kNoPolicy},
           StrictCase{"stray bytes", by_id(family_).bytes({1, 2, 3}),
                      "bytes leftover after parsing attributes", kMessage},
       }) {
    const Answer answer = user_.ask_one(getpolicy(wrong.attrs));
    EXPECT_EQ(answer.error(), EINVAL) << wrong.name;
    EXPECT_EQ(types_of(answer.tlvs()), wrong.tlvs) << wrong.name;
    EXPECT_EQ(find(answer.tlvs(), uapi::kExtAckMsg).text(), wrong.message) << wrong.name;
    if (wrong.tlvs.size() > 1) {
      EXPECT_EQ(find(answer.tlvs(), uapi::kExtAckOffs).u32(), 20u) << wrong.name;
    }
  }
}

TEST_F(PolicyDump, ControllersOwnPoliciesArePerCommand) {
  const auto got = told(by_id(uapi::kGenlIdCtrl));
  ASSERT_GE(got.size(), 2u);
  EXPECT_EQ(got[0].payload,
            (Data{12, 0, 3, 0x80, 8, 0, 1, 0, 0, 0, 0, 0}));  // GETFAMILY: DO 0, dump unvalidated
  EXPECT_EQ(got[1].payload, (Data{12, 0, 10, 0x80, 8, 0, 2, 0, 1, 0, 0, 0}));  // GETPOLICY: DUMP 1
  ASSERT_EQ(got.size(), 7u);  // GETFAMILY: ID, NAME; GETPOLICY: ID, NAME, OP
}

TEST_F(PolicyDump, BareHeaderStaysWhereFamilyIdDoesNotFit) {
  const ExpectsMark mark("policy_message_of_headers_only");
  // 44 + 44 bytes are the first command; 20..27 bytes left hold the headers of the next message only.
  for (const size_t room : {64u, 71u}) {
    world_.netlink().set_dump_buffer(DumpBufferRule::script({room, 4000}));
    const auto got = user_.ask(getpolicy(by_id(family_)));
    EXPECT_EQ(got.at(0).length, 64u) << room;
    EXPECT_EQ(got.at(0).answers().at(1).length, 20u) << room;
    EXPECT_EQ(got.at(1).answers().at(0).attributes().at(1).inside().at(0).type, 0x8002) << room;
  }
  for (const size_t room : {63u, 72u}) {
    world_.netlink().set_dump_buffer(DumpBufferRule::script({room, 4000}));
    EXPECT_EQ(user_.ask(getpolicy(by_id(family_))).at(0).length, 44u) << room;
  }
}

TEST_F(PolicyDump, SixtyFourBitLimitsArePaddedByTheirPlaceInTheDatagram) {
  NetlinkConfig config;
  config.pad64 = wire::Pad64::yes;
  NetlinkWorld padded(config);
  static constexpr AttrPolicy kU32[] = {{}, {AttrKind::u32}};
  static constexpr Policy kPolicyU32{kU32};
  Op op = do_op(kFirst, 0);
  op.policy = &kPolicyU32;
  const uint16_t family = padded.add_family("TEST", {op});
  User user = padded.user(1);
  // The command's message ends at 44; the attribute's values start at 44 + 20 + 8 + 4 + 4 + 4 = 84: MIN there
  // wants no PAD, MAX at 96 does.
  const auto answers = user.ask(getpolicy(by_id(family))).at(0).answers();
  const auto inside = answers.at(1).attributes().at(1).inside().at(0).inside().at(0).inside();
  EXPECT_EQ(types_of(inside), (std::vector<uint16_t>{4, 11, 5, 1}));
}

}  // namespace
}  // namespace ipvsim::genl
