// A kernel from a saved state answers as the saved one, now and later.
#include <gtest/gtest.h>

#include "tools/state/state.h"
#include "tools/state/test_world.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

constexpr int kThings = 60;
constexpr uint64_t kSeeds = 10;

std::unique_ptr<sim::Kernel> eventful(const Profile& profile, Rng& rng) {
  auto kernel = two_namespaces(profile);
  for (int i = 0; i < kThings; ++i) do_something(*kernel, rng);
  return kernel;
}

class JsonState : public ::testing::TestWithParam<std::string> {};

TEST_P(JsonState, RestoredKernelAnswersTheSameBytesNowAndAfterAnythingMore) {
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Rng rng(seed);
    const auto saved = eventful(profile(GetParam()), rng);
    // Through text, as a file would take it.
    const auto restored = kernel_from_json(json::parse(save_json(*saved).dump()));
    restored->audit();
    ASSERT_EQ(everything_told(*restored), everything_told(*saved));
    Rng same(seed + 1000);
    Rng again(seed + 1000);
    for (int i = 0; i < kThings; ++i) {
      do_something(*saved, same);
      do_something(*restored, again);
      // Asking all is what takes the time here.
      if (i % 6 != 0) continue;
      ASSERT_EQ(everything_told(*restored), everything_told(*saved)) << "after " << i + 1 << " more things";
    }
    EXPECT_EQ(save_json(*restored), save_json(*saved));
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, JsonState, ::testing::ValuesIn(profile_names()), [](const auto& given) {
  std::string name;
  for (const char c : given.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

TEST(JsonState, RestoreReplacesWhatWasThere) {
  Rng rng(5);
  const auto saved = eventful({}, rng);
  const json state = save_json(*saved);
  Rng other(6);
  const auto used = eventful({}, other);
  ASSERT_NE(everything_told(*used), everything_told(*saved));
  restore_json(*used, state);
  used->audit();
  EXPECT_EQ(everything_told(*used), everything_told(*saved));
  EXPECT_EQ(save_json(*used), state);
}

TEST(JsonState, RestoreAddsTheNamespacesThatAreMissing) {
  Rng rng(7);
  const auto saved = eventful({}, rng);
  sim::Kernel kernel(saved->profile());
  restore_json(kernel, save_json(*saved));
  EXPECT_EQ(kernel.namespaces().size(), 2u);
  EXPECT_EQ(everything_told(kernel), everything_told(*saved));
}

TEST(JsonState, StateOfOneDumpVariantRestoresIntoAnother) {
  Rng rng(8);
  const auto saved = eventful(profile("linux-6.1"), rng);
  const auto other = two_namespaces(profile("linux-6.1-serial"));
  restore_json(*other, save_json(*saved));
  EXPECT_EQ(save_json(*other)["namespaces"], save_json(*saved)["namespaces"]);
  EXPECT_EQ(save_json(*other)["last_serial"], save_json(*saved)["last_serial"]);
}

TEST(JsonState, SysctlsAreOfTheirNamespace) {
  const auto saved = two_namespaces({});
  ASSERT_TRUE(saved->sysctls().write(1, "sync_threshold", "4 60").ok());
  ASSERT_TRUE(saved->sysctls().write(0, "run_estimation", "0").ok());
  const auto restored = kernel_from_json(save_json(*saved));
  EXPECT_EQ(restored->sysctls().read(0, "sync_threshold").value(), "3\t50\n");
  EXPECT_EQ(restored->sysctls().read(1, "sync_threshold").value(), "4\t60\n");
  EXPECT_EQ(restored->sysctls().read(0, "run_estimation").value(), "0\n");
  EXPECT_EQ(restored->sysctls().read(1, "run_estimation").value(), "1\n");
}

TEST(JsonState, ImpossibleSysctlIsRefused) {
  sim::Kernel kernel;
  json state = save_json(kernel);
  state["namespaces"][0]["sysctls"]["nosuch"] = "1";
  EXPECT_THROW(restore_json(kernel, state), std::runtime_error);
  state["namespaces"][0]["sysctls"] = {{"conntrack", 1}};
  EXPECT_THROW(restore_json(kernel, state), std::runtime_error);
  state["namespaces"][0]["sysctls"] = 7;
  EXPECT_THROW(restore_json(kernel, state), std::runtime_error);
}

TEST(JsonState, AbsentModuleStaysAbsent) {
  Profile profile;
  profile.module = ModuleState::late;
  profile.late_lookups = 2;
  const sim::Kernel saved(profile);
  const json state = save_json(saved);
  const auto restored = kernel_from_json(state);
  EXPECT_FALSE(restored->module_loaded());
  EXPECT_EQ(restored->module_state(), ModuleState::late);
  EXPECT_EQ(restored->late_lookups(), 2u);
  EXPECT_EQ(save_json(*restored), state);

  sim::Kernel loaded;
  restore_json(loaded, state);
  EXPECT_FALSE(loaded.module_loaded());
}

TEST(JsonState, NextLoadOfTheModuleGetsTheNextFamilyId) {
  sim::Kernel saved;
  ASSERT_TRUE(saved.unload_module().ok());
  const auto restored = kernel_from_json(save_json(saved));
  ASSERT_TRUE(saved.load_module().ok());
  ASSERT_TRUE(restored->load_module().ok());
  EXPECT_EQ(restored->family_id(), saved.family_id());
}

TEST(JsonState, LoadedAgainMeansTheLaterFamilyId) {
  sim::Kernel saved;
  ASSERT_TRUE(saved.unload_module().ok());
  ASSERT_TRUE(saved.load_module().ok());
  EXPECT_EQ(kernel_from_json(save_json(saved))->family_id(), saved.family_id());
}

}  // namespace
}  // namespace ipvsim::tools
