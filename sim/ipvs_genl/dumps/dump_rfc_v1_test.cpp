// GET_SERVICE_DEST as first posted: rfc-dumps.md 1. The faults are the point: each is pinned by a test that
// names it.
#include <gtest/gtest.h>

#include "sim/testing/expects_mark.h"
#include "sim/testing/rfc_dump.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

class RfcV1 : public RfcDump {
 protected:
  RfcV1() : RfcDump(DumpVariant::rfc_v1) {}
};

TEST_F(RfcV1, TellsEachServiceThenItsDestinations) {
  add(1, 0, 2);
  add(2, 0, 0);
  add(3, 0, 1);
  EXPECT_EQ(all(),
            (Texts{svc(1) + " " + dests(1, 2) + " " + svc(2) + " " + svc(3) + " " + dests(1, 1), "done"}));
}

TEST_F(RfcV1, MessagesAreThoseOfTheOtherDumps) {
  add(1, 0, 1);
  const auto both = user_.dump(uapi::kIpvsGetServiceDest).at(0);
  const auto service = user_.dump(uapi::kIpvsGetService).at(0).bytes;
  const auto dest = user_.dump(uapi::kIpvsGetDest, one(1)).at(0).bytes;
  EXPECT_EQ(both.length, kService + kDest);
  EXPECT_EQ(both.bytes, batch({service, dest}));
}

TEST_F(RfcV1, DatagramMayBeginInTheMiddleOfAService) {
  add(1, 0, 3);
  buffers({kService + kDest, 2 * kDest});
  EXPECT_EQ(all(), (Texts{svc(1) + " " + dests(1, 1), dests(2, 3), "done"}));
}

TEST_F(RfcV1, StateIsServiceCountDestCountAndTheServiceInProgress) {
  add(1);
  const uint64_t serial = add(2, 0, 3).serial;
  buffers({2 * kService + 2 * kDest});
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{2, 2, serial, 0}));
}

TEST_F(RfcV1, ForgetsFwmarkServices) {
  add_mark(7, 2);
  EXPECT_EQ(all(), Texts{"done"});
  add(1);
  EXPECT_EQ(all(), (Texts{svc(1), "done"}));
}

TEST_F(RfcV1, SingleServiceRequestCanTellAFwmarkService) {
  add_mark(7, 2);
  EXPECT_EQ(all(in_service(mark_identity(7))), (Texts{"fwmark7 " + dests(1, 2), "done"}));
}

TEST_F(RfcV1, SingleServiceRequestTellsThatOneOnly) {
  add(1, 0, 1);
  add(2, 0, 2);
  EXPECT_EQ(all(one(2)), (Texts{svc(2) + " " + dests(1, 2), "done"}));
}

TEST_F(RfcV1, SingleServiceRequestGoesOnAcrossChunks) {
  add(1, 0, 4);
  buffers({kService + kDest, kDest, 2 * kDest});
  EXPECT_EQ(all(one(1)), (Texts{svc(1) + " " + dests(1, 1), dests(2, 2), dests(3, 4), "done"}));
}

TEST_F(RfcV1, UnknownServiceDumpsEverything) {
  const ExpectsMark mark("v1_unknown_service_dumps_all");
  add(1, 0, 1);
  add(2);
  EXPECT_EQ(all(in_service(service_identity("10.99.0.1", 80))),
            (Texts{svc(1) + " " + dests(1, 1) + " " + svc(2), "done"}));
}

TEST_F(RfcV1, MalformedServiceDumpsEverything) {
  add(1);
  for (const Attrs& top : {in_service({}), in_service(Attrs().raw(1, {2})), in_service(mark_identity(1, 99)),
                           Attrs().raw(uapi::kIpvsCmdAttrTimeoutTcp, {1})})
    EXPECT_EQ(all(top), (Texts{svc(1), "done"}));
}

TEST_F(RfcV1, SingleServiceThatVanishesTurnsIntoADumpOfTheRest) {
  add(1, 0, 1);
  add(2, 0, 3);
  buffers({kService + kDest, 4000});
  start(one(2));
  remove(2);
  // svc 1 = start_svc is service 1, which is not the one remembered: passed over. Nothing else is there.
  EXPECT_EQ(rest(), (Texts{svc(2) + " " + dests(1, 1), "done"}));
  add(2, 0, 3);
  add(3);
  start(one(2));
  remove(2);
  EXPECT_EQ(rest(), (Texts{svc(2) + " " + dests(1, 1), svc(3), "done"}));
}

TEST_F(RfcV1, OtherNamespacesAreSkippedBeforeCounting) {
  const auto far = kernel_.add_netns(0);
  add(0, 0, 1, far);
  add(1, 0, 2);
  add(2);
  buffers({kService + kDest, 4000});
  start();
  add(3, 0, 1, far);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), dests(2, 2) + " " + svc(2), "done"}));
}

// Edits between two chunks.

