// Family ids and names: genetlink.md 2.
#include "sim/genl/registry.h"

#include <gtest/gtest.h>

namespace ipvsim::genl {
namespace {

std::unique_ptr<Family> family(std::string name, uint16_t id = 0) {
  auto made = std::make_unique<Family>();
  made->name = std::move(name);
  made->id = id;
  return made;
}

TEST(Registry, DynamicIdsStartAt0x13AndGoUp) {
  Registry registry;
  EXPECT_EQ(registry.add(family("a")).id, 0x13);
  EXPECT_EQ(registry.add(family("b")).id, 0x14);
}

TEST(Registry, IdOfARemovedFamilyIsNotHandedOutNext) {
  Registry registry;
  registry.remove(registry.add(family("a")).id);
  EXPECT_EQ(registry.add(family("a")).id, 0x14);
}

TEST(Registry, IdsWrapAndSkipThoseInUse) {
  Registry registry;
  EXPECT_EQ(registry.add(family("first")).id, 0x13);
  registry.set_next_id(1023);
  EXPECT_EQ(registry.add(family("last")).id, 1023);
  EXPECT_EQ(registry.add(family("wrapped")).id, 0x14);
}

TEST(Registry, NamesAreExactAndCaseSensitive) {
  Registry registry;
  registry.add(family("IPVS"));
  EXPECT_NE(registry.by_name("IPVS"), nullptr);
  for (const char* name : {"ipvs", "IPV", "IPVS ", ""}) EXPECT_EQ(registry.by_name(name), nullptr) << name;
}

TEST(Registry, IdsAreFoundUntilTheFamilyGoes) {
  Registry registry;
  const uint16_t id = registry.add(family("a")).id;
  EXPECT_EQ(registry.by_id(id)->name, "a");
  registry.remove(id);
  EXPECT_EQ(registry.by_id(id), nullptr);
}

// Our own mistakes stop the program.

TEST(RegistryDeathTest, SameNameTwice) {
  Registry registry;
  registry.add(family("a"));
  EXPECT_DEATH(registry.add(family("a")), "check failed");
}

TEST(RegistryDeathTest, SameFixedIdTwice) {
  Registry registry;
  registry.add(family("a", 0x10));
  EXPECT_DEATH(registry.add(family("b", 0x10)), "check failed");
}

TEST(RegistryDeathTest, NameOf16Characters) {
  Registry registry;
  EXPECT_DEATH(registry.add(family(std::string(16, 'x'))), "check failed");
  registry.add(family(std::string(15, 'x')));
}

TEST(RegistryDeathTest, RemovingAnUnknownId) {
  Registry registry;
  EXPECT_DEATH(registry.remove(0x99), "check failed");
}

TEST(RegistryDeathTest, NoIdLeft) {
  Registry registry;
  for (int i = 0x13; i <= 1023; ++i) registry.add(family("f" + std::to_string(i)));
  EXPECT_DEATH(registry.add(family("more")), "free family ids left");
}

}  // namespace
}  // namespace ipvsim::genl
