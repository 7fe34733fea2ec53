// GET_SERVICE and GET_DEST dumps of the unchanged kernel, and how edits shift their count: ipvs-control.md 8
// and 9.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

using Texts = std::vector<std::string>;

std::string svc(size_t row, int nth = 0) { return address_in_row(row, nth) + ":80"; }

class DumpStock : public ::testing::Test {
 protected:
  ipvs::Service& add(size_t row, int nth = 0, int dests = 0, genl::NetnsId netns = 0) {
    return add_in_row(kernel_, row, nth, dests, netns);
  }
  void remove(size_t row, int nth = 0, genl::NetnsId netns = 0) {
    ipvs::Netns& where = kernel_.ipvs_netns(netns);
    kernel_.ipvs().del_service(
        *kernel_.ipvs().find_service(where, service_key(address_in_row(row, nth), 80)));
  }
  // Two services a chunk; one destination a chunk.
  void two_a_chunk() { kernel_.set_dump_buffer(DumpBufferRule::fixed(700)); }
  void start_services() { user_.send(user_.request(kIpvsGetService, {}, kDumpRequest)); }
  void start_dests() {
    user_.send(
        user_.request(kIpvsGetDest, in_service(service_identity(address_in_row(1), 80)), kDumpRequest));
  }
  Texts rest() { return told(user_.drain()); }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(DumpStock, RowsAscendNewestFirstAndMarksComeLast) {
  ASSERT_TRUE(kernel_.ipvs().add_service(kernel_.ipvs_netns(), ipvs::ServiceKey::of_fwmark(7), {}).ok());
  add(9);
  add(3, 0);
  add(3, 1);
  EXPECT_EQ(told(user_.dump(kIpvsGetService)),
            (Texts{svc(3, 1) + " " + svc(3, 0) + " " + svc(9) + " fwmark7", "done"}));
}

TEST_F(DumpStock, SaltRotatesTheRows) {
  Profile profile;
  profile.bucket_salt = 0x70;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  add_in_row(kernel, 0);     // row 0x70 with this salt
  add_in_row(kernel, 0x70);  // row 0
  EXPECT_EQ(told(user.dump(kIpvsGetService)), (Texts{svc(0x70) + " " + svc(0), "done"}));
}

TEST_F(DumpStock, WithoutServicesIsDoneAlone) { EXPECT_EQ(told(user_.dump(kIpvsGetService)), Texts{"done"}); }

TEST_F(DumpStock, ChunksHoldWhatFits) {
  for (size_t row = 1; row <= 5; ++row) add(row);
  two_a_chunk();
  EXPECT_EQ(told(user_.dump(kIpvsGetService)),
            (Texts{svc(1) + " " + svc(2), svc(3) + " " + svc(4), svc(5), "done"}));
}

TEST_F(DumpStock, ServiceLargerThanItsChunkEndsTheDumpAsIfComplete) {
  const ExpectsMark mark("stock_service_larger_than_its_chunk");
  add(1);
  kernel_.set_dump_buffer(DumpBufferRule::fixed(319));
  EXPECT_EQ(told(user_.dump(kIpvsGetService)), Texts{"done"});
}

TEST_F(DumpStock, ServicesAppendedBehindThePositionAreTold) {
  for (size_t row = 1; row <= 3; ++row) add(row);
  two_a_chunk();
  start_services();
  add(200);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(3) + " " + svc(200), "done"}));
}

TEST_F(DumpStock, ServicesAppendedWhileTheLastDataIsReadAreTold) {
  add(1);
  two_a_chunk();
  start_services();  // chunk 1 has the only service; DONE is made when it is read
  add(200);
  EXPECT_EQ(rest(), (Texts{svc(1), svc(200), "done"}));
}

TEST_F(DumpStock, InsertionBeforeThePositionRepeatsAService) {
  for (size_t row = 1; row <= 4; ++row) add(row);
  two_a_chunk();
  start_services();
  add(0);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(2) + " " + svc(3), svc(4), "done"}));
}

TEST_F(DumpStock, RemovalBeforeThePositionLosesAService) {
  for (size_t row = 1; row <= 4; ++row) add(row);
  two_a_chunk();
  start_services();
  remove(1);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(4), "done"}));
}

TEST_F(DumpStock, RemovalBehindThePositionIsHarmless) {
  for (size_t row = 1; row <= 4; ++row) add(row);
  two_a_chunk();
  start_services();
  remove(3);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(4), "done"}));
}

TEST_F(DumpStock, EditsOfAnotherNamespaceShiftTheCountToo) {
  const auto far = kernel_.add_netns(0);
  add(0, 0, 0, far);
  for (size_t row = 1; row <= 4; ++row) add(row);
  two_a_chunk();
  start_services();
  remove(0, 0, far);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(4), "done"}));
  start_services();
  add(0, 0, 0, far);
  EXPECT_EQ(rest(), (Texts{svc(1) + " " + svc(2), svc(2) + " " + svc(3), svc(4), "done"}));
}

TEST_F(DumpStock, EachNamespaceSeesItsOwnServices) {
  const auto far_netns = kernel_.add_netns(0);
  IpvsUser far(kernel_, 4001, far_netns);
  add(1);
  add(1, 0, 0, far_netns);
  add(2, 0, 0, far_netns);
  EXPECT_EQ(told(user_.dump(kIpvsGetService)), (Texts{svc(1), "done"}));
  EXPECT_EQ(told(far.dump(kIpvsGetService)), (Texts{svc(1) + " " + svc(2), "done"}));
}

TEST_F(DumpStock, ShiftsNeverSetDumpIntr) {
  for (size_t row = 1; row <= 4; ++row) add(row);
  two_a_chunk();
  start_services();
  remove(1);
  for (const Answer& answer : answers_of(user_.drain())) EXPECT_EQ(answer.flags, kNlmFMulti);
}

