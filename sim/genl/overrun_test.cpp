// Receive memory, refusals and the congested state: netlink.md 10 and 11.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint8_t kOk = 1, kDump = 2, kReply192 = 3, kReply196 = 4, kReply1600 = 5, kReply1604 = 6;

class Overrun : public ::testing::Test {
 protected:
  Overrun() {
    family_ = world_.add_family(
        "TEST", {do_op(kOk, 0), dump_op(kDump, 100, 100), reply_op(kReply192, 192), reply_op(kReply196, 196),
                 reply_op(kReply1600, 1600), reply_op(kReply1604, 1604)});
    // sk_rcvbuf 2304: three charges of 768 fill it exactly.
    EXPECT_TRUE(user_.socket().set_rcvbuf(0).ok());
  }
  void ask(uint8_t cmd, uint16_t flags = kDoAck) { user_.send(genl_request(family_, cmd, flags)); }
  void ask_times(int times) {
    for (int i = 0; i < times; ++i) ask(kOk);
  }
  size_t charge() { return user_.socket().queue().charge(); }

  NetlinkWorld world_;
  uint16_t family_ = 0;
  User user_ = world_.user(1);
};

TEST_F(Overrun, ChargesFollowTheTable) {
  ASSERT_TRUE(user_.socket().set_rcvbuf(100000).ok());
  for (const auto& [cmd, expected] : {std::pair<uint8_t, size_t>{kReply192, 768},
                                      {kReply196, 1280},
                                      {kReply1600, 2304},
                                      {kReply1604, 4352}}) {
    ask(cmd, kDo);
    EXPECT_EQ(charge(), expected) << int{cmd};
    (void)user_.recv();
  }
  ask(kOk);
  EXPECT_EQ(charge(), 768u);
}

TEST_F(Overrun, DumpChunksAreChargedByTheirBufferAndSoIsDone) {
  const ExpectsMark mark("chunk_of_learned_size");
  ASSERT_TRUE(user_.socket().set_rcvbuf(100000).ok());
  const uint16_t empty = world_.add_family("EMPTY", {dump_op(kDump, 0, 100)});
  user_.send(genl_request(empty, kDump, kDumpRequest));
  EXPECT_EQ(charge(), 4352u);
  EXPECT_EQ(user_.recv(8192).length, 20u);
  user_.send(genl_request(empty, kDump, kDumpRequest));
  EXPECT_EQ(charge(), 16640u);
}

TEST_F(Overrun, QueueMayBeFilledExactly) {
  ask_times(3);
  EXPECT_EQ(charge(), 2304u);
  EXPECT_EQ(user_.socket().drops(), 0u);
}

TEST_F(Overrun, OneMoreIsDroppedAndTheErrorComesBeforeTheData) {
  const ExpectsMark mark("overrun_told");
  ask_times(4);
  EXPECT_EQ(user_.socket().drops(), 1u);
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{-ENOBUFS, 36, 36, 36}));
}

TEST_F(Overrun, ErrorIsSetOnTheTransitionOnly) {
  ask_times(4);
  EXPECT_EQ(user_.recv().err, ENOBUFS);
  ask_times(2);  // still congested
  EXPECT_EQ(user_.socket().drops(), 3u);
  EXPECT_EQ(user_.recv().length, 36u);
}

TEST_F(Overrun, CongestionOutlastsTheMemoryShortageUntilTheQueueIsEmpty) {
  const ExpectsMark mark("dropped_with_room_left");
  ask_times(4);
  EXPECT_EQ(user_.recv().err, ENOBUFS);
  EXPECT_EQ(user_.recv().length, 36u);
  EXPECT_EQ(user_.recv().length, 36u);
  ask_times(1);  // memory is free, yet it is dropped
  EXPECT_EQ(user_.recv().length, 36u);
  EXPECT_EQ(user_.recv().err, EAGAIN);
  ask_times(1);  // the queue was empty: accepted again
  EXPECT_EQ(user_.recv().length, 36u);
}

TEST_F(Overrun, APeekDoesNotEndCongestion) {
  ask_times(4);
  (void)user_.recv();
  (void)user_.recv();
  (void)user_.recv();
  (void)user_.recv(100, kMsgPeek);
  EXPECT_TRUE(user_.socket().queue().congested());
  (void)user_.recv();
  EXPECT_FALSE(user_.socket().queue().congested());
}

