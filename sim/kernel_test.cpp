// A whole world: profiles, namespaces, privilege, time, and runs that repeat
// (ARCHITECTURE.md 1, 4 and 7; genetlink.md 2, 5 and 6.4).
#include "sim/kernel.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <stdexcept>

#include "sim/testing/ipvs_user.h"

namespace ipvsim {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

TEST(Profile, PresetsAreTheirNames) {
  for (const std::string& name : profile_names()) EXPECT_EQ(profile(name).name, name);
  EXPECT_EQ(profile("linux-6.1").variant, DumpVariant::stock);
  EXPECT_EQ(profile("linux-6.1-rfc-v1").variant, DumpVariant::rfc_v1);
  EXPECT_EQ(profile("linux-6.1-rfc-v2").variant, DumpVariant::rfc_v2);
  EXPECT_EQ(profile("linux-6.1-rfc-v3").variant, DumpVariant::rfc_v3);
}

TEST(Profile, UnknownNameSaysWhichThereAre) {
  try {
    (void)profile("linux-9");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("linux-9"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("linux-6.1-rfc-v3"), std::string::npos);
  }
  EXPECT_THROW(dump_variant("rfc-v4"), std::invalid_argument);
}

TEST(Profile, VariantNamesComeBack) {
  for (const char* name : {"stock", "rfc-v1", "rfc-v2", "rfc-v3"})
    EXPECT_EQ(dump_variant_name(dump_variant(name)), name);
}

TEST(Profile, UpperThresholdLimitCameWith6_1_183) {
  for (const char* release : {"6.1.183", "6.1.192", "6.1.0-57-amd64", "6.6.1", "7.1"})
    EXPECT_TRUE(release_has_u_thresh_limit(release)) << release;
  for (const char* release : {"6.1.176", "6.1.182"})
    EXPECT_FALSE(release_has_u_thresh_limit(release)) << release;
}

TEST(Kernel, RefusesProfilesThatCannotBe) {
  const auto refused = [](auto change) {
    Profile profile;
    change(profile);
    EXPECT_THROW(sim::Kernel kernel(profile), std::invalid_argument);
  };
  refused([](Profile& profile) { profile.hz = 0; });
  refused([](Profile& profile) { profile.hz = 1001; });
  refused([](Profile& profile) { profile.family_id = 0x12; });
  refused([](Profile& profile) { profile.family_id = 1024; });
  refused([](Profile& profile) { profile.page_size = 2048; });
}

TEST(Kernel, FieldsOfTheProfileAreHeeded) {
  Profile profile;
  profile.family_id = 1023;
  profile.page_size = 65536;
  profile.hz = 1000;
  profile.schedulers = {"mine"};
  profile.dump_buffer = DumpBufferRule::fixed(20);
  sim::Kernel kernel(profile);
  EXPECT_EQ(kernel.family_id(), 1023);
  EXPECT_EQ(kernel.netlink().config().goodsize(), 7872u);
  EXPECT_EQ(kernel.ipvs_netns().timeouts.tcp, 900'000u);
  IpvsUser user(kernel);
  const Attrs vip = service_identity("10.0.0.1", 80);
  EXPECT_EQ(user.call(kIpvsNewService, in_service(Attrs(vip).append(service_settings("rr")))), ENOENT);
  EXPECT_EQ(user.call(kIpvsNewService, in_service(Attrs(vip).append(service_settings("mine")))), 0);
  EXPECT_EQ(lengths(user.dump(kIpvsGetService)), (std::vector<int>{20}));
}

TEST(Kernel, IsUnprivilegedWhenTheProfileSaysSo) {
  Profile profile;
  profile.privileged = false;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  EXPECT_EQ(user.call(kIpvsFlush), EPERM);
  kernel.set_privileged(true);
  EXPECT_EQ(user.call(kIpvsFlush), EPERM);  // the socket was opened without privilege (netlink.md 8)
  IpvsUser strong(kernel, 4002);
  EXPECT_EQ(strong.call(kIpvsFlush), 0);
}

// Namespaces.

TEST(Namespaces, HaveTablesOfTheirOwn) {
  sim::Kernel kernel;
  const auto far_netns = kernel.add_netns(0x30);
  IpvsUser near(kernel, 4001, 0);
  IpvsUser far(kernel, 4001, far_netns);
  const Attrs vip = service_identity("10.0.0.1", 80);
  const Attrs full = in_service(Attrs(vip).append(service_settings()));
  EXPECT_EQ(near.call(kIpvsNewService, full), 0);
  EXPECT_EQ(far.call(kIpvsGetService, in_service(vip)), ESRCH);
  EXPECT_EQ(far.call(kIpvsNewService, full), 0);
  EXPECT_EQ(near.call(kIpvsFlush), 0);
  EXPECT_EQ(far.call(kIpvsDelService, in_service(vip)), 0);
}

TEST(Namespaces, HaveTheirLinksAndTheirSalt) {
  sim::Kernel kernel;
  const auto far = kernel.add_netns(0x30, {{"eth5", 1500, kAfInet, ipvs::Address::v4(10, 0, 0, 1), 24}});
  EXPECT_NE(kernel.ipvs_netns(far).links.find("eth5"), nullptr);
  EXPECT_EQ(kernel.ipvs_netns(0).links.find("eth5"), nullptr);
  EXPECT_EQ(kernel.ipvs_netns(far).salt, 0x30);
}

TEST(Namespaces, AreThereAgainAfterAReload) {
  sim::Kernel kernel;
  const auto far = kernel.add_netns(0x30);
  ASSERT_TRUE(kernel.unload_module().ok());
  const auto later = kernel.add_netns(0x40);
  ASSERT_TRUE(kernel.load_module().ok());
  EXPECT_EQ(kernel.ipvs_netns(far).salt, 0x30);
  EXPECT_EQ(kernel.ipvs_netns(later).salt, 0x40);
}

// Time.

TEST(Time, MovesOnlyWhenToldAndRunsTheTimers) {
  sim::Kernel kernel;
  ipvs::Service& service = add_in_row(kernel, 1, 0, 1);
  service.stats.set_raw({5, 0, 0, 0, 0});
  ASSERT_TRUE(kernel.ipvs().del_dest(service, service.dests.front().key).ok());
  EXPECT_EQ(kernel.now(), 0);
  kernel.advance(110'000);
  EXPECT_EQ(kernel.now(), 110'000);
  EXPECT_EQ(service.stats.counter(ipvs::kConns), 5u);
  EXPECT_EQ(kernel.ipvs_netns().trash.entries().size(), 1u);
  kernel.advance(75'000);
  EXPECT_TRUE(kernel.ipvs_netns().trash.entries().empty());
}

// Runs repeat.

Data whole_run(uint64_t seed) {
  Profile profile;
  profile.variant = DumpVariant::rfc_v3;
  profile.dump_buffer = DumpBufferRule::random(1000, 5000);
  sim::Kernel kernel(profile, seed);
  const auto first = kernel.socket();
  (void)first->bind(0);
  User user(kernel.socket(), 0);  // autobind collides: its port id is drawn
  for (size_t row = 0; row < 20; ++row) add_in_row(kernel, row, 0, 3);
  Data everything;
  for (int round = 0; round < 3; ++round)
    for (const Received& got : user.ask(genl_request(kernel.family_id(), kIpvsGetServiceDest, kDumpRequest)))
      everything.insert(everything.end(), got.bytes.begin(), got.bytes.end());
  return everything;
}

TEST(Determinism, SameSeedSameBytes) { EXPECT_EQ(whole_run(42), whole_run(42)); }

TEST(Determinism, AnotherSeedDrawsOtherThings) { EXPECT_NE(whole_run(42), whole_run(43)); }

TEST(Determinism, KernelsDoNotDisturbEachOther) {
  const Data alone = whole_run(7);
  sim::Kernel other({}, 7);
  IpvsUser user(other);
  (void)user.dump(kIpvsGetService);
  EXPECT_EQ(whole_run(7), alone);
}

// Misuse stops with a reason.

TEST(KernelDeathTest, AskingForTheStateOfAnAbsentModule) {
  Profile profile;
  profile.module = ModuleState::absent;
  sim::Kernel kernel(profile);
  EXPECT_DEATH((void)kernel.ipvs(), "check failed: module_loaded");
}

TEST(KernelDeathTest, SocketInANamespaceThatIsNot) {
  sim::Kernel kernel;
  EXPECT_DEATH((void)kernel.socket(1), "check failed");
  EXPECT_THROW((void)kernel.ipvs_netns(1), std::out_of_range);
}

TEST(KernelDeathTest, TimeDoesNotRunBackwards) {
  sim::Kernel kernel;
  EXPECT_DEATH(kernel.advance(-1), "check failed");
}

TEST(KernelDeathTest, SocketThatOutlivesItsKernel) {
  EXPECT_DEATH(
      {
        std::unique_ptr<genl::Socket> socket;
        sim::Kernel kernel;
        socket = kernel.socket();
      },
      "check failed");
}

TEST(KernelDeathTest, BrokenTableStopsTheAuditWithSeedAndStep) {
  sim::Kernel kernel({}, 1234);
  add_in_row(kernel, 1).flags = 0;
  kernel.advance(1);
  EXPECT_DEATH(kernel.audit(),
               "service 1 not marked hashed[^$]*check failed: broken.empty.*seed 1234, step 1");
}

}  // namespace
}  // namespace ipvsim
