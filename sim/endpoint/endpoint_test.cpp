// The door: a real descriptor that behaves like a netlink socket's.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <vector>

#include "sim/endpoint/endpoint.h"
#include "sim/endpoint/test_request.h"
#include "uapi/ipvs.h"

namespace ipvsim::endpoint {
namespace {

class EndpointTest : public testing::Test {
 protected:
  void send_dump() {
    const auto bytes = request(kernel_.family_id(), uapi::kIpvsGetService, uapi::kNlmFDump);
    ASSERT_EQ(door_.send(bytes.data(), bytes.size()), 20);
  }
  bool readable() {
    pollfd fd{door_.fd(), POLLIN, 0};
    return poll(&fd, 1, 0) == 1;
  }

  sim::Kernel kernel_;
  Endpoint door_{kernel_};
  std::vector<uint8_t> buffer_ = std::vector<uint8_t>(65536);
};

TEST_F(EndpointTest, ReceiveSizeIsLearnedAsByTheKernel) {
  add_services(kernel_, 30);
  send_dump();
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 11 * 320);
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 19 * 320);
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 20);
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), -1);
  EXPECT_EQ(errno, EAGAIN);
}

TEST_F(EndpointTest, PollSaysReadableExactlyWhileSomethingIsQueued) {
  EXPECT_FALSE(readable());
  send_dump();
  EXPECT_TRUE(readable());
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 20);
  EXPECT_FALSE(readable());
}

TEST_F(EndpointTest, PeekLeavesTheDatagramAndTruncationLosesItsTail) {
  add_services(kernel_, 1);
  send_dump();
  EXPECT_EQ(door_.recv(buffer_.data(), 4, MSG_PEEK), 4);
  ReceiveInfo info;
  EXPECT_EQ(door_.recv(buffer_.data(), 100, MSG_TRUNC, &info), 320);
  EXPECT_TRUE(info.truncated);
  EXPECT_EQ(info.source.family, uapi::kAfNetlink);
  EXPECT_EQ(info.source.pid, 0u);
  EXPECT_EQ(door_.recv(buffer_.data(), 100), 20);
}

TEST_F(EndpointTest, EditsGoBetweenTwoReceives) {
  add_services(kernel_, 30);
  kernel_.set_dump_buffer(DumpBufferRule::fixed(700));
  send_dump();
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 640);
  EXPECT_EQ(door_.socket().dump_cursor()->chunks, 2u);
  kernel_.ipvs().flush(kernel_.ipvs_netns());
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 640);  // frozen when the first was read
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 20);
}

TEST_F(EndpointTest, DatagramReadBehindItsBackCountsAsReceived) {
  add_services(kernel_, 30);
  send_dump();
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT), 11 * 320);
  EXPECT_FALSE(readable());
  door_.pump();
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT), 19 * 320);
  EXPECT_EQ(door_.socket().counters().datagrams, 1u);
}

TEST_F(EndpointTest, EmptyDatagramIsIgnored) {
  EXPECT_EQ(door_.send("", 0), 0);
  send_dump();
  EXPECT_EQ(door_.recv(buffer_.data(), 8192), 20);
}

TEST_F(EndpointTest, DatagramReadBehindItsBackTeachesTheAssumedSize) {
  add_services(kernel_, 30);
  door_.set_assumed_receive_size(10000);
  send_dump();
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT), 11 * 320);
  door_.pump();
  EXPECT_EQ(door_.socket().learned_size(), 10000u);
}

TEST(Endpoint, ClosingTheUsersEndClosesTheSocket) {
  sim::Kernel kernel;
  Endpoint door(kernel);
  ASSERT_TRUE(door.socket().bind(77).ok());
  Fd user(door.release_fd());
  user.reset();
  EXPECT_FALSE(door.pump());
  EXPECT_EQ(kernel.netlink().find(0, 77), nullptr);
}