TEST_F(DumpStock, AnEntryThatNeverFitsEndsTheDumpAsIfComplete) {
  add(1);
  add(2);
  for (size_t n = 20; n < 320; n += 13) {
    kernel_.set_dump_buffer(DumpBufferRule::fixed(n));
    EXPECT_EQ(told(user_.dump(kIpvsGetService)), Texts{"done"}) << n;
  }
}

TEST_F(DumpStock, ALargeEntryInTheMiddleCutsTheRestOff) {
  add(1);
  ipvs::ServiceSettings none;
  none.scheduler = "none";  // 324 bytes
  ASSERT_TRUE(
      kernel_.ipvs().add_service(kernel_.ipvs_netns(), service_key(address_in_row(2), 80), none).ok());
  add(3);
  kernel_.set_dump_buffer(DumpBufferRule::fixed(320));
  EXPECT_EQ(told(user_.dump(kIpvsGetService)), (Texts{svc(1), "done"}));
}

TEST_F(DumpStock, StepsGrowWithThePositionAtEachChunk) {
  for (size_t row = 0; row < 100; ++row) add(row);
  kernel_.set_dump_buffer(DumpBufferRule::fixed(320));
  const uint64_t before = user_.socket().counters().table_steps;
  (void)user_.dump(kIpvsGetService);
  // Chunk k counts k entries and meets one that does not fit: 2 + 3 + ... + 100, then 100 twice.
  EXPECT_EQ(user_.socket().counters().table_steps - before, 5249u);
}

TEST_F(DumpStock, CountersTellChunksDatagramsAndBytes) {
  for (size_t row = 0; row < 4; ++row) add(row);
  two_a_chunk();
  (void)user_.dump(kIpvsGetService);
  const genl::Counters& counters = user_.socket().counters();
  EXPECT_EQ(counters.requests, 1u);
  EXPECT_EQ(counters.chunks, 3u);
  EXPECT_EQ(counters.datagrams, 3u);
  EXPECT_EQ(counters.bytes, 4u * 320u + 20u);
  EXPECT_EQ(kernel_.counters().bytes, counters.bytes);
}

// Destinations.

TEST_F(DumpStock, DestinationsAreToldNewestFirst) {
  add(1, 0, 3);
  EXPECT_EQ(told(user_.dump(kIpvsGetDest, in_service(service_identity(address_in_row(1), 80)))),
            (Texts{"10.1.0.1 10.1.0.2 10.1.0.3", "done"}));
}

TEST_F(DumpStock, DestsOfNoServiceIsAnEmptyDumpAndNoError) {
  add(1, 0, 1);
  for (const Attrs& top : {Attrs(), in_service({}), in_service(service_identity("10.99.0.1", 80)),
                           in_service(mark_identity(1, 99)), in_service(Attrs().raw(1, {2}))}) {
    EXPECT_EQ(told(user_.dump(kIpvsGetDest, top)), Texts{"done"});
  }
}

TEST_F(DumpStock, DestAddedBetweenChunksRepeatsTheLastOneTold) {
  ipvs::Service& service = add(1, 0, 3);
  two_a_chunk();
  start_dests();
  ASSERT_TRUE(kernel_.ipvs().add_dest(service, dest_key("10.1.0.99", 80), {}).ok());
  EXPECT_EQ(rest(), (Texts{"10.1.0.1", "10.1.0.1", "10.1.0.2", "10.1.0.3", "done"}));
}

TEST_F(DumpStock, DestRemovedBeforeThePositionLosesTheNext) {
  ipvs::Service& service = add(1, 0, 3);
  two_a_chunk();
  start_dests();
  ASSERT_TRUE(kernel_.ipvs().del_dest(service, dest_key("10.1.0.1", 80)).ok());
  EXPECT_EQ(rest(), (Texts{"10.1.0.1", "10.1.0.3", "done"}));
}

TEST_F(DumpStock, ServiceDeletedBetweenChunksEndsTheDumpOfItsDests) {
  add(1, 0, 3);
  two_a_chunk();
  start_dests();
  remove(1);
  EXPECT_EQ(rest(), (Texts{"10.1.0.1", "done"}));
}

TEST_F(DumpStock, ServiceReplacedBetweenChunksGoesOnByCount) {
  add(1, 0, 3);
  two_a_chunk();
  start_dests();
  remove(1);
  ipvs::Service& again = add(1, 0, 0);
  for (const char* text : {"10.2.0.3", "10.2.0.2", "10.2.0.1"})
    ASSERT_TRUE(kernel_.ipvs().add_dest(again, dest_key(text, 80), {}).ok());
  EXPECT_EQ(rest(), (Texts{"10.1.0.1", "10.2.0.2", "10.2.0.3", "done"}));
}

TEST_F(DumpStock, DestsOfAMarkService) {
  const auto key = ipvs::ServiceKey::of_fwmark(5);
  ASSERT_TRUE(kernel_.ipvs().add_service(kernel_.ipvs_netns(), key, {}).ok());
  add_dests(kernel_, *kernel_.ipvs().find_service(kernel_.ipvs_netns(), key), 1);
  EXPECT_EQ(told(user_.dump(kIpvsGetDest, in_service(mark_identity(5)))), (Texts{"10.1.0.1", "done"}));
}

TEST_F(DumpStock, DestsAreLookedUpInTheSocketsNamespace) {
  const auto far_netns = kernel_.add_netns(0);
  IpvsUser far(kernel_, 4001, far_netns);
  add(1, 0, 2);
  EXPECT_EQ(told(far.dump(kIpvsGetDest, in_service(service_identity(address_in_row(1), 80)))), Texts{"done"});
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
