// GET_SERVICE_DEST as posted the second time: rfc-dumps.md 2. The faults are the point: each is pinned by a
// test that names it.
#include <gtest/gtest.h>

#include "sim/testing/expects_mark.h"
#include "sim/testing/rfc_dump.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class RfcV2 : public RfcDump {
 protected:
  RfcV2() : RfcDump(DumpVariant::rfc_v2) {}
};

TEST_F(RfcV2, TellsServicesWithTheirDestinationsInside) {
  add(1, 0, 2);
  add(2, 0, 0);
  add_mark(7, 1);
  EXPECT_EQ(all(),
            (Texts{svc(1) + "[" + dests(1, 2) + "] " + svc(2) + "[] fwmark7[" + dests(1, 1) + "]", "done"}));
}

TEST_F(RfcV2, MessageIsTheOrdinaryServiceWithDestsLast) {
  add(1, 0, 1);
  const auto got = user_.dump(kIpvsGetServiceDest).at(0);
  EXPECT_EQ(got.length, kNestedService + kNestedDest);
  const Answer answer = got.answer();
  EXPECT_EQ(answer.flags, kNlmFMulti);
  EXPECT_EQ(answer.command(), kIpvsNewService);
  const auto nested = find(answer.attributes(), kIpvsCmdAttrService).inside();
  const auto plain =
      find(user_.dump(kIpvsGetService).at(0).answer().attributes(), kIpvsCmdAttrService).inside();
  ASSERT_EQ(nested.size(), plain.size() + 1);
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(nested[i].type, plain[i].type);
    EXPECT_EQ(nested[i].payload, plain[i].payload);
  }
  EXPECT_EQ(nested.back().type, kIpvsSvcAttrDests);
  const auto inside = nested.back().inside();
  ASSERT_EQ(inside.size(), 1u);
  EXPECT_EQ(inside[0].type, kIpvsDestsAttrDest);
  const auto dest = find(user_.dump(kIpvsGetDest, one(1)).at(0).answer().attributes(), kIpvsCmdAttrDest);
  EXPECT_EQ(inside[0].payload, dest.payload);
}

TEST_F(RfcV2, DestsIsThereEvenWhenEmpty) {
  add(1);
  const auto got = user_.dump(kIpvsGetServiceDest).at(0);
  EXPECT_EQ(got.length, kNestedService);
  EXPECT_TRUE(find(find(got.answer().attributes(), 1).inside(), kIpvsSvcAttrDests).payload.empty());
}

TEST_F(RfcV2, ServiceWhoseDestinationsDoNotFitIsRepeatedWithTheRest) {
  const ExpectsMark mark("nested_service_repeated");
  add(1, 0, 5);
  add(2);
  buffers({kNestedService + 2 * kNestedDest});
  EXPECT_EQ(all(), (Texts{svc(1) + "[" + dests(1, 2) + "]", svc(1) + "[" + dests(3, 4) + "]",
                          svc(1) + "[" + dests(5, 5) + "] " + svc(2) + "[]", "done"}));
}

TEST_F(RfcV2, StateIsServicesInTheRowDestsTableAndRow) {
  add(3, 0, 0);
  add(5, 1, 3);
  add(5, 2, 0);  // the same row, before it
  buffers({2 * kNestedService + kNestedService + kNestedDest});
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{1, 1, 0, 5}));
  kernel_.ipvs().flush(kernel_.ipvs_netns());
  (void)rest();
}

TEST_F(RfcV2, EndIsTableOneRow256) {
  add(1);
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{0, 0, 1, 256}));
  add(2);  // behind the end: never told
  EXPECT_EQ(rest(), (Texts{svc(1) + "[]", "done"}));
}

TEST_F(RfcV2, FwmarkTableGoesOnAcrossChunks) {
  for (uint32_t mark = 1; mark <= 4; ++mark) add_mark(mark, 1);
  buffers({kNestedService - 28 + kNestedDest});
  EXPECT_EQ(all(), (Texts{"fwmark1[10.1.0.1]", "fwmark2[10.1.0.1]", "fwmark3[10.1.0.1]", "fwmark4[10.1.0.1]",
                          "done"}));
}

