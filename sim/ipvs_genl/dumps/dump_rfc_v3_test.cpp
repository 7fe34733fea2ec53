// GET_SERVICE_DEST as posted the third time: rfc-dumps.md 3. What it mended, and what remains, each by its
// name.
#include <gtest/gtest.h>

#include "sim/testing/expects_mark.h"
#include "sim/testing/rfc_dump.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class RfcV3 : public RfcDump {
 protected:
  RfcV3() : RfcDump(DumpVariant::rfc_v3) {}
};

TEST_F(RfcV3, TellsServicesWithTheirDestinationsInside) {
  add(1, 0, 2);
  add(2, 0, 0);
  add_mark(7, 1);
  EXPECT_EQ(all(),
            (Texts{svc(1) + "[" + dests(1, 2) + "] " + svc(2) + "[] fwmark7[" + dests(1, 1) + "]", "done"}));
}

TEST_F(RfcV3, ServiceWhoseDestinationsDoNotFitIsRepeatedWithTheRest) {
  const ExpectsMark mark("nested_service_repeated");
  add(1, 0, 3);
  buffers({kNestedService + 2 * kNestedDest});
  EXPECT_EQ(all(), (Texts{svc(1) + "[" + dests(1, 2) + "]", svc(1) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV3, EndIsTableTwoRowZero) {
  add(1);
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{0, 0, 2, 0}));
  add(2);
  add_mark(3);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[]", "done"}));
}

TEST_F(RfcV3, ChunkInTheFwmarkTableGoesStraightThere) {
  add(1);
  add_mark(1, 1);
  add_mark(2, 1);
  buffers({2 * kNestedService - 28 + kNestedDest, 4000});
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{0, 0, 1, 2}));
  add(2);  // in the table that is finished
  EXPECT_EQ(rest(), (Texts{svc(1) + "[] fwmark1[10.1.0.1]", "fwmark2[10.1.0.1]", "done"}));
}

TEST_F(RfcV3, SingleServiceRequestTellsThatOneOnly) {
  add(1, 0, 1);
  add(2, 0, 3);
  buffers({kNestedService + 2 * kNestedDest});
  EXPECT_EQ(all(one(2)), (Texts{svc(2) + "[" + dests(1, 2) + "]", svc(2) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV3, UnknownOrMalformedServiceIsAnEmptyDump) {
  add(1);
  for (const Attrs& top :
       {in_service(service_identity("10.99.0.1", 80)), in_service({}), in_service(Attrs().raw(1, {2}))})
    EXPECT_EQ(all(top), Texts{"done"});
}

TEST_F(RfcV3, RequestThatDoesNotParseIsAsWithoutService) {
  add(1);
  EXPECT_EQ(all(Attrs(one(9)).raw(kIpvsCmdAttrTimeoutTcp, {1})), (Texts{svc(1) + "[]", "done"}));
}

TEST_F(RfcV3, SingleServiceThatVanishesEndsTheDump) {
  add(1, 0, 3);
  buffers({kNestedService + kNestedDest});
  start(one(1));
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 1) + "]", "done"}));
}

// Mended: the count of destinations does not survive the end of a row.

TEST_F(RfcV3, VanishedServiceCostsTheNextRowNothing) {
  add(1, 0, 3);
  add(200, 0, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 2) + "]", svc(200) + "[" + dests(1, 3) + "]", "done"}));
}

TEST_F(RfcV3, VanishedServiceCostsTheFwmarkTableNothing) {
  add(1, 0, 3);
  add_mark(9, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 2) + "]", "fwmark9[" + dests(1, 3) + "]", "done"}));
}

// What remains.

TEST_F(RfcV3, VanishedServiceCostsItsSuccessorInTheRowDestinations) {
  add(1, 0, 3);
  add(1, 1, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1, 1);
  EXPECT_EQ(rest(),
            (Texts{svc(1, 1) + "[" + dests(1, 2) + "]", svc(1, 0) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV3, RemovalInTheRowInProgressLosesAService) {
  for (int nth = 0; nth < 3; ++nth) add(1, nth);
  buffers({kNestedService});
  start();
  remove(1, 2);
  EXPECT_EQ(rest(), (Texts{svc(1, 2) + "[]", svc(1, 0) + "[]", "done"}));
}

TEST_F(RfcV3, InsertionInTheRowInProgressRepeatsAService) {
  for (int nth = 0; nth < 3; ++nth) add(1, nth);
  buffers({kNestedService});
  start();
  add(1, 9);
  EXPECT_EQ(rest(), (Texts{svc(1, 2) + "[]", svc(1, 2) + "[]", svc(1, 1) + "[]", svc(1, 0) + "[]", "done"}));
}

TEST_F(RfcV3, DestinationEditsShiftTheCount) {
  add(1, 0, 3);
  buffers({kNestedService + kNestedDest, 4000});
  start();
  remove_dest(1, 0, 1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 1) + "]", svc(1) + "[" + dests(3, 3) + "]", "done"}));
  start();
  add_dest(1, 0, "10.1.0.99");
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(2, 2) + "]", svc(1) + "[" + dests(2, 3) + "]", "done"}));
}

TEST_F(RfcV3, EmptyServiceIsSentForEverWhenNoDestinationFits) {
  const ExpectsMark mark("nested_service_without_its_next_destination");
  add(1, 0, 1);
  buffers({kNestedService + kNestedDest - 4});
  start();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(told(user_.recv(8192)), svc(1) + "[]");
  EXPECT_TRUE(user_.socket().dumping());
}

TEST_F(RfcV3, EndlessDumpEndsWhenItsServiceGoes) {
  add(1, 0, 1);
  add(2);
  buffers({kNestedService});
  start();
  (void)user_.recv(8192);
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[]", svc(2) + "[]", "done"}));
}

TEST_F(RfcV3, ServiceThatNeverFitsEndsTheDumpAsIfComplete) {
  add(1, 0, 1);
  for (size_t n = 20; n < kNestedService; n += 19) {
    buffers({n});
    EXPECT_EQ(all(), Texts{"done"}) << n;
  }
}

TEST_F(RfcV3, LargeServiceInTheMiddleCutsTheRestOff) {
  add(1);
  ipvs::ServiceSettings none;
  none.scheduler = "none";  // 4 bytes more
  ASSERT_TRUE(
      kernel_.ipvs().add_service(kernel_.ipvs_netns(), service_key(address_in_row(2), 80), none).ok());
  add(3);
  buffers({kNestedService});
  EXPECT_EQ(all(), (Texts{svc(1) + "[]", "done"}));
}

TEST_F(RfcV3, OtherNamespacesAreSkippedBeforeCounting) {
  const auto far = kernel_.add_netns(0);
  add(1, 1, 2);
  add(1, 0, 2, far);
  add(1, 2, 2);
  buffers({kNestedService + 2 * kNestedDest});
  start();
  kernel_.ipvs().flush(kernel_.ipvs_netns(far));
  EXPECT_EQ(rest(),
            (Texts{svc(1, 2) + "[" + dests(1, 2) + "]", svc(1, 1) + "[" + dests(1, 2) + "]", "done"}));
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
