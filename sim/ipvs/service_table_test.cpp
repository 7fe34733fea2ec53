// Rows, order and look-up of services: ipvs-control.md 8.
#include "sim/ipvs/service_table.h"

#include <gtest/gtest.h>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

TEST(ServiceTable, RowOfANormalServiceIsProtocolAddressAndPortBytesWithTheSalt) {
  // 6 ^ 1 ^ 0 ^ 80 = 0x57
  EXPECT_EQ(ServiceTable::row_of(service_key("10.0.0.1", 80), 0), 0x57u);
  EXPECT_EQ(ServiceTable::row_of(service_key("10.0.0.1", 80), 0x70), 0x27u);
  // port 0x1f90: 6 ^ 200 ^ 0x1f ^ 0x90 = 0x41
  EXPECT_EQ(ServiceTable::row_of(service_key("10.0.0.200", 8080), 0), 0x41u);
  // 17 ^ 7 ^ 0 ^ 53 = 0x23
  EXPECT_EQ(ServiceTable::row_of(service_key("192.168.255.7", 53, 17), 0), 0x23u);
}

TEST(ServiceTable, OnlyTheLastByteOfAV4AddressCounts) {
  EXPECT_EQ(ServiceTable::row_of(service_key("10.0.0.1", 80), 0),
            ServiceTable::row_of(service_key("99.98.97.1", 80), 0));
}

TEST(ServiceTable, RowOfAV6ServiceFoldsTheLowByteOfEachWord) {
  // Bytes 3, 7, 11, 15 are 0xb8, 0x02, 0x03, 0x04: 0xbd; 6 ^ 0xbd ^ 80 = 0xeb
  EXPECT_EQ(ServiceTable::row_of(service_key("2001:db8:0:2:0:3:0:4", 80), 0), 0xebu);
}

TEST(ServiceTable, RowOfAFwmarkServiceIsItsLowByteWithTheSalt) {
  EXPECT_EQ(ServiceTable::row_of(ServiceKey::of_fwmark(0x12345), 0), 0x45u);
  EXPECT_EQ(ServiceTable::row_of(ServiceKey::of_fwmark(0x12345), 0xf0), 0xb5u);
}

TEST(ServiceTable, OnlyTheLow8BitsOfAProtocolCountInTheRow) {
  EXPECT_EQ(ServiceTable::row_of(service_key("10.0.0.1", 80, 0x106), 0), 0x57u);
}

TEST(ServiceTable, FamilyIsNotHashed) {
  const auto v4 = ServiceTable::row_of(service_key("0.0.0.9", 80), 0);
  EXPECT_EQ(ServiceTable::row_of(service_key("::9", 80), 0), v4);
}

class TableOrder : public ::testing::Test {
 protected:
  std::vector<uint64_t> order() {
    std::vector<uint64_t> serials;
    world_.ipvs().table().for_each([&](Service& service) { serials.push_back(service.serial); });
    return serials;
  }
  IpvsWorld world_;
};

TEST_F(TableOrder, RowsAscendAndNormalServicesComeFirst) {
  const auto mark = world_.add(ServiceKey::of_fwmark(1)).serial;
  const auto high = world_.add(service_key("10.0.0.255", 80)).serial;
  const auto low = world_.add(service_key("10.0.0.86", 80)).serial;  // 6 ^ 86 ^ 80 = 0
  EXPECT_EQ(order(), (std::vector<uint64_t>{low, high, mark}));
}

TEST_F(TableOrder, NewestIsFirstInItsRow) {
  const auto first = world_.add(service_key("10.0.0.1", 80)).serial;
  const auto second = world_.add(service_key("10.0.1.1", 80)).serial;
  const auto third = world_.add(service_key("10.0.2.1", 80)).serial;
  EXPECT_EQ(order(), (std::vector<uint64_t>{third, second, first}));
}

