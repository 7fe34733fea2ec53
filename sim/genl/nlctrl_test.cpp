// The controller: GETFAMILY by id, by name and as a dump, and its own message byte by byte: genetlink.md 6.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint16_t kId = uapi::kCtrlFamilyId, kName = uapi::kCtrlFamilyName;

Data getfamily(uint16_t flags, const Attrs& attrs = {}) {
  return genl_request(uapi::kGenlIdCtrl, uapi::kCtrlGetFamily, flags, attrs);
}
Attrs by_id(uint16_t id) { return Attrs().u16(kId, id); }
Attrs by_name(std::string_view name) { return Attrs().text(kName, name); }

class Nlctrl : public ::testing::Test {
 protected:
  std::string found(const Attrs& attrs) {
    return find(user_.ask_one(getfamily(kDo, attrs)).attributes(), kName).text();
  }
  int refused(const Attrs& attrs) { return user_.ask_one(getfamily(kDo, attrs)).error(); }

  NetlinkWorld world_;
  uint16_t family_ = world_.add_family("TEST", {do_op(1, 0), dump_op(2, 1, 100)});
  User user_ = world_.user(4001);
};

TEST_F(Nlctrl, ItselfIs136BytesAsTheSpecLaysThemOut) {
  const auto got = user_.ask(getfamily(kDo, by_id(uapi::kGenlIdCtrl)));
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(
      got[0].bytes, (Data{136, 0,    0, 0, 0x10, 0,   0,    0,   7,   0,   0,  0, 0xa1, 0x0f, 0,
                          0,   1,    2, 0, 0,                                      // NEWFAMILY, version 2
                          11,  0,    2, 0, 'n',  'l', 'c',  't', 'r', 'l', 0,  0,  // FAMILY_NAME
                          6,   0,    1, 0, 0x10, 0,   0,    0,                     // FAMILY_ID
                          8,   0,    3, 0, 2,    0,   0,    0,                     // VERSION
                          8,   0,    4, 0, 0,    0,   0,    0,                     // HDRSIZE
                          8,   0,    5, 0, 0,    0,   0,    0,                     // MAXATTR
                          44,  0,    6, 0,                                         // OPS
                          20,  0,    1, 0, 8,    0,   1,    0,   3,   0,   0,  0, 8,    0,    2,
                          0,   0x0e, 0, 0, 0,    20,  0,    2,   0,   8,   0,  1, 0,    10,   0,
                          0,   0,    8, 0, 2,    0,   0x0c, 0,   0,   0,   28, 0, 7,    0,  // MCAST_GROUPS
                          24,  0,    1, 0, 8,    0,   2,    0,   16,  0,   0,  0,           // its id first
                          11,  0,    1, 0, 'n',  'o', 't',  'i', 'f', 'y', 0,  0}));
}

TEST_F(Nlctrl, FindsByIdAndByName) {
  EXPECT_EQ(found(by_id(family_)), "TEST");
  EXPECT_EQ(found(by_name("TEST")), "TEST");
}

TEST_F(Nlctrl, TheNameReplacesWhatTheIdFound) {
  EXPECT_EQ(found(by_id(family_).append(by_name("nlctrl"))), "nlctrl");
  EXPECT_EQ(refused(by_id(family_).append(by_name("nobody"))), ENOENT);
  EXPECT_EQ(found(by_id(0x3ff).append(by_name("TEST"))), "TEST");
}

TEST_F(Nlctrl, UnknownIsNotFoundAndNeitherIsInvalid) {
  EXPECT_EQ(refused(by_id(0x3ff)), ENOENT);
  EXPECT_EQ(refused(by_name("test")), ENOENT);
  EXPECT_EQ(refused({}), EINVAL);
}

TEST_F(Nlctrl, ReplyIsFollowedByTheAckIfAsked) {
  EXPECT_EQ(lengths(user_.ask(getfamily(kDoAck, by_id(uapi::kGenlIdCtrl)))), (std::vector<int>{136, 36}));
}

TEST_F(Nlctrl, NeedsNoPrivilege) {
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(found(by_name("TEST")), "TEST");
}

TEST_F(Nlctrl, NameIsValidatedLiberallyAsANulString) {
  EXPECT_EQ(refused(Attrs().raw(kName, {'T', 'E', 'S', 'T'})), EINVAL);
  EXPECT_EQ(refused(by_name(std::string(16, 'x'))), EINVAL);
  EXPECT_EQ(refused(Attrs().raw(kId, {1})), ERANGE);
  EXPECT_EQ(found(Attrs().u32(kId, family_)), "TEST");                   // longer than its type
  EXPECT_EQ(found(Attrs().u32(10, 1).append(by_name("TEST"))), "TEST");  // unknown: skipped
}

TEST_F(Nlctrl, OtherCommandsAreNotForAsking) {
  for (const uint8_t cmd : std::initializer_list<uint8_t>{0, 1, 2, 4, 5, 6, 7, 8, 9})
    EXPECT_EQ(user_.ack_of(genl_request(uapi::kGenlIdCtrl, cmd, kDoAck)), EOPNOTSUPP) << int{cmd};
}

