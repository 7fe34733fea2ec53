// The audit can fail: each invariant is broken on purpose, by hand, and the audit names it.
#include "sim/ipvs/audit.h"

#include <gtest/gtest.h>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

class Audit : public ::testing::Test {
 protected:
  Audit() {
    world_.add(service_, dest_key("10.1.0.1", 80));
    world_.add(service_, dest_key("10.1.0.2", 80));
  }
  // Breaks, asks, mends: an object linked wrongly could not even be destroyed.
  void expect_broken(const std::string& text, const std::function<void()>& breaks,
                     const std::function<void()>& mends) {
    breaks();
    EXPECT_NE(world_.broken().find(text), std::string::npos) << "said: " << world_.broken();
    mends();
    EXPECT_EQ(world_.broken(), "");
  }
  // The same for a value.
  template <class T>
  void expect_broken(const std::string& text, T& value, T wrong) {
    const T right = value;
    expect_broken(
        text, [&] { value = wrong; }, [&] { value = right; });
  }
  Dest& dest() { return service_.dests.front(); }

  IpvsWorld world_;
  Service& service_ = world_.add(service_key("10.0.0.1", 80));
};

TEST_F(Audit, IsSilentWhenAllHolds) { EXPECT_EQ(world_.broken(), ""); }

TEST_F(Audit, DoesNotCountAsWork) {
  const uint64_t before = world_.ipvs().table().steps();
  (void)world_.broken();
  EXPECT_EQ(world_.ipvs().table().steps(), before);
}

TEST_F(Audit, ServiceInTheWrongRow) {
  ServiceTable& table = world_.ipvs().table();
  auto& right = table.chain(ServiceTable::kNormal, ServiceTable::row_of(service_.key(), 0));
  auto& wrong = table.chain(ServiceTable::kNormal, 0);
  expect_broken(
      "in the wrong row", [&] { wrong.splice(wrong.begin(), right); },
      [&] { right.splice(right.begin(), wrong); });
}

TEST_F(Audit, ServiceInTheWrongHalf) {
  ServiceTable& table = world_.ipvs().table();
  const size_t row = ServiceTable::row_of(service_.key(), 0);
  auto& right = table.chain(ServiceTable::kNormal, row);
  auto& wrong = table.chain(ServiceTable::kFwmark, row);
  expect_broken(
      "in the wrong row", [&] { wrong.splice(wrong.begin(), right); },
      [&] { right.splice(right.begin(), wrong); });
}

TEST_F(Audit, RowOutOfOrder) {
  world_.add(service_key("10.0.1.1", 80));  // the same row
  auto& row = world_.ipvs().table().chain(ServiceTable::kNormal, ServiceTable::row_of(service_.key(), 0));
  expect_broken(
      "behind an older one", [&] { row.reverse(); }, [&] { row.reverse(); });
}

TEST_F(Audit, ServiceMissingFromItsRow) {
  auto& row = world_.ipvs().table().chain(ServiceTable::kNormal, ServiceTable::row_of(service_.key(), 0));
  expect_broken(
      "serial order holds 1 of 0 services", [&] { row.clear(); }, [&] { row.push_front(service_); });
}

TEST_F(Audit, TwoServicesOfOneKey) {
  Service& other = world_.add(service_key("10.0.1.1", 80));
  expect_broken("two services of one key", other.id, service_.id);
}

TEST_F(Audit, ServiceOfAnUnknownFamily) { expect_broken("of family 7", service_.id.key.af, uint16_t{7}); }

TEST_F(Audit, StrayBytesInAV4Address) {
  expect_broken("stray address bytes", service_.id.key.addr.bytes[15], uint8_t{1});
  expect_broken("stray bytes", dest().key.addr.bytes[9], uint8_t{1});
}

TEST_F(Audit, ServiceNotMarkedHashed) { expect_broken("not marked hashed", service_.flags, 0u); }

TEST_F(Audit, TwoServicesOfOneMark) {
  world_.add(ServiceKey::of_fwmark(9));
  Service& other = world_.add(ServiceKey::of_fwmark(265));  // the same row
  expect_broken("two services of one key", other.id.key.fwmark, 9u);
}

TEST_F(Audit, SerialNumberThatMoved) {
  world_.add(service_key("10.0.1.1", 80));
  expect_broken("behind a newer one in serial order", service_.serial, uint64_t{77});
  expect_broken("a serial from the future", service_.serial, uint64_t{77});
}

TEST_F(Audit, SerialNumberTwice) {
  expect_broken("serial " + std::to_string(dest().serial) + " twice", service_.serial, dest().serial);
}

TEST_F(Audit, DestinationThatDoesNotKnowItsService) {
  Service& other = world_.add(service_key("10.0.1.1", 80));
  expect_broken("of another service", dest().service, &other);
  expect_broken("remembers another owner", dest().owner_serial, other.serial);
}

TEST_F(Audit, DestinationsOutOfOrder) {
  expect_broken(
      "out of order", [&] { service_.dests.reverse(); }, [&] { service_.dests.reverse(); });
}

TEST_F(Audit, TwoDestinationsOfOneKey) {
  expect_broken("two destinations of one key", dest().key, service_.dests.back().key);
}

TEST_F(Audit, DestinationMissingFromTheSerialOrder) {
  Dest& one = dest();
  expect_broken(
      "not in serial order",
      [&] { service_.dests_by_serial.erase(service_.dests_by_serial.iterator_to(one)); },
      [&] { service_.dests_by_serial.insert(one); });
}

TEST_F(Audit, ServiceMissingFromTheSerialOrder) {
  auto& order = world_.ipvs().table().by_serial();
  expect_broken(
      "not in serial order", [&] { order.erase(order.iterator_to(service_)); },
      [&] { order.insert(service_); });
}

TEST_F(Audit, IndexAndListDisagree) {
  Dest& one = dest();
  expect_broken(
      "index holds 2 of 1 destinations", [&] { service_.dests.pop_front(); },
      [&] { service_.dests.push_front(one); });
}

TEST_F(Audit, MiscountedNamespace) {
  expect_broken("counts 5 services", world_.netns().services, size_t{5});
  expect_broken("miscounts mixed", world_.netns().mixed_family_dests, size_t{1});
  expect_broken("without a generation", world_.netns().generation, uint64_t{0});
}

TEST_F(Audit, TrashedDestinationWithAService) {
  ASSERT_TRUE(world_.ipvs().del_dest(service_, dest_key("10.1.0.2", 80)).ok());
  Dest& trashed = const_cast<Dest&>(world_.netns().trash.entries().front());
  expect_broken("in the trash and in a service", trashed.service, &service_);
  expect_broken("in a foreign trash", trashed.virtual_key.netns, 9u);
  expect_broken("in the trash and alive", trashed.serial, dest().serial);
}

}  // namespace
}  // namespace ipvsim::ipvs
