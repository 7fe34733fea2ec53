// The dump engine: start, chunks, DONE, errors and the end: netlink.md 12.
#include "sim/genl/dump.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr uint8_t kDump = 1, kOk = 2, kReply = 3, kEmpty = 4, kRefused = 5;

// A dump that writes `bytes` of messages in its first callback and then returns `result`.
Op one_shot(size_t bytes, int result, std::string_view message = {}) {
  Op op = dump_op(kDump, 1, bytes);
  op.dump = [=](wire::Skb& skb, DumpCallback& callback) {
    if (bytes != 0) (void)dump_op(kDump, 1, bytes).dump(skb, callback);
    if (!message.empty()) callback.extack.set_message(message);
    return result;
  };
  return op;
}

class DumpEngine : public ::testing::Test {
 protected:
  DumpEngine() {
    Op refused = dump_op(kRefused, 5, 100);
    refused.start = [](DumpCallback&) { return Status(EXDEV); };
    family_ = world_.add_family("TEST", {dump_op(kDump, 50, 100), do_op(kOk, 0), reply_op(kReply, 60),
                                         dump_op(kEmpty, 0, 100), refused});
  }
  Data request(uint8_t cmd, uint16_t flags = kDumpRequest, uint32_t seq = 7) {
    return genl_request(family_, cmd, flags, {}, seq);
  }
  std::vector<Received> dump_of(Op op, size_t capacity = 8192) {
    const uint16_t family = world_.add_family("MORE" + std::to_string(++families_), {std::move(op)});
    return user_.ask(genl_request(family, kDump, kDumpRequest), capacity);
  }

  NetlinkWorld world_;
  uint16_t family_ = 0;
  int families_ = 0;
  User user_ = world_.user(4001);
};

TEST_F(DumpEngine, PartsAndDoneCarryMultiSeqAndPort) {
  for (const Answer& answer : answers_of(user_.ask(request(kDump, kDumpRequest, 0x77)))) {
    EXPECT_EQ(answer.flags, uapi::kNlmFMulti);
    EXPECT_EQ(answer.seq, 0x77u);
    EXPECT_EQ(answer.portid, 4001u);
  }
}

