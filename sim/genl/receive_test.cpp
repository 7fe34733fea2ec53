// recvmsg: order of its steps, peeks, truncation, and the receive size a dump learns from: netlink.md 9.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint8_t kDump = 1, kReply = 2, kOk = 3;

class Receive : public ::testing::Test {
 protected:
  Receive() {
    family_ = world_.add_family("TEST", {dump_op(kDump, 1000, 100), reply_op(kReply, 60), do_op(kOk, 0)});
  }
  void ask(uint8_t cmd, uint16_t flags) { user_.send(genl_request(family_, cmd, flags)); }
  void start_dump() { ask(kDump, kDumpRequest); }

  NetlinkWorld world_;
  uint16_t family_ = 0;
  User user_ = world_.user(1);
};

TEST_F(Receive, NothingThereIsEagain) {
  EXPECT_EQ(user_.recv().err, EAGAIN);
  EXPECT_EQ(user_.recv(0).err, EAGAIN);
  EXPECT_EQ(user_.recv(100, kMsgPeek).err, EAGAIN);
}

TEST_F(Receive, OutOfBandIsNotSupported) {
  ask(kReply, kDo);
  EXPECT_EQ(user_.recv(100, kMsgOob).err, EOPNOTSUPP);
  EXPECT_EQ(user_.recv(100).length, 60u);
}

TEST_F(Receive, PendingErrorComesBeforeQueuedDataAndOnce) {
  ask(kReply, kDo);
  user_.socket().queue().set_error(ENOBUFS);
  EXPECT_EQ(user_.recv().err, ENOBUFS);
  EXPECT_EQ(user_.recv().length, 60u);
}

TEST_F(Receive, PendingErrorIsTakenBySoErrorToo) {
  user_.socket().queue().set_error(ENOBUFS);
  EXPECT_EQ(user_.socket().take_error(), ENOBUFS);
  EXPECT_EQ(user_.socket().take_error(), 0);
  EXPECT_EQ(user_.recv().err, EAGAIN);
}

TEST_F(Receive, ShortBufferTruncatesAndTheRestIsLost) {
  ask(kReply, kDo);
  const Received got = user_.recv(59);
  EXPECT_EQ(got.bytes.size(), 59u);
  EXPECT_EQ(got.length, 60u);
  EXPECT_TRUE(got.truncated);
  EXPECT_EQ(user_.recv().err, EAGAIN);
}

TEST_F(Receive, ExactBufferDoesNotTruncate) {
  ask(kReply, kDo);
  EXPECT_FALSE(user_.recv(60).truncated);
}

TEST_F(Receive, PeekLeavesTheDatagramWhole) {
  ask(kReply, kDo);
  const Received peeked = user_.recv(10, kMsgPeek);
  EXPECT_EQ(peeked.bytes.size(), 10u);
  EXPECT_TRUE(peeked.truncated);
  EXPECT_EQ(user_.recv(0, kMsgPeek).length, 60u);
  EXPECT_EQ(user_.recv(60).bytes.size(), 60u);
}

TEST_F(Receive, PeekedDatagramKeepsItsCharge) {
  ask(kReply, kDo);
  (void)user_.recv(60, kMsgPeek);
  EXPECT_EQ(user_.socket().queue().charge(), 768u);
  (void)user_.recv(60);
  EXPECT_EQ(user_.socket().queue().charge(), 0u);
}

TEST_F(Receive, PktinfoTellsTheGroup) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkPktinfo, 1).ok());
  ask(kReply, kDo);
  EXPECT_EQ(user_.recv().pktinfo_group, 0u);
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkPktinfo, 0).ok());
  ask(kReply, kDo);
  EXPECT_EQ(user_.recv().pktinfo_group, std::nullopt);
}

TEST_F(Receive, LearnsTheLargestBufferAndNeverShrinks) {
  EXPECT_EQ(user_.socket().learned_size(), 0u);
  for (const auto& [capacity, learned] : {std::pair<size_t, size_t>{100, 100}, {8192, 8192}, {200, 8192}}) {
    ask(kReply, kDo);
    (void)user_.recv(capacity);
    EXPECT_EQ(user_.socket().learned_size(), learned);
  }
}

TEST_F(Receive, LearnedSizeIsCapped) {
  ask(kReply, kDo);
  (void)user_.recv(1 << 20);
  EXPECT_EQ(user_.socket().learned_size(), 32448u);
}