// One service.

TEST_F(RfcV2, SingleServiceRequestTellsThatOneOnly) {
  add(1, 0, 1);
  add(2, 0, 3);
  buffers({kNestedService + 2 * kNestedDest});
  EXPECT_EQ(all(one(2)), (Texts{svc(2) + "[" + dests(1, 2) + "]", svc(2) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV2, UnknownOrMalformedServiceIsAnEmptyDump) {
  add(1);
  for (const Attrs& top :
       {in_service(service_identity("10.99.0.1", 80)), in_service({}), in_service(Attrs().raw(1, {2}))})
    EXPECT_EQ(all(top), Texts{"done"});
}

TEST_F(RfcV2, RequestThatDoesNotParseIsAsWithoutService) {
  add(1);
  add(2);
  EXPECT_EQ(all(Attrs(one(2)).raw(kIpvsCmdAttrTimeoutTcp, {1})),
            (Texts{svc(1) + "[] " + svc(2) + "[]", "done"}));
}

TEST_F(RfcV2, SingleServiceThatVanishesEndsTheDump) {
  add(1, 0, 3);
  buffers({kNestedService + kNestedDest});
  start(one(1));
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 1) + "]", "done"}));
}

// Edits between two chunks.

TEST_F(RfcV2, EditsInFinishedRowsShiftNothing) {
  for (size_t row = 1; row <= 4; ++row) add(row);
  buffers({2 * kNestedService});
  start();  // rows 1 and 2 are done
  remove(1);
  add(0);
  add(2, 1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[] " + svc(2) + "[]", svc(3) + "[] " + svc(4) + "[]", "done"}));
}

TEST_F(RfcV2, RemovalInTheRowInProgressLosesAService) {
  for (int nth = 0; nth < 3; ++nth) add(1, nth);  // told as 2, 1, 0
  buffers({kNestedService});
  start();
  remove(1, 2);
  EXPECT_EQ(rest(), (Texts{svc(1, 2) + "[]", svc(1, 0) + "[]", "done"}));
}

TEST_F(RfcV2, InsertionInTheRowInProgressRepeatsAService) {
  for (int nth = 0; nth < 3; ++nth) add(1, nth);
  buffers({kNestedService});
  start();
  add(1, 9);
  EXPECT_EQ(rest(), (Texts{svc(1, 2) + "[]", svc(1, 2) + "[]", svc(1, 1) + "[]", svc(1, 0) + "[]", "done"}));
}

TEST_F(RfcV2, VanishedServiceCostsItsSuccessorDestinations) {
  add(1, 0, 3);
  add(1, 1, 3);  // the same row, told first
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1, 1);
  EXPECT_EQ(rest(),
            (Texts{svc(1, 1) + "[" + dests(1, 2) + "]", svc(1, 0) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV2, VanishedServiceCostsTheNextRowsDestinationsToo) {
  add(1, 0, 3);
  add(200, 0, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 2) + "]", svc(200) + "[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV2, VanishedServiceCostsTheFwmarkTablesDestinationsToo) {
  add(1, 0, 3);
  add_mark(9, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 2) + "]", "fwmark9[" + dests(3, 3) + "]", "done"}));
}