TEST_F(TableOrder, SaltReordersRowsButNotTheChains) {
  IpvsWorld salted({}, 0xff);
  for (IpvsWorld* world : {&world_, &salted}) {
    world->add(service_key("10.0.0.86", 80));  // row 0, salted 255
    world->add(service_key("10.0.0.87", 80));  // row 1, salted 254
  }
  EXPECT_EQ(order(), (std::vector<uint64_t>{1, 2}));
  std::vector<uint64_t> serials;
  salted.ipvs().table().for_each([&](Service& service) { serials.push_back(service.serial); });
  EXPECT_EQ(serials, (std::vector<uint64_t>{2, 1}));
}

TEST_F(TableOrder, SerialsGrowAcrossServicesAndDestinations) {
  Service& service = world_.add(service_key("10.0.0.1", 80));
  const Dest& dest = world_.add(service, dest_key("10.1.0.1", 80));
  const Service& second = world_.add(service_key("10.0.0.2", 80));
  EXPECT_LT(service.serial, dest.serial);
  EXPECT_LT(dest.serial, second.serial);
  EXPECT_EQ(world_.ipvs().table().last_serial(), second.serial);
}

TEST_F(TableOrder, LookUpIsExactInEveryPartOfTheKey) {
  world_.add(service_key("10.0.0.1", 80));
  Ipvs& ipvs = world_.ipvs();
  EXPECT_NE(ipvs.find_service(world_.netns(), service_key("10.0.0.1", 80)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), service_key("10.0.0.1", 81)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), service_key("10.0.0.2", 80)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), service_key("10.0.0.1", 80, 17)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), service_key("10.0.0.1", 0)), nullptr);
  Netns& other = ipvs.add_netns(0, Links());
  EXPECT_EQ(ipvs.find_service(other, service_key("10.0.0.1", 80)), nullptr);
}

TEST_F(TableOrder, LookUpOfAMarkComparesMarkAndFamilyOnly) {
  world_.add(ServiceKey::of_fwmark(5));
  Ipvs& ipvs = world_.ipvs();
  EXPECT_NE(ipvs.find_service(world_.netns(), ServiceKey::of_fwmark(5)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), ServiceKey::of_fwmark(5, uapi::kAfInet6)), nullptr);
  EXPECT_EQ(ipvs.find_service(world_.netns(), ServiceKey::of_fwmark(6)), nullptr);
}

TEST_F(TableOrder, LookUpStaysRightWhileTheIndexGrowsAndShrinks) {
  for (uint16_t port = 1; port <= 2000; ++port) world_.add(service_key("10.0.0.1", port));
  for (uint16_t port = 1; port <= 2000; ++port) {
    Service* const found = world_.ipvs().find_service(world_.netns(), service_key("10.0.0.1", port));
    ASSERT_NE(found, nullptr);
    ASSERT_EQ(found->key().port, port);
    if (port % 2 == 0) world_.ipvs().del_service(*found);
  }
  EXPECT_EQ(world_.ipvs().table().size(), 1000u);
  EXPECT_EQ(world_.ipvs().find_service(world_.netns(), service_key("10.0.0.1", 2)), nullptr);
  EXPECT_EQ(world_.broken(), "");
}

TEST_F(TableOrder, LookUpCountsOneStep) {
  world_.add(service_key("10.0.0.1", 80));
  const uint64_t before = world_.ipvs().table().steps();
  (void)world_.ipvs().find_service(world_.netns(), service_key("10.0.0.1", 80));
  EXPECT_EQ(world_.ipvs().table().steps(), before + 1);
}

TEST(ServiceTableDeathTest, InsertingAKeyTwiceIsOurMistake) {
  EXPECT_DEATH(
      {
        ServiceTable table;
        Service one;
        Service two;
        table.insert(one, 0);
        table.insert(two, 0);
      },
      "check failed");
}

TEST(ServiceTableDeathTest, DestroyingALinkedServiceIsOurMistake) {
  EXPECT_DEATH(
      {
        ServiceTable table;
        Service one;
        table.insert(one, 0);
      },
      "check failed");
}

}  // namespace
}  // namespace ipvsim::ipvs