TEST_F(EndpointTest, AnnouncedReceiveTeachesItsSizeAndFindsTheNextDatagramBehindIt) {
  add_services(kernel_, 30);
  send_dump();
  const auto native = [&](int flags) {
    return ::recv(door_.fd(), buffer_.data(), buffer_.size(), flags | MSG_DONTWAIT);
  };
  EXPECT_TRUE(door_.expect_receive(8192).available);
  EXPECT_EQ(door_.socket().learned_size(), 8192u);
  EXPECT_EQ(native(0), 11 * 320);
  EXPECT_TRUE(readable());  // as on a netlink socket, where the second chunk was built by the first receive
  EXPECT_TRUE(door_.expect_receive(4, MSG_PEEK).available);
  EXPECT_EQ(native(MSG_PEEK), 19 * 320);
  EXPECT_TRUE(door_.expect_receive(8192).available);
  EXPECT_EQ(native(0), 19 * 320);
  EXPECT_TRUE(door_.expect_receive(8192).available);
  EXPECT_EQ(native(0), 20);
  EXPECT_FALSE(readable());
  EXPECT_FALSE(door_.expect_receive(8192).available);
}

TEST_F(EndpointTest, TwoReceivesAnnouncedAtOnceFindTwoDatagrams) {
  add_services(kernel_, 30);
  send_dump();
  EXPECT_TRUE(door_.expect_receive(8192).available);
  EXPECT_TRUE(door_.expect_receive(8192).available);
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT), 11 * 320);
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT), 19 * 320);
  EXPECT_EQ(door_.socket().counters().datagrams, 2u);
}

TEST_F(EndpointTest, AnnouncedReceiveThatWaitsTeachesItsSizeWhenItIsServed) {
  add_services(kernel_, 30);
  EXPECT_FALSE(door_.expect_receive(16384).available);
  send_dump();
  EXPECT_EQ(::recv(door_.fd(), buffer_.data(), 16384, MSG_DONTWAIT), 11 * 320);
  door_.pump();
  EXPECT_EQ(door_.socket().learned_size(), 16384u);
}

TEST_F(EndpointTest, AnnouncedReceiveIsToldOfAnOverrun) {
  ASSERT_TRUE(door_.socket().set_rcvbuf(0).ok());
  const auto info = request(kernel_.family_id(), uapi::kIpvsGetInfo, 0);
  for (int i = 0; i < 4; ++i) ASSERT_EQ(door_.send(info.data(), info.size()), 20);
  EXPECT_EQ(door_.expect_receive(8192).err, ENOBUFS);
  EXPECT_EQ(door_.expect_receive(8192).err, 0);
}

TEST(Endpoint, RequestsBeforeACloseWithUnreadAnswersAreServed) {
  sim::Kernel kernel;
  add_services(kernel, 1);
  Endpoint door(kernel);
  Fd user(door.release_fd());
  const auto info = request(kernel.family_id(), uapi::kIpvsGetInfo, 0);
  ASSERT_EQ(::send(user.get(), info.data(), info.size(), 0), 20);
  ASSERT_TRUE(door.pump());
  const auto flush = request(kernel.family_id(), uapi::kIpvsFlush, 0);
  ASSERT_EQ(::send(user.get(), flush.data(), flush.size(), 0), 20);
  user.reset();
  EXPECT_FALSE(door.pump());
  EXPECT_EQ(kernel.ipvs_netns().services, 0u);
}

class Listed : public Observer {
 public:
  void request(const genl::Socket& socket, wire::Bytes datagram, pid_t process) override {
    lines.push_back({socket.netns(), static_cast<long>(datagram.size()), process});
  }
  void answer(const genl::Socket& socket, wire::Bytes datagram) override {
    lines.push_back({socket.netns(), static_cast<long>(datagram.size()), -1});
  }
  std::vector<std::array<long, 3>> lines;
};

TEST_F(EndpointTest, ObserverSeesRequestsWithTheirProcessAndAnswersInOrder) {
  add_services(kernel_, 12);
  Listed listed;
  door_.observe(listed);
  send_dump();
  for (const long size : {11 * 320, 320, 20}) EXPECT_EQ(door_.recv(buffer_.data(), 1000, MSG_TRUNC), size);
  const long self = getpid();
  EXPECT_EQ(listed.lines,
            (std::vector<std::array<long, 3>>{{0, 20, self}, {0, 11 * 320, -1}, {0, 320, -1}, {0, 20, -1}}));
}

}  // namespace
}  // namespace ipvsim::endpoint