TEST_F(DumpEngine, DoneOfByteCountingFamiliesIsAlone) {
  const ExpectsMark mark("done_alone");
  const auto got = user_.ask(request(kDump));
  EXPECT_EQ(lengths(got), (std::vector<int>{3700, 1300, 20}));
  EXPECT_EQ(got.back().bytes, (Data{20, 0, 0, 0, 3, 0, 2, 0, 7, 0, 0, 0, 0xa1, 0x0f, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(user_.socket().dumping());
}

TEST_F(DumpEngine, EmptyDumpIsOneDoneAtRequestTime) {
  user_.send(request(kEmpty));
  EXPECT_FALSE(user_.socket().dumping());
  EXPECT_EQ(lengths(user_.drain()), (std::vector<int>{20}));
}

TEST_F(DumpEngine, StartedDumpGetsNoAckEvenWhenAsked) {
  EXPECT_EQ(lengths(user_.ask(request(kEmpty, kDumpRequest | uapi::kNlmFAck))), (std::vector<int>{20}));
}

TEST_F(DumpEngine, SecondDumpIsBusyWhileTheFirstRuns) {
  const ExpectsMark mark("second_dump_is_busy");
  user_.send(request(kDump));
  user_.send(request(kDump, kDumpRequest, 8));
  const auto got = user_.drain();
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[1].answer().error(), EBUSY);
  EXPECT_EQ(got[1].answer().seq, 8u);
}

TEST_F(DumpEngine, BusyComesBeforeValidation) {
  const ExpectsMark mark("second_dump_is_busy");
  user_.send(request(kDump));
  user_.send(request(kRefused));
  (void)user_.recv();
  EXPECT_EQ(user_.recv().answer().error(), EBUSY);
}

TEST_F(DumpEngine, AnySocketMayDumpBesideAnother) {
  User other = world_.user(4002);
  user_.send(request(kDump));
  EXPECT_EQ(lengths(other.ask(request(kDump))), (std::vector<int>{3700, 1300, 20}));
}

TEST_F(DumpEngine, ANewDumpMayStartOnceDoneIsQueuedThoughUnread) {
  user_.send(request(kEmpty, kDumpRequest, 1));
  user_.send(request(kEmpty, kDumpRequest, 2));
  const auto got = answers_of(user_.drain());
  ASSERT_EQ(got.size(), 2u);
  EXPECT_TRUE(got[0].is_done() && got[1].is_done());
  EXPECT_EQ(got[1].seq, 2u);
}

TEST_F(DumpEngine, StartHooksErrorLeavesNoDumpRunning) {
  const ExpectsMark mark("dump_refused_by_its_start");
  EXPECT_EQ(user_.ask_one(request(kRefused)).error(), EXDEV);
  EXPECT_FALSE(user_.socket().dumping());
}

TEST_F(DumpEngine, FirstChunkStandsAtItsPlaceInTheBatchLaterOnesBehindIt) {
  const auto got = user_.ask(
      batch({request(kReply, kDoAck, 1), request(kDump, kDumpRequest, 2), request(kOk, kDoAck, 3)}));
  EXPECT_EQ(lengths(got), (std::vector<int>{60, 36, 3700, 36, 1300, 20}));
}

TEST_F(DumpEngine, EntriesComeOnceAndInOrder) {
  std::vector<uint32_t> expected(50);
  for (uint32_t i = 0; i < 50; ++i) expected[i] = i;
  EXPECT_EQ(entries_of(user_.ask(request(kDump))), expected);
}

TEST_F(DumpEngine, ResultBelowZeroPutsDoneBehindTheData) {
  const ExpectsMark mark("done_joined");
  const auto got = dump_of(one_shot(100, -EMSGSIZE));
  ASSERT_EQ(lengths(got), (std::vector<int>{120}));
  const auto answers = answers_of(got);
  EXPECT_FALSE(answers[0].is_done());
  EXPECT_TRUE(answers[1].is_done());
  EXPECT_EQ(answers[1].error(), EMSGSIZE);
}

TEST_F(DumpEngine, ResultZeroAfterWritingPutsDoneBehindTheData) {
  EXPECT_EQ(lengths(dump_of(one_shot(100, 0))), (std::vector<int>{120}));
}

TEST_F(DumpEngine, DoneThatDoesNotFitFollowsAloneAndTheCallbackIsNotAskedAgain) {
  const ExpectsMark mark1("done_put_off");
  const ExpectsMark mark2("done_alone");
  // 3776 - 3760 = 16 bytes are left: less than the 20 that DONE needs.
  const auto got = dump_of(one_shot(3760, -EMSGSIZE));
  EXPECT_EQ(lengths(got), (std::vector<int>{3760, 20}));
  EXPECT_EQ(got[1].answer().error(), EMSGSIZE);
}

TEST_F(DumpEngine, DoneFitsExactly) {
  EXPECT_EQ(lengths(dump_of(one_shot(3756, -EMSGSIZE))), (std::vector<int>{3776}));
}

TEST_F(DumpEngine, DoneTellsTheLastCallbacksMessageWithExtAck) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  for (const int result : {0, -EINVAL}) {
    const Answer done = dump_of(one_shot(0, result, "told")).at(0).answer();
    EXPECT_EQ(done.flags, uapi::kNlmFMulti | uapi::kNlmFAckTlvs);
    EXPECT_EQ(done.error(), -result);
    EXPECT_EQ(types_of(done.tlvs()), (std::vector<uint16_t>{uapi::kExtAckMsg}));
    EXPECT_EQ(done.tlvs()[0].text(), "told");
  }
}

TEST_F(DumpEngine, DoneWithoutRoomForItsTextComesWithoutIt) {
  const ExpectsMark mark("done_without_its_text");
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  // 3776 - 3752 = 24 bytes are left: DONE needs 20, "told" 12 more.
  const Answer done = dump_of(one_shot(3752, -EINVAL, "told")).at(0).answers().back();
  EXPECT_EQ(done.error(), EINVAL);
  EXPECT_EQ(done.flags, uapi::kNlmFMulti);
}

TEST_F(DumpEngine, ChunkFilledToTheLastByteIsFollowedByTheRest) {
  const ExpectsMark mark("chunk_full_exactly");
  world_.netlink().set_dump_buffer(DumpBufferRule::fixed(2000));
  EXPECT_EQ(lengths(user_.ask(request(kDump))), (std::vector<int>{2000, 2000, 1000, 20}));
}

TEST_F(DumpEngine, ChunkWaitsUntilHalfOfTheReceiveMemoryIsFree) {
  const ExpectsMark mark("dump_waits_for_half_the_queue");
  ASSERT_TRUE(user_.socket().set_rcvbuf(4000).ok());  // sk_rcvbuf 8000; a chunk is charged 4352, an ack 768
  user_.send(request(kDump, kDumpRequest, 1));
  user_.send(request(kOk, kDoAck, 2));
  user_.send(request(kOk, kDoAck, 3));
  EXPECT_EQ(user_.recv(100, kMsgPeek).length, 3700u);
  EXPECT_EQ(user_.socket().counters().chunks, 1u);
  EXPECT_EQ(user_.recv(100).length, 3700u);
  EXPECT_EQ(user_.socket().counters().chunks, 2u);
}

TEST_F(DumpEngine, DoneTellsNothingWithoutExtAck) {
  EXPECT_EQ(lengths(dump_of(one_shot(0, -EINVAL, "told"))), (std::vector<int>{20}));
}

TEST_F(DumpEngine, DoneNeverTellsOffsetOrPolicy) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  static constexpr wire::AttrPolicy kU32{wire::AttrKind::u32};
  Op op = one_shot(0, 0);
  op.dump = [](wire::Skb&, DumpCallback& callback) {
    callback.extack.set_bad_attr("told", 20, &kU32);
    return -EINVAL;
  };
  EXPECT_EQ(types_of(dump_of(op).at(0).answer().tlvs()), (std::vector<uint16_t>{uapi::kExtAckMsg}));
}

