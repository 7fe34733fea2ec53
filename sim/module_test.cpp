// The module that brings the IPVS family: absent, late, loaded, unloaded, and what everybody else sees of it
// (genetlink.md 2, 5, 6.1 and 6.4).
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/ipvs_user.h"

namespace ipvsim {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

Data getfamily(std::string_view name) {
  return genl_request(kGenlIdCtrl, kCtrlGetFamily, kDo, Attrs().text(kCtrlFamilyName, name));
}

Profile with_module(ModuleState state, unsigned late_lookups = 0) {
  Profile profile;
  profile.module = state;
  profile.late_lookups = late_lookups;
  return profile;
}

TEST(Module, AbsentMeansTheFamilyDoesNotExist) {
  sim::Kernel kernel(with_module(ModuleState::absent));
  User user(kernel.socket(), 1);
  EXPECT_FALSE(kernel.module_loaded());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(user.ask_one(getfamily("IPVS")).error(), ENOENT);
  EXPECT_EQ(user.ack_of(genl_request(0x20, kIpvsGetInfo, kDoAck)), ENOENT);
  EXPECT_EQ(lengths(user.ask(genl_request(kGenlIdCtrl, kCtrlGetFamily, kDumpRequest))),
            (std::vector<int>{136, 20}));
  kernel.audit();
}

TEST(Module, LoadsLateAtTheFirstLookUpByName) {
  sim::Kernel kernel(with_module(ModuleState::late));
  User user(kernel.socket(), 1);
  EXPECT_FALSE(kernel.module_loaded());
  EXPECT_EQ(user.ask_one(getfamily("ipvs")).error(), ENOENT);
  EXPECT_FALSE(kernel.module_loaded());
  EXPECT_EQ(find(user.ask_one(getfamily("IPVS")).attributes(), kCtrlFamilyId).u16(), 0x20);
  EXPECT_TRUE(kernel.module_loaded());
}

TEST(Module, SoManyLookUpsFailFirst) {
  const ExpectsMark mark("module_still_late");
  sim::Kernel kernel(with_module(ModuleState::late, 3));
  User user(kernel.socket(), 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(user.ask_one(getfamily("IPVS")).error(), ENOENT) << i;
  EXPECT_EQ(user.ask_one(getfamily("IPVS")).command(), kCtrlNewFamily);
}

TEST(Module, LookUpsByIdAndByGetpolicyLoadNothing) {
  sim::Kernel kernel(with_module(ModuleState::late));
  User user(kernel.socket(), 1);
  EXPECT_EQ(
      user.ask_one(genl_request(kGenlIdCtrl, kCtrlGetFamily, kDo, Attrs().u16(kCtrlFamilyId, 0x20))).error(),
      ENOENT);
  EXPECT_EQ(user.ask_one(genl_request(kGenlIdCtrl, kCtrlGetPolicy, kDumpRequest,
                                      Attrs().text(kCtrlFamilyName, "IPVS")))
                .error(),
            ENOENT);
  EXPECT_FALSE(kernel.module_loaded());
}

TEST(Module, EachLoadGetsALaterId) {
  sim::Kernel kernel;
  EXPECT_EQ(kernel.family_id(), 0x20);
  EXPECT_EQ(kernel.load_module(), EEXIST);
  ASSERT_TRUE(kernel.unload_module().ok());
  EXPECT_EQ(kernel.unload_module(), ENOENT);
  ASSERT_TRUE(kernel.load_module().ok());
  EXPECT_EQ(kernel.family_id(), 0x21);
}

TEST(Module, IdsWrapAtTheEndOfTheRange) {
  Profile profile;
  profile.family_id = 1023;
  sim::Kernel kernel(profile);
  ASSERT_TRUE(kernel.unload_module().ok());
  ASSERT_TRUE(kernel.load_module().ok());
  EXPECT_EQ(kernel.family_id(), 0x13);
}

TEST(Module, TakesItsStateAlong) {
  sim::Kernel kernel;
  kernel.add_netns(0);
  ipvs::Service& service = add_in_row(kernel, 1, 0, 2);
  ASSERT_TRUE(kernel.ipvs().del_dest(service, service.dests.front().key).ok());
  ASSERT_TRUE(kernel.ipvs().set_timeouts(kernel.ipvs_netns(1), 1, 2, 3).ok());
  ASSERT_TRUE(kernel.unload_module().ok());
  kernel.advance(300'000);  // no timer of it is left
  ASSERT_TRUE(kernel.load_module().ok());
  EXPECT_EQ(kernel.ipvs().table().size(), 0u);
  EXPECT_TRUE(kernel.ipvs_netns().trash.entries().empty());
  EXPECT_EQ(kernel.ipvs().seconds(kernel.ipvs_netns(1).timeouts.tcp), 900u);
  kernel.audit();
}

TEST(Module, CannotBeUnloadedDuringItsDump) {
  const ExpectsMark mark("module_held_by_a_dump");
  sim::Kernel kernel;
  add_services(kernel, 30);
  IpvsUser user(kernel);
  user.send(user.request(kIpvsGetService, {}, kDumpRequest));
  EXPECT_EQ(kernel.unload_module(), EBUSY);
  (void)user.recv(8192);
  EXPECT_EQ(kernel.unload_module(), EBUSY);
  (void)user.recv(8192);  // DONE is queued now
  EXPECT_TRUE(kernel.unload_module().ok());
  EXPECT_EQ(user.recv(8192).length, 20u);
}

TEST(Module, ClosingTheDumpingSocketFreesIt) {
  sim::Kernel kernel;
  add_services(kernel, 30);
  IpvsUser user(kernel);
  user.send(user.request(kIpvsGetService, {}, kDumpRequest));
  EXPECT_EQ(kernel.unload_module(), EBUSY);
  user.close();
  EXPECT_TRUE(kernel.unload_module().ok());
}

TEST(Module, DumpOfTheControllerDoesNotHoldIt) {
  sim::Kernel kernel;
  kernel.set_dump_buffer(DumpBufferRule::fixed(400));
  IpvsUser user(kernel);
  user.send(genl_request(kGenlIdCtrl, kCtrlGetFamily, kDumpRequest));
  ASSERT_TRUE(user.socket().dumping());
  ASSERT_TRUE(kernel.unload_module().ok());
  EXPECT_EQ(lengths(user.drain()), (std::vector<int>{136, 20}));
  User policy(kernel.socket(), 2);
  ASSERT_TRUE(kernel.load_module().ok());
  kernel.set_dump_buffer(DumpBufferRule::fixed(100));
  policy.send(genl_request(kGenlIdCtrl, kCtrlGetPolicy, kDumpRequest, Attrs().text(kCtrlFamilyName, "IPVS")));
  ASSERT_TRUE(kernel.unload_module().ok());
  EXPECT_EQ(answers_of(policy.drain()).size(), 14u + 6u + 1u);
}

TEST(Module, RequestsToTheOldIdAreNotFound) {
  sim::Kernel kernel;
  IpvsUser user(kernel);
  const Data old = user.request(kIpvsFlush);
  ASSERT_TRUE(kernel.unload_module().ok());
  EXPECT_EQ(user.ack_of(old), ENOENT);
  ASSERT_TRUE(kernel.load_module().ok());
  EXPECT_EQ(user.ack_of(old), ENOENT);
  EXPECT_EQ(user.call(kIpvsFlush), 0);
}

TEST(Module, ComingAndGoingIsAnnouncedToTheNotifyGroupEverywhere) {
  sim::Kernel kernel;
  const auto far_netns = kernel.add_netns(0);
  User near(kernel.socket(), 1);
  User far(kernel.socket(far_netns), 1);
  for (User* user : {&near, &far}) ASSERT_TRUE(user->socket().set_option(kNetlinkAddMembership, 16).ok());
  ASSERT_TRUE(kernel.unload_module().ok());
  ASSERT_TRUE(kernel.load_module().ok());
  for (User* user : {&near, &far}) {
    for (const auto& [cmd, id] : {std::pair{kCtrlDelFamily, 0x20}, {kCtrlNewFamily, 0x21}}) {
      const Received got = user->recv();
      EXPECT_EQ(got.length, 388u);
      EXPECT_EQ(got.source.groups, 0x8000u);
      EXPECT_EQ(got.source.pid, 0u);
      const Answer event = got.answer();
      EXPECT_EQ(event.command(), cmd);
      EXPECT_EQ(event.seq, 0u);
      EXPECT_EQ(event.portid, 0u);
      EXPECT_EQ(event.flags, 0);
      EXPECT_EQ(find(event.attributes(), kCtrlFamilyId).u16(), id);
    }
    EXPECT_EQ(user->recv().err, EAGAIN);
  }
}

TEST(Module, LateLoadIsAnnouncedBeforeItsReply) {
  sim::Kernel kernel(with_module(ModuleState::late));
  User user(kernel.socket(), 1);
  ASSERT_TRUE(user.socket().set_option(kNetlinkAddMembership, 16).ok());
  const auto got = answers_of(user.ask(getfamily("IPVS")));
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].seq, 0u);
  EXPECT_EQ(got[1].seq, 7u);
}

TEST(Module, StateCanBeChangedWhileTheKernelRuns) {
  sim::Kernel kernel;
  User user(kernel.socket(), 1);
  ASSERT_TRUE(kernel.unload_module().ok());
  kernel.set_module_state(ModuleState::absent);
  EXPECT_EQ(user.ask_one(getfamily("IPVS")).error(), ENOENT);
  kernel.set_module_state(ModuleState::late, 1);
  EXPECT_EQ(user.ask_one(getfamily("IPVS")).error(), ENOENT);
  EXPECT_EQ(user.ask_one(getfamily("IPVS")).command(), kCtrlNewFamily);
}

TEST(Module, ServiceChangesAreNeverAnnounced) {
  sim::Kernel kernel;
  User listener(kernel.socket(), 1);
  for (int group = 1; group <= 32; ++group)
    ASSERT_TRUE(listener.socket().set_option(kNetlinkAddMembership, group).ok());
  IpvsUser user(kernel);
  ASSERT_EQ(
      user.call(kIpvsNewService, in_service(mark_identity(1).append(service_settings())), kDoAck | kNlmFEcho),
      0);
  ASSERT_EQ(user.call(kIpvsFlush), 0);
  EXPECT_EQ(listener.recv().err, EAGAIN);
}

}  // namespace
}  // namespace ipvsim