TEST_F(Nlctrl, ReservedFieldIsCheckedFromCommand11On) {
  EXPECT_EQ(user_.ack_of(genl_request(uapi::kGenlIdCtrl, 11, kDoAck, {}, 1, 1)), EINVAL);
  EXPECT_EQ(user_.ack_of(genl_request(uapi::kGenlIdCtrl, 9, kDoAck, {}, 1, 1)), EOPNOTSUPP);
}

TEST_F(Nlctrl, FamilyWithoutCommandsAndGroupsHasNeitherNest) {
  world_.add_family("BARE", {});
  const auto attrs = user_.ask_one(getfamily(kDo, by_name("BARE"))).attributes();
  EXPECT_EQ(types_of(attrs), (std::vector<uint16_t>{2, 1, 3, 4, 5}));
}

TEST_F(Nlctrl, DumpTellsFamiliesInAscendingIdOrder) {
  world_.netlink().registry().set_next_id(0x50);
  world_.add_family("LATE", {});
  world_.netlink().registry().set_next_id(0x30);
  world_.add_family("EARLY", {});
  std::vector<std::string> names;
  for (const Answer& answer : answers_of(user_.ask(getfamily(kDumpRequest)))) {
    if (answer.is_done()) continue;
    EXPECT_EQ(answer.flags, uapi::kNlmFMulti);
    EXPECT_EQ(answer.command(), uapi::kCtrlNewFamily);
    names.push_back(find(answer.attributes(), kName).text());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"nlctrl", "TEST", "EARLY", "LATE"}));
}

TEST_F(Nlctrl, DumpIgnoresItsAttributes) {
  EXPECT_EQ(user_.ask(getfamily(kDumpRequest, Attrs().raw(kId, {1}))).size(), 2u);
}

TEST_F(Nlctrl, DumpCountsAndRetriesTheEntryThatDidNotFit) {
  world_.netlink().set_dump_buffer(DumpBufferRule::fixed(140));
  EXPECT_EQ(lengths(user_.ask(getfamily(kDumpRequest))), (std::vector<int>{136, 108, 20}));
}

TEST_F(Nlctrl, DumpWhoseEntryNeverFitsEndsSilently) {
  world_.netlink().set_dump_buffer(DumpBufferRule::fixed(135));
  const auto got = user_.ask(getfamily(kDumpRequest));
  EXPECT_EQ(lengths(got), (std::vector<int>{20}));
  EXPECT_EQ(got[0].answer().error(), 0);
}

TEST_F(Nlctrl, AnnouncementGoesToTheNotifyGroupOfEveryNamespace) {
  User near = world_.user(1, 0);
  User far = world_.user(1, 5);
  User deaf = world_.user(2, 0);
  for (User* user : {&near, &far})
    ASSERT_TRUE(user->socket().set_option(uapi::kNetlinkAddMembership, uapi::kCtrlNotifyGroup).ok());
  ASSERT_TRUE(near.socket().set_option(uapi::kNetlinkPktinfo, 1).ok());
  world_.netlink().announce(*world_.netlink().registry().by_id(family_), uapi::kCtrlDelFamily);
  const Received got = near.recv();
  EXPECT_EQ(got.source.pid, 0u);
  EXPECT_EQ(got.source.groups, 0x8000u);
  EXPECT_EQ(got.pktinfo_group, 16u);
  const Answer event = got.answer();
  EXPECT_EQ(event.seq, 0u);
  EXPECT_EQ(event.portid, 0u);
  EXPECT_EQ(event.flags, 0);
  EXPECT_EQ(event.command(), uapi::kCtrlDelFamily);
  EXPECT_EQ(far.recv().bytes, got.bytes);
  EXPECT_EQ(deaf.recv().err, EAGAIN);
}

// netlink.md 5 and 7: groups beyond the low 32.

TEST_F(Nlctrl, GroupsComeIn64sOnceAFamilyNeedsMoreThan32) {
  User user = world_.user(1);
  EXPECT_EQ(user.socket().set_option(uapi::kNetlinkAddMembership, 33), EINVAL);
  auto family = std::make_unique<Family>();
  family->name = "MANY";
  family->groups = {{"forty", 40}};
  world_.netlink().registry().add(std::move(family));
  EXPECT_TRUE(user.socket().set_option(uapi::kNetlinkAddMembership, 40).ok());
  EXPECT_TRUE(user.socket().set_option(uapi::kNetlinkAddMembership, 63).ok());
  EXPECT_EQ(user.socket().set_option(uapi::kNetlinkAddMembership, 65), EINVAL);
  EXPECT_EQ(user.socket().name().groups, 0u);
}

TEST_F(Nlctrl, GroupAbove32HasNoBitInTheSourceAddress) {
  auto family = std::make_unique<Family>();
  family->name = "MANY";
  family->groups = {{"forty", 40}};
  world_.netlink().registry().add(std::move(family));
  User user = world_.user(1);
  ASSERT_TRUE(user.socket().set_option(uapi::kNetlinkAddMembership, 40).ok());
  ASSERT_TRUE(user.socket().set_option(uapi::kNetlinkPktinfo, 1).ok());
  world_.netlink().multicast(Data(20, 0), 40, 0);
  const Received got = user.recv();
  EXPECT_EQ(got.source.groups, 0u);
  EXPECT_EQ(got.pktinfo_group, 40u);
}

}  // namespace
}  // namespace ipvsim::genl
