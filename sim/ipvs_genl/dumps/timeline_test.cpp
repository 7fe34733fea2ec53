// The worked timelines of netlink.md 13, step by step, and what sections 9 and 12 say about them.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class Timeline : public ::testing::Test {
 protected:
  void start_dump(uint32_t seq = 1) { user_.send(user_.request(kIpvsGetService, {}, kDumpRequest, seq)); }
  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(Timeline, ThirtyServicesWithBuffersOf8192) {
  add_services(kernel_, 30);
  start_dump();
  EXPECT_EQ(user_.socket().dump_cursor()->args[0], 11u);  // chunk 1: 3776 bytes of room
  EXPECT_EQ(user_.recv(8192).length, 3520u);
  EXPECT_EQ(user_.socket().learned_size(), 8192u);
  EXPECT_EQ(user_.socket().dump_cursor()->args[0], 30u);  // chunk 2 has been made
  EXPECT_EQ(user_.recv(8192).length, 6080u);
  EXPECT_FALSE(user_.socket().dumping());  // chunk 3 is DONE, queued: the dump is over
  const Received done = user_.recv(8192);
  EXPECT_EQ(done.length, 20u);
  EXPECT_TRUE(done.answer().is_done());
  EXPECT_EQ(user_.recv(8192).err, EAGAIN);
}

TEST_F(Timeline, SecondDumpStartsWithTheLearnedSize) {
  add_services(kernel_, 30);
  (void)user_.dump(kIpvsGetService, {}, 8192);
  start_dump();
  EXPECT_EQ(user_.recv(8192).length, 25u * 320u);
}

TEST_F(Timeline, SecondDumpOfABatchIsBusyWhenTheFirstHasData) {
  add_services(kernel_, 1);
  const auto got = user_.ask(batch({user_.request(kIpvsGetService, {}, kDumpRequest, 1),
                                    user_.request(kIpvsGetService, {}, kDumpRequest, 2)}));
  EXPECT_EQ(told(got), (std::vector<std::string>{address_in_row(0) + ":80", "error16", "done"}));
  EXPECT_EQ(got[1].answer().seq, 2u);
}

TEST_F(Timeline, SecondDumpOfABatchStartsWhenTheFirstIsEmpty) {
  const auto got = user_.ask(batch({user_.request(kIpvsGetService, {}, kDumpRequest, 1),
                                    user_.request(kIpvsGetService, {}, kDumpRequest, 2)}));
  ASSERT_EQ(told(got), (std::vector<std::string>{"done", "done"}));
  EXPECT_EQ(got[0].answer().seq, 1u);
  EXPECT_EQ(got[1].answer().seq, 2u);
}

TEST_F(Timeline, FiftyServicesBehindAReplyInASmallReceiveBuffer) {
  add_services(kernel_, 50);
  ASSERT_TRUE(user_.socket().set_rcvbuf(0).ok());
  ASSERT_EQ(user_.socket().rcvbuf(), 2304u);
  user_.send(user_.request(kIpvsGetInfo, {}, kDo));
  EXPECT_EQ(user_.socket().queue().charge(), 768u);
  start_dump(9);
  EXPECT_EQ(user_.socket().queue().charge(), 1536u);
  EXPECT_TRUE(user_.socket().dumping());
  EXPECT_EQ(user_.recv(65536).length, 36u);
  EXPECT_EQ(user_.recv(65536).err, ENOBUFS);
  const Received refused = user_.recv(65536);
  EXPECT_EQ(refused.length, 40u);
  EXPECT_EQ(refused.answer().error(), ENOBUFS);
  EXPECT_EQ(refused.answer().seq, 9u);
  EXPECT_EQ(user_.recv(65536).length, 16000u);
  EXPECT_EQ(user_.recv(65536).length, 20u);
  EXPECT_EQ(user_.recv(65536).err, EAGAIN);
}

// Section 9 of ipvs-control.md: entries a chunk.

struct Room {
  size_t capacity;  // of the receive that teaches the size; 0: none, a fresh socket
  size_t services, marks, dests;
};

TEST(ChunkCapacity, FollowsTheTable) {
  for (const Room& room : {Room{0, 11, 12, 10}, Room{4096, 12, 14, 11}, Room{8192, 25, 28, 23},
                           Room{16384, 51, 56, 46}, Room{32448, 101, 111, 91}, Room{1 << 20, 101, 111, 91}}) {
    const auto first_chunk = [&](sim::Kernel& kernel, uint8_t cmd, const Attrs& top) {
      IpvsUser user(kernel);
      if (room.capacity != 0) {
        user.send(user.request(kIpvsGetInfo, {}, kDo));
        (void)user.recv(room.capacity);
      }
      user.send(user.request(cmd, top, kDumpRequest));
      return user.recv(65536).answers().size();
    };
    sim::Kernel services;
    add_services(services, 200);
    EXPECT_EQ(first_chunk(services, kIpvsGetService, {}), room.services) << room.capacity;
    sim::Kernel marks;
    for (uint32_t mark = 1; mark <= 200; ++mark)
      ASSERT_TRUE(marks.ipvs().add_service(marks.ipvs_netns(), ipvs::ServiceKey::of_fwmark(mark), {}).ok());
    EXPECT_EQ(first_chunk(marks, kIpvsGetService, {}), room.marks) << room.capacity;
    sim::Kernel dests;
    add_in_row(dests, 0, 0, 200);
    EXPECT_EQ(first_chunk(dests, kIpvsGetDest, in_service(service_identity(address_in_row(0), 80))),
              room.dests)
        << room.capacity;
  }
}

TEST_F(Timeline, PeekThenReadKeepsOneMoreChunkInFlight) {
  add_services(kernel_, 256);
  start_dump();
  EXPECT_EQ(user_.socket().queue().size(), 1u);
  for (int i = 0; i < 3; ++i) {
    (void)user_.recv(0, genl::kMsgPeek);
    EXPECT_EQ(user_.recv(4096).length % 320, 0u);
    EXPECT_EQ(user_.socket().queue().size(), static_cast<size_t>(i) + 2);
  }
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
