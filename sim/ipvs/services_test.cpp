// Operations on services: ipvs-control.md 5.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

class Services : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(world_.broken(), ""); }

  Status add(const ServiceKey& key, const ServiceSettings& settings = {}) {
    return world_.ipvs().add_service(world_.netns(), key, settings);
  }
  static ServiceSettings scheduled(std::string name) {
    ServiceSettings settings;
    settings.scheduler = std::move(name);
    return settings;
  }

  IpvsWorld world_;
  const ServiceKey key_ = service_key("10.0.0.1", 80);
};

TEST_F(Services, AddedTwiceExists) {
  EXPECT_TRUE(add(key_).ok());
  EXPECT_EQ(add(key_), EEXIST);
  EXPECT_EQ(world_.netns().services, 1u);
}

TEST_F(Services, ExistingComesBeforeAMissingScheduler) {
  ASSERT_TRUE(add(key_).ok());
  EXPECT_EQ(add(key_, scheduled("nope")), EEXIST);
}

TEST_F(Services, SchedulerMustBeAvailableByItsExactName) {
  for (const char* name : {"nope", "RR", "r", "rrr", ""})
    EXPECT_EQ(add(key_, scheduled(name)), ENOENT) << name;
  EXPECT_TRUE(add(key_, scheduled("wlc")).ok());
}

TEST_F(Services, SchedulerNoneIsNone) {
  EXPECT_TRUE(add(key_, scheduled("none")).ok());
  EXPECT_EQ(world_.ipvs().find_service(world_.netns(), key_)->scheduler, nullptr);
}

TEST_F(Services, PersistenceEngineMustBeAvailableAndAnEmptyNameIsNone) {
  ServiceSettings settings;
  settings.pe = "nope";
  EXPECT_EQ(add(key_, settings), ENOENT);
  settings.pe = "sip";
  ASSERT_TRUE(add(key_, settings).ok());
  EXPECT_EQ(*world_.ipvs().find_service(world_.netns(), key_)->pe, "sip");
}

TEST_F(Services, MissingModuleComesBeforeTheV6Prefix) {
  ServiceSettings settings = scheduled("nope");
  settings.netmask = 129;
  EXPECT_EQ(add(service_key("2001:db8::1", 80), settings), ENOENT);
}

TEST_F(Services, V6PrefixIs1To128AlsoForAMark) {
  ServiceSettings settings;
  for (const uint32_t prefix : {0u, 129u, 0xffffffffu}) {
    settings.netmask = prefix;
    EXPECT_EQ(add(service_key("2001:db8::1", 80), settings), EINVAL) << prefix;
    EXPECT_EQ(add(ServiceKey::of_fwmark(1, uapi::kAfInet6), settings), EINVAL) << prefix;
  }
  settings.netmask = 1;
  EXPECT_TRUE(add(service_key("2001:db8::1", 80), settings).ok());
  settings.netmask = 128;
  EXPECT_TRUE(add(ServiceKey::of_fwmark(1, uapi::kAfInet6), settings).ok());
}

TEST_F(Services, V4NetmaskIsAnyNumber) {
  ServiceSettings settings;
  settings.netmask = 0;
  EXPECT_TRUE(add(key_, settings).ok());
}

TEST_F(Services, HashedIsForcedOn) {
  ASSERT_TRUE(add(key_).ok());
  Service* const service = world_.ipvs().find_service(world_.netns(), key_);
  EXPECT_EQ(service->flags, 2u);
  ServiceSettings settings;
  settings.flags = 0xfffffffd;
  ASSERT_TRUE(world_.ipvs().edit_service(*service, settings).ok());
  EXPECT_EQ(service->flags, 0xffffffffu);
}

TEST_F(Services, TimeoutIsKeptInJiffiesOf32Bits) {
  ServiceSettings settings;
  settings.timeout_s = 17179870;  // * 250 = 2^32 + 204
  ASSERT_TRUE(add(key_, settings).ok());
  const Service* const service = world_.ipvs().find_service(world_.netns(), key_);
  EXPECT_EQ(service->timeout_jiffies, 204u);
  EXPECT_EQ(world_.ipvs().seconds(service->timeout_jiffies), 0u);
}