TEST_F(Overrun, NoEnobufsDropsWithoutErrorAndWithoutCongestion) {
  const ExpectsMark mark("overrun_untold");
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkNoEnobufs, 1).ok());
  ask_times(4);
  EXPECT_EQ(user_.socket().drops(), 1u);
  EXPECT_EQ(user_.recv().length, 36u);
  ask_times(1);  // there is room again, and no congestion
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{36, 36, 36}));
}

TEST_F(Overrun, SettingNoEnobufsEndsCongestionButKeepsThePendingError) {
  ask_times(4);
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkNoEnobufs, 1).ok());
  EXPECT_FALSE(user_.socket().queue().congested());
  EXPECT_EQ(user_.recv().err, ENOBUFS);
}

TEST_F(Overrun, ADatagramLargerThanTheBufferIsAcceptedAlone) {
  const ExpectsMark mark("larger_than_the_queue");
  ask(kReply1604, kDo);  // 4352 > 2304, but nothing else is charged
  EXPECT_EQ(charge(), 4352u);
  EXPECT_EQ(user_.recv().length, 1604u);
}

TEST_F(Overrun, RefusedReplyIsEagainWhoseAckIsDroppedAsWell) {
  const ExpectsMark mark("dropped_with_room_left");
  ask_times(2);
  ask(kReply196);  // 1536 + 1280 > 2304; the ack would fit, but the socket is congested now
  EXPECT_EQ(user_.socket().drops(), 2u);
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{-ENOBUFS, 36, 36}));
}

TEST_F(Overrun, RefusedReplyIsToldAsEagainWithNoEnobufs) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkNoEnobufs, 1).ok());
  ask_times(2);
  ask(kReply196);
  const auto got = answers_of(user_.drain());
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[2].error(), EAGAIN);
}

TEST_F(Overrun, DumpChunksIgnoreCongestion) {
  ask_times(4);
  EXPECT_EQ(user_.recv().err, ENOBUFS);
  ASSERT_TRUE(user_.socket().set_rcvbuf(100000).ok());
  EXPECT_TRUE(user_.socket().queue().congested());
  user_.send(genl_request(family_, kDump, kDumpRequest));
  EXPECT_EQ(user_.socket().queue().size(), 4u);
}

TEST_F(Overrun, ChunkMayNotFillTheBufferExactlyUnlessAlone) {
  const ExpectsMark mark("chunk_without_room");
  ASSERT_TRUE(user_.socket().set_rcvbuf((768 + 4352) / 2).ok());  // sk_rcvbuf 5120
  ask(kOk);
  user_.send(genl_request(family_, kDump, kDumpRequest));  // 768 + 4352 >= 5120
  EXPECT_EQ(user_.socket().queue().size(), 2u);
  EXPECT_EQ(user_.recv().length, 36u);
  EXPECT_EQ(user_.recv().err, ENOBUFS);  // the chunk this receive wanted was refused for the same reason
  EXPECT_EQ(user_.recv().answer().error(), ENOBUFS);
}

TEST_F(Overrun, ChunkFitsOneByteBelow) {
  ASSERT_TRUE(user_.socket().set_rcvbuf((768 + 4352) / 2 + 1).ok());  // sk_rcvbuf 5122
  ask(kOk);
  user_.send(genl_request(family_, kDump, kDumpRequest));
  EXPECT_EQ(lengths({user_.recv(), user_.recv()}), (std::vector<int>{36, 3700}));
}

TEST_F(Overrun, ChunkAloneFitsAnyBuffer) {
  user_.send(genl_request(family_, kDump, kDumpRequest));  // 4352 > 2304
  EXPECT_EQ(user_.recv(100).length, 3700u);
}

TEST_F(Overrun, MulticastRefusedMarksTheSocketToo) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkAddMembership, 16).ok());
  ask_times(3);
  world_.netlink().multicast(Data(100, 0), 16, 0);
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{-ENOBUFS, 36, 36, 36}));
}

}  // namespace
}  // namespace ipvsim::genl