TEST_F(RfcV2, VanishedServiceIsForgottenAfterOneSuccessor) {
  add(1, 0, 3);
  add(200, 0, 3);
  add(201, 0, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  remove(1);
  EXPECT_EQ(rest().at(1), svc(200) + "[" + dests(3, 3) + "] " + svc(201) + "[" + dests(1, 3) + "]");
}

TEST_F(RfcV2, ServiceInsertedBeforeTheOneInProgressIsToldWithoutItsFirstDestinations) {
  add(1, 0, 3);
  buffers({kNestedService + 2 * kNestedDest, 4000});
  start();
  add(1, 1, 3);
  // It takes the place of the one in progress; that one is then told from its beginning.
  EXPECT_EQ(rest(),
            (Texts{svc(1, 0) + "[" + dests(1, 2) + "]",
                   svc(1, 1) + "[" + dests(3, 3) + "] " + svc(1, 0) + "[" + dests(1, 3) + "]", "done"}));
}

TEST_F(RfcV2, DestinationAddedRepeatsTheLastOneTold) {
  add(1, 0, 3);
  buffers({kNestedService + kNestedDest, 4000});
  start();
  add_dest(1, 0, "10.1.0.99");
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 1) + "]", svc(1) + "[" + dests(1, 3) + "]", "done"}));
}

TEST_F(RfcV2, DestinationRemovedLosesTheNextOne) {
  add(1, 0, 3);
  buffers({kNestedService + kNestedDest, 4000});
  start();
  remove_dest(1, 0, 1);
  EXPECT_EQ(rest(), (Texts{svc(1) + "[" + dests(1, 1) + "]", svc(1) + "[" + dests(3, 3) + "]", "done"}));
}

// Buffers too small.

TEST_F(RfcV2, EmptyServiceIsSentForEverWhenNoDestinationFits) {
  const ExpectsMark mark("nested_service_without_its_next_destination");
  add(1, 0, 1);
  buffers({kNestedService + kNestedDest - 4});
  start();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(told(user_.recv(8192)), svc(1) + "[]");
  EXPECT_TRUE(user_.socket().dumping());
}

TEST_F(RfcV2, AnotherRequestIsBusyDuringTheEndlessDumpAndClosingEndsIt) {
  add(1, 0, 1);
  buffers({400});
  start();
  start();
  (void)user_.recv(8192);
  EXPECT_EQ(user_.recv(8192).answer().error(), 16);
  user_.close();
  EXPECT_FALSE(kernel_.netlink().dumped_now(kernel_.family_id()));
}

TEST_F(RfcV2, ServiceIsToldEmptyFirstWhenItsFirstDestinationDoesNotFitBehindOthers) {
  add(1, 0, 1);
  add(2, 0, 1);
  buffers({kNestedService + kNestedDest + kNestedService + 100, 4000});
  EXPECT_EQ(all(), (Texts{svc(1) + "[" + dests(1, 1) + "] " + svc(2) + "[]", svc(2) + "[" + dests(1, 1) + "]",
                          "done"}));
}

TEST_F(RfcV2, ServiceThatNeverFitsEndsTheDumpAsIfComplete) {
  add(1, 0, 1);
  add(2);
  for (size_t n = 20; n < kNestedService; n += 19) {
    buffers({n});
    EXPECT_EQ(all(), Texts{"done"}) << n;
  }
  buffers({kNestedService - 4});  // room for everything but the empty DESTS
  EXPECT_EQ(all(), Texts{"done"});
}

TEST_F(RfcV2, OtherNamespacesAreSkippedBeforeCounting) {
  const auto far = kernel_.add_netns(0);
  add(1, 1, 2);
  add(1, 0, 2, far);
  add(1, 2, 2);  // the row holds 2, far 0, 1
  buffers({kNestedService + 2 * kNestedDest});
  start();
  kernel_.ipvs().flush(kernel_.ipvs_netns(far));
  EXPECT_EQ(rest(),
            (Texts{svc(1, 2) + "[" + dests(1, 2) + "]", svc(1, 1) + "[" + dests(1, 2) + "]", "done"}));
}

TEST_F(RfcV2, StepsStayLinearAcrossManyChunks) {
  for (size_t row = 0; row < 256; ++row) add(row, 0, 1);
  buffers({kNestedService + kNestedDest});
  const uint64_t before = user_.socket().counters().table_steps;
  (void)all();
  EXPECT_LE(user_.socket().counters().table_steps - before, 3u * (256u * 2u + 257u));
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