TEST_F(RfcV1, VanishedServiceInProgressSwallowsItsSuccessor) {
  const ExpectsMark mark("v1_remembered_service_gone");
  add(1, 0, 3);
  add(2, 0, 1);
  add(3, 0, 1);
  buffers({kService + kDest, 4000});
  start();
  remove(1);  // service 2 has its number now, and is taken for finished
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), svc(3) + " " + dests(1, 1), "done"}));
}

TEST_F(RfcV1, FinishedServiceRemovedLosesTheNextOne) {
  add(1, 0, 1);
  add(2, 0, 1);
  add(3, 0, 1);
  buffers({2 * kService + 2 * kDest, 4000});
  start();
  remove(1);  // service 3 becomes number 2
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1) + " " + svc(2) + " " + dests(1, 1), "done"}));
}

TEST_F(RfcV1, ServiceInsertedBeforeRepeatsTheOneInProgress) {
  add(1, 0, 3);
  add(2);
  buffers({kService + 2 * kDest, 4000});
  start();
  add(0);  // takes number 1, is not the one remembered, and is never told
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 2), svc(1) + " " + dests(1, 3) + " " + svc(2), "done"}));
}

TEST_F(RfcV1, ReplacedServiceInProgressIsTakenForAnother) {
  const ExpectsMark mark("v1_remembered_service_gone");
  add(1, 0, 3);
  add(2);
  buffers({kService + kDest, 4000});
  start();
  remove(1);
  add(1, 0, 3);  // the same key, another object
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), svc(2), "done"}));
}

TEST_F(RfcV1, DestinationAddedRepeatsTheLastOneTold) {
  add(1, 0, 3);
  buffers({kService + kDest, 4000});
  start();
  add_dest(1, 0, "10.1.0.99");
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), dests(1, 3), "done"}));
}

TEST_F(RfcV1, DestinationRemovedLosesTheNextOne) {
  add(1, 0, 3);
  buffers({kService + kDest, 4000});
  start();
  remove_dest(1, 0, 1);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), dests(3, 3), "done"}));
}

TEST_F(RfcV1, DestCountOfAFinishedServiceIsStillHeldAfterAStopAtTheNext) {
  const uint64_t serial = add(1, 0, 2).serial;
  add(2, 0, 1);
  buffers({kService + 2 * kDest + 100, 4000});
  start();
  EXPECT_EQ(state(), (std::vector<uint64_t>{1, 2, serial, 0}));
  add_dest(1, 0, "10.1.0.99");  // the finished service is walked again, and gives its last one once more
  EXPECT_EQ(rest(),
            (Texts{svc(1) + " " + dests(1, 2), dests(2, 2) + " " + svc(2) + " " + dests(1, 1), "done"}));
}

TEST_F(RfcV1, LastServiceIsWalkedOnceMoreBeforeDone) {
  add(1, 0, 1);
  start();  // everything is told, DONE not yet made
  add_dest(1, 0, "10.1.0.99");
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + dests(1, 1), dests(1, 1), "done"}));
}

TEST_F(RfcV1, ServicesAreNotRepeatedForWantOfRoom) {
  for (size_t row = 1; row <= 4; ++row) add(row, 0, 2);
  for (size_t n = kDest; n < 1500; n += 28) {
    buffers({n});
    std::string everything;
    for (const std::string& text : all()) everything += text + " ";
    std::string expected;
    for (size_t row = 1; row <= 4; ++row) expected += svc(row) + " " + dests(1, 2) + " ";
    EXPECT_EQ(everything, expected + "done ") << n;
  }
}

TEST_F(RfcV1, ServiceThatNeverFitsEndsTheDumpAsIfComplete) {
  add(1, 0, 1);
  for (size_t n = 20; n < kService; n += 30) {
    buffers({n});
    EXPECT_EQ(all(), Texts{"done"}) << n;
  }
}

TEST_F(RfcV1, DestinationThatNeverFitsEndsTheDumpAsIfComplete) {
  add(1, 0, 2);
  add(2);
  buffers({kService});
  EXPECT_EQ(all(), (Texts{svc(1), "done"}));
}

TEST_F(RfcV1, GetServiceStillCountsOtherNamespaces) {
  const auto far = kernel_.add_netns(0);
  add(0, 0, 0, far);
  for (size_t row = 1; row <= 3; ++row) add(row);
  buffers({kService, 4000});
  user_.send(user_.request(uapi::kIpvsGetService, {}, kDumpRequest));
  kernel_.ipvs().flush(kernel_.ipvs_netns(far));
  EXPECT_EQ(rest(), (Texts{svc(1), svc(3), "done"}));
}

TEST_F(RfcV1, PlainRequestIsNotSupported) { EXPECT_EQ(user_.call(uapi::kIpvsGetServiceDest), 95); }

TEST_F(RfcV1, EditsNeverSetDumpIntr) {
  add(1, 0, 3);
  buffers({kService + kDest, 4000});
  start();
  remove(1);
  for (const Answer& answer : answers_of(user_.drain())) EXPECT_EQ(answer.flags, uapi::kNlmFMulti);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