TEST_F(Services, EditReplacesWhatIsSetAndNothingElse) {
  ServiceSettings settings = scheduled("wlc");
  settings.pe = "sip";
  ASSERT_TRUE(add(service_key("10.0.1.1", 80)).ok());
  ASSERT_TRUE(add(key_, settings).ok());
  ASSERT_TRUE(add(service_key("10.0.2.1", 80)).ok());  // the same row, before it
  Service& service = *world_.ipvs().find_service(world_.netns(), key_);
  world_.add(service, dest_key("10.1.0.1", 80));
  world_.add(service, dest_key("10.1.0.2", 80));
  const uint64_t serial = service.serial;

  ServiceSettings edited = scheduled("rr");
  edited.flags = 1;
  edited.timeout_s = 300;
  edited.netmask = 0x00ffffff;
  ASSERT_TRUE(world_.ipvs().edit_service(service, edited).ok());
  EXPECT_EQ(*service.scheduler, "rr");
  EXPECT_EQ(service.pe, nullptr);  // absent: removed
  EXPECT_EQ(service.flags, 3u);
  EXPECT_EQ(service.timeout_jiffies, 75000u);
  EXPECT_EQ(service.netmask, 0x00ffffffu);
  EXPECT_EQ(service.serial, serial);
  EXPECT_EQ(service.dests.size(), 2u);
  EXPECT_EQ(service.dests.front().key, dest_key("10.1.0.2", 80));
  const auto& row = world_.ipvs().table().chain(ServiceTable::kNormal, ServiceTable::row_of(key_, 0));
  EXPECT_EQ(std::next(row.begin())->serial, serial);
}

TEST_F(Services, FailedEditChangesNothing) {
  ASSERT_TRUE(add(key_, scheduled("wlc")).ok());
  Service& service = *world_.ipvs().find_service(world_.netns(), key_);
  ServiceSettings edited = scheduled("nope");
  edited.flags = 1;
  EXPECT_EQ(world_.ipvs().edit_service(service, edited), ENOENT);
  edited = scheduled("rr");
  edited.pe = "nope";
  EXPECT_EQ(world_.ipvs().edit_service(service, edited), ENOENT);
  EXPECT_EQ(*service.scheduler, "wlc");
  EXPECT_EQ(service.flags, 2u);
}

TEST_F(Services, EditOfAV6ServiceChecksThePrefix) {
  ServiceSettings settings;
  settings.netmask = 64;
  Service& service = world_.add(service_key("2001:db8::1", 80), settings);
  settings.netmask = 0;
  EXPECT_EQ(world_.ipvs().edit_service(service, settings), EINVAL);
  EXPECT_EQ(service.netmask, 64u);
}

TEST_F(Services, FlushTakesOneNamespaceOnly) {
  Netns& other = world_.ipvs().add_netns(0, Links());
  Service& service = world_.add(key_);
  world_.add(service, dest_key("10.1.0.1", 80));
  world_.add(ServiceKey::of_fwmark(9));
  world_.add(key_, {}, other.id);
  world_.ipvs().flush(world_.netns());
  EXPECT_EQ(world_.netns().services, 0u);
  EXPECT_EQ(other.services, 1u);
  EXPECT_EQ(world_.ipvs().table().size(), 1u);
  EXPECT_EQ(world_.netns().trash.entries().size(), 1u);
  world_.ipvs().flush(world_.netns());
  EXPECT_EQ(other.services, 1u);
}

TEST_F(Services, DeletingOneMovesItsDestinationsToTheTrash) {
  Service& service = world_.add(key_);
  world_.add(service, dest_key("10.1.0.1", 80));
  world_.add(service, dest_key("10.1.0.2", 80));
  world_.ipvs().del_service(service);
  EXPECT_EQ(world_.netns().services, 0u);
  EXPECT_EQ(world_.netns().trash.entries().size(), 2u);
  EXPECT_EQ(world_.ipvs().indexed_dests(), 0u);
}

TEST_F(Services, EveryChangeMovesTheGeneration) {
  uint64_t last = world_.netns().generation;
  const auto moved = [&] {
    return world_.netns().generation != std::exchange(last, world_.netns().generation);
  };
  Service& service = world_.add(key_);
  EXPECT_TRUE(moved());
  EXPECT_TRUE(world_.ipvs().edit_service(service, {}).ok());
  EXPECT_TRUE(moved());
  world_.add(service, dest_key("10.1.0.1", 80));
  EXPECT_TRUE(moved());
  EXPECT_TRUE(world_.ipvs().edit_dest(service, dest_key("10.1.0.1", 80), {}).ok());
  EXPECT_TRUE(moved());
  EXPECT_TRUE(world_.ipvs().del_dest(service, dest_key("10.1.0.1", 80)).ok());
  EXPECT_TRUE(moved());
  EXPECT_EQ(add(key_), EEXIST);
  EXPECT_FALSE(moved());
  world_.ipvs().del_service(service);
  EXPECT_TRUE(moved());
}

}  // namespace
}  // namespace ipvsim::ipvs