TEST_F(Receive, NothingIsLearnedFromAnEmptyQueueOrAnError) {
  (void)user_.recv(9000);
  EXPECT_EQ(user_.socket().learned_size(), 0u);
  ask(kReply, kDo);
  user_.socket().queue().set_error(ENOBUFS);
  (void)user_.recv(9000);
  EXPECT_EQ(user_.socket().learned_size(), 0u);
}

TEST_F(Receive, AnAckReadIntoALargeBufferEnlargesLaterDumps) {
  ask(kOk, kDoAck);
  EXPECT_EQ(user_.recv(20000).length, 36u);
  start_dump();
  EXPECT_EQ(user_.recv(0, kMsgPeek).length, 20000u);
}

TEST_F(Receive, FirstChunkOfAFreshSocketHas3776BytesOfRoom) {
  start_dump();
  EXPECT_EQ(user_.recv(4096).length, 3700u);
  EXPECT_EQ(user_.recv(4096).length, 4000u);
}

TEST_F(Receive, BuffersBelow3776DoNotMakeSmallerChunks) {
  start_dump();
  EXPECT_EQ(user_.recv(1000).length, 3700u);
  EXPECT_EQ(user_.recv(1000).length, 3700u);
}

TEST_F(Receive, EachPeekMakesOneMoreChunk) {
  start_dump();
  for (size_t chunks = 1; chunks <= 5; ++chunks) {
    EXPECT_EQ(user_.socket().queue().size(), chunks);
    (void)user_.recv(100, kMsgPeek);
  }
}

TEST_F(Receive, PeeksStopMakingChunksAtHalfTheReceiveBuffer) {
  // 3776-byte chunks are charged 4352: with sk_rcvbuf 20000 a chunk is made while at most 10000 are charged.
  ASSERT_TRUE(user_.socket().set_rcvbuf(10000).ok());
  start_dump();
  for (int i = 0; i < 10; ++i) (void)user_.recv(100, kMsgPeek);
  EXPECT_EQ(user_.socket().queue().charge(), 3u * 4352u);
}

TEST_F(Receive, HalfTheReceiveBufferIsIncluded) {
  ASSERT_TRUE(user_.socket().set_rcvbuf(4352).ok());  // sk_rcvbuf 8704: half is exactly one chunk
  start_dump();
  (void)user_.recv(100, kMsgPeek);
  // 4352 + 4352 >= 8704: the chunk is wanted but refused, and that is an error for the next call.
  EXPECT_EQ(user_.socket().queue().size(), 1u);
  EXPECT_EQ(user_.recv(100).err, ENOBUFS);
  ASSERT_TRUE(user_.socket().set_rcvbuf(4351).ok());  // half is one byte less: none is wanted
  (void)user_.recv(100, kMsgPeek);
  EXPECT_EQ(user_.recv(100, kMsgPeek).err, 0);
}

TEST_F(Receive, ZeroLengthPeekTeachesNothing) {
  start_dump();
  EXPECT_EQ(user_.recv(0, kMsgPeek).length, 3700u);  // and makes chunk 2, of 3776 bytes again
  EXPECT_EQ(user_.recv(16384).length, 3700u);        // makes chunk 3, of 16384 bytes
  EXPECT_EQ(user_.recv(16384).length, 3700u);
  EXPECT_EQ(user_.recv(16384).length, 16300u);
}

TEST_F(Receive, ANextChunkIsFrozenWhileTheOneBeforeItIsRead) {
  size_t entries = 50;
  Op op = dump_op(kDump, 0, 100);
  op.dump = [&](wire::Skb& skb, DumpCallback& callback) {
    return dump_op(kDump, entries, 100).dump(skb, callback);
  };
  const uint16_t family = world_.add_family("GROWS", {op});
  user_.send(genl_request(family, kDump, kDumpRequest));
  EXPECT_EQ(user_.recv(8192).length, 3700u);  // chunk 2 has the other 13 entries now
  entries = 60;
  EXPECT_EQ(user_.recv(8192).length, 1300u);
  EXPECT_EQ(user_.recv(8192).length, 1000u);
}

TEST_F(Receive, PollTellsDataAndErrorsSeparately) {
  Socket& socket = user_.socket();
  EXPECT_FALSE(socket.poll().readable || socket.poll().error);
  ask(kReply, kDo);
  EXPECT_TRUE(socket.poll().readable);
  socket.queue().set_error(ENOBUFS);
  EXPECT_TRUE(socket.poll().readable && socket.poll().error);
  (void)user_.recv();
  (void)user_.recv();
  EXPECT_FALSE(socket.poll().readable || socket.poll().error);
}

}  // namespace
}  // namespace ipvsim::genl