TEST_F(DumpEngine, AnEarlierCallbacksMessageIsForgotten) {
  ASSERT_TRUE(user_.socket().set_option(uapi::kNetlinkExtAck, 1).ok());
  Op op = dump_op(kDump, 1, 100);
  op.dump = [](wire::Skb& skb, DumpCallback& callback) {
    if (callback.args[0] == 0) callback.extack.set_message("early");
    return dump_op(kDump, 1, 100).dump(skb, callback);
  };
  EXPECT_EQ(lengths(dump_of(op)), (std::vector<int>{100, 20}));
}

TEST_F(DumpEngine, ChunkWithoutRoomAtTheStartIsAnErrorAckAndTheDumpGoesOn) {
  const ExpectsMark mark("chunk_without_room");
  ASSERT_TRUE(user_.socket().set_rcvbuf(0).ok());
  user_.send(request(kOk, kDoAck, 1));
  user_.send(request(kDump, kDumpRequest, 2));
  EXPECT_TRUE(user_.socket().dumping());
  EXPECT_EQ(user_.socket().dump_cursor()->chunks, 0u);
  EXPECT_EQ(user_.recv(100).answer().error(), 0);
  // 768 are still charged; 768 + 4352 >= 2304, so the chunk that this receive wants fails as well.
  EXPECT_EQ(user_.recv(100).err, ENOBUFS);
  EXPECT_EQ(user_.recv(100).answer().error(), ENOBUFS);
  EXPECT_EQ(entries_of({user_.recv(3700)}).size(), 37u);
}

TEST_F(DumpEngine, ClosingTheSocketEndsItsDump) {
  user_.send(request(kDump));
  EXPECT_TRUE(world_.netlink().dumped_now(family_));
  user_.close();
  EXPECT_FALSE(world_.netlink().dumped_now(family_));
}

TEST_F(DumpEngine, OneReceiveMakesAtMostOneChunk) {
  user_.send(request(kDump));
  const uint64_t before = user_.socket().counters().chunks;
  (void)user_.recv(100);
  EXPECT_EQ(user_.socket().counters().chunks, before + 1);
}

TEST_F(DumpEngine, CursorTellsFamilyCommandAndChunks) {
  EXPECT_EQ(user_.socket().dump_cursor(), std::nullopt);
  user_.send(request(kDump));
  const auto cursor = user_.socket().dump_cursor();
  ASSERT_TRUE(cursor.has_value());
  EXPECT_EQ(cursor->family_id, family_);
  EXPECT_EQ(cursor->cmd, kDump);
  EXPECT_EQ(cursor->chunks, 1u);
  EXPECT_EQ(cursor->args[0], 37u);
}

TEST_F(DumpEngine, PagesOf16KStartWith7872Bytes) {
  NetlinkConfig config;
  config.page_size = 16384;
  NetlinkWorld world(config);
  const uint16_t family = world.add_family("TEST", {dump_op(kDump, 500, 100)});
  User user = world.user(1);
  user.send(genl_request(family, kDump, kDumpRequest));
  EXPECT_EQ(user.recv(4096).length, 7800u);
}

// Section 12.5: a family that keeps a generation.

class Generation : public DumpEngine {
 protected:
  std::vector<uint16_t> flags_when(std::vector<uint64_t> generations) {
    Op op = dump_op(kDump, generations.size(), 2000);
    op.dump = [=](wire::Skb& skb, DumpCallback& callback) {
      const uint64_t at = callback.args[0];
      if (at == generations.size()) return 0;
      callback.seq = generations[at];
      wire::Cursor cursor(skb);
      uint8_t* const start = cursor.begin_message(
          callback.nlh.type, static_cast<uint16_t>(uapi::kNlmFMulti | callback.consistency_flag()), 1, 1, 1,
          1);
      cursor.end_message(start);
      cursor.commit(skb);
      ++callback.args[0];
      return static_cast<int>(skb.size());
    };
    std::vector<uint16_t> flags;
    for (const Answer& answer : answers_of(dump_of(op)))
      flags.push_back(static_cast<uint16_t>(answer.flags & uapi::kNlmFDumpIntr));
    return flags;
  }
};

TEST_F(Generation, SetsDumpIntrOnTheMessageThatSeesTheChange) {
  const ExpectsMark mark("generation_moved");
  EXPECT_EQ(flags_when({5, 5, 6, 6}), (std::vector<uint16_t>{0, 0, 0x10, 0, 0}));
}

TEST_F(Generation, NotMaintainedNeverSetsIt) {
  EXPECT_EQ(flags_when({0, 0, 0}), (std::vector<uint16_t>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace ipvsim::genl
