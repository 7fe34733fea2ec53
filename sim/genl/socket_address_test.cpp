// Port ids, bind, connect and the order of send's checks: netlink.md 2, 5 and 7.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

using uapi::SockAddrNl;

SockAddrNl address(uint32_t pid, uint32_t groups = 0) { return {uapi::kAfNetlink, 0, pid, groups}; }

class SocketAddress : public ::testing::Test {
 protected:
  int send_to(Socket& from, const SockAddrNl& to) { return from.send(noop_, &to).err(); }

  NetlinkWorld world_;
  Netlink& netlink_ = world_.netlink();
  const Data noop_ = netlink_message(uapi::kNlmsgNoop, kDo, 1, {});
};

TEST_F(SocketAddress, IsPortZeroBeforeBinding) {
  const auto socket = world_.socket();
  EXPECT_EQ(socket->name().family, 16);
  EXPECT_EQ(socket->name().pid, 0u);
  EXPECT_EQ(socket->name().groups, 0u);
}

TEST_F(SocketAddress, AutobindTakesTheTasksIdFirst) {
  const auto socket = world_.socket(0, 4242);
  ASSERT_TRUE(socket->send(noop_).ok());
  EXPECT_EQ(socket->name().pid, 4242u);
}

TEST_F(SocketAddress, AutobindOfATakenIdDrawsBelowMinus4096AndCountsDown) {
  const auto first = world_.socket(0, 4242);
  ASSERT_TRUE(first->bind(0).ok());
  for (int i = 0; i < 50; ++i) {
    const auto second = world_.socket(0, 4242);
    ASSERT_TRUE(second->bind(0).ok());
    const auto drawn = static_cast<int32_t>(second->portid());
    EXPECT_LE(drawn, -4097);
  }
}

TEST_F(SocketAddress, AutobindIdsAreTheSameForTheSameSeed) {
  const auto draw = [] {
    NetlinkWorld world;
    const auto first = world.socket();
    const auto second = world.socket();
    EXPECT_TRUE(first->bind(0).ok() && second->bind(0).ok());
    return second->portid();
  };
  EXPECT_EQ(draw(), draw());
}

TEST_F(SocketAddress, BindClaimsAnyNumberAndATakenOneIsInUse) {
  const auto first = world_.socket();
  const auto second = world_.socket();
  EXPECT_TRUE(first->bind(0xfffffff0).ok());
  EXPECT_EQ(second->bind(0xfffffff0), EADDRINUSE);
  EXPECT_TRUE(second->bind(1).ok());
}

TEST_F(SocketAddress, BindingAgainWantsTheSameNumber) {
  const auto socket = world_.socket();
  ASSERT_TRUE(socket->bind(7).ok());
  EXPECT_TRUE(socket->bind(7).ok());
  EXPECT_EQ(socket->bind(8), EINVAL);
  EXPECT_EQ(socket->bind(0), EINVAL);
  EXPECT_EQ(socket->name().pid, 7u);
}

TEST_F(SocketAddress, BindRefusesAShortAddressAndAForeignFamily) {
  const auto socket = world_.socket();
  EXPECT_EQ(socket->bind(address(7), 11), EINVAL);
  EXPECT_EQ(socket->bind(SockAddrNl{2, 0, 7, 0}), EINVAL);
  EXPECT_FALSE(socket->bound());
}

TEST_F(SocketAddress, NumbersAreUniqueInOneNamespaceOnly) {
  const auto first = world_.socket(0);
  const auto second = world_.socket(1);
  EXPECT_TRUE(first->bind(7).ok());
  EXPECT_TRUE(second->bind(7).ok());
}

TEST_F(SocketAddress, ClosingFreesTheNumber) {
  auto first = world_.socket();
  const auto second = world_.socket();
  ASSERT_TRUE(first->bind(7).ok());
  first.reset();
  EXPECT_TRUE(second->bind(7).ok());
}

TEST_F(SocketAddress, BindReplacesTheLow32Groups) {
  const auto socket = world_.socket();
  ASSERT_TRUE(socket->bind(address(7, 0x8001)).ok());
  EXPECT_EQ(socket->name().groups, 0x8001u);
  EXPECT_TRUE(socket->member_of(1) && socket->member_of(16));
  ASSERT_TRUE(socket->bind(address(7, 0x2)).ok());
  EXPECT_EQ(socket->name().groups, 0x2u);
}

// Section 2, row by row.

TEST_F(SocketAddress, SendOutOfBandIsNotSupportedEvenWhenEmpty) {
  const auto socket = world_.socket();
  EXPECT_EQ(socket->send({}, nullptr, 0, kMsgOob).err(), EOPNOTSUPP);
}

TEST_F(SocketAddress, EmptySendHasNoDataWhateverTheAddress) {
  const auto socket = world_.socket();
  const SockAddrNl wrong{2, 0, 0, 0};
  EXPECT_EQ(socket->send({}, &wrong).err(), ENODATA);
  EXPECT_FALSE(socket->bound());
}

TEST_F(SocketAddress, SendRefusesAShortAddressAndAForeignFamily) {
  const auto socket = world_.socket();
  const SockAddrNl kernel = address(0);
  const SockAddrNl wrong{2, 0, 0, 0};
  EXPECT_EQ(socket->send(noop_, &kernel, 11).err(), EINVAL);
  EXPECT_EQ(socket->send(noop_, &wrong).err(), EINVAL);
  EXPECT_EQ(socket->send(noop_, &kernel, 12).err(), 0);
}

TEST_F(SocketAddress, UnprivilegedMaySendToTheKernelOnly) {
  netlink_.set_caller({false, false});
  const auto socket = world_.socket();
  EXPECT_EQ(send_to(*socket, address(1)), EPERM);
  EXPECT_EQ(send_to(*socket, address(0, 1)), EPERM);
  EXPECT_FALSE(socket->bound());  // row 5 comes before row 6
  EXPECT_EQ(send_to(*socket, address(0)), 0);
}

TEST_F(SocketAddress, SendIsLimitedToTheSendBufferLess32Bytes) {
  const auto socket = world_.socket();
  Data large = with_length(Data(212960, 0), 16);
  EXPECT_EQ(socket->send(large).err(), 0);
  large.resize(212961);
  EXPECT_EQ(socket->send(large).err(), EMSGSIZE);
}

TEST_F(SocketAddress, TooLongSendHasBoundTheSocketAlready) {
  const auto socket = world_.socket(0, 99);
  EXPECT_EQ(socket->send(Data(300000, 0)).err(), EMSGSIZE);
  EXPECT_EQ(socket->name().pid, 99u);
}

TEST_F(SocketAddress, UnicastToNobodyIsRefused) {
  const auto socket = world_.socket();
  EXPECT_EQ(send_to(*socket, address(12345)), ECONNREFUSED);
}

TEST_F(SocketAddress, UnicastReachesAnotherUserWithItsSource) {
  User alice = world_.user(1);
  User bob = world_.user(2);
  EXPECT_EQ(send_to(alice.socket(), address(2)), 0);
  const Received got = bob.recv();
  EXPECT_EQ(got.bytes, noop_);
  EXPECT_EQ(got.source.pid, 1u);
  EXPECT_EQ(got.source.groups, 0u);
  EXPECT_EQ(alice.recv().err, EAGAIN);
}

TEST_F(SocketAddress, UnicastStaysInItsNamespace) {
  User alice = world_.user(1, 0);
  User bob = world_.user(2, 1);
  EXPECT_EQ(send_to(alice.socket(), address(2)), ECONNREFUSED);
}

TEST_F(SocketAddress, UnicastToASocketConnectedElsewhereIsRefused) {
  User alice = world_.user(1);
  User bob = world_.user(2);
  User carol = world_.user(3);
  ASSERT_TRUE(bob.socket().connect(address(3)).ok());
  EXPECT_EQ(send_to(alice.socket(), address(2)), ECONNREFUSED);
  EXPECT_EQ(send_to(carol.socket(), address(2)), 0);
}

TEST_F(SocketAddress, MulticastGoesToTheLowestGroupAndAlsoToTheKernel) {
  User alice = world_.user(1);
  User second = world_.user(2);
  User third = world_.user(3);
  ASSERT_TRUE(second.socket().bind(address(2, 0x2)).ok());
  ASSERT_TRUE(third.socket().bind(address(3, 0x4)).ok());
  const Data acked = netlink_message(uapi::kNlmsgNoop, kDoAck, 5, {});
  const SockAddrNl to = address(0, 0x6);
  EXPECT_EQ(alice.socket().send(acked, &to).err(), 0);
  const Received got = second.recv();
  EXPECT_EQ(got.bytes, acked);
  EXPECT_EQ(got.source.pid, 1u);
  EXPECT_EQ(got.source.groups, 0x2u);
  EXPECT_EQ(third.recv().err, EAGAIN);
  EXPECT_EQ(alice.recv().answer().error(), 0);  // the kernel's acknowledgement
}

TEST_F(SocketAddress, WithoutAnAddressTheConnectedOneIsUsed) {
  User alice = world_.user(1);
  User bob = world_.user(2);
  ASSERT_TRUE(alice.socket().connect(address(2)).ok());
  EXPECT_EQ(alice.socket().peer_name().pid, 2u);
  alice.send(noop_);
  EXPECT_EQ(bob.recv().bytes, noop_);
  ASSERT_TRUE(alice.socket().connect(SockAddrNl{}).ok());  // AF_UNSPEC
  alice.send(noop_);
  EXPECT_EQ(bob.recv().err, EAGAIN);
}

TEST_F(SocketAddress, ConnectingToAnybodyNeedsPrivilege) {
  netlink_.set_caller({false, false});
  const auto socket = world_.socket();
  EXPECT_EQ(socket->connect(address(5)), EPERM);
  EXPECT_EQ(socket->connect(address(0, 1)), EPERM);
  EXPECT_TRUE(socket->connect(address(0)).ok());
  EXPECT_EQ(socket->connect(SockAddrNl{2, 0, 0, 0}), EINVAL);
}

TEST_F(SocketAddress, TheKernelsAnswersVanishOnAConnectedSocket) {
  User alice = world_.user(1);
  User bob = world_.user(2);
  ASSERT_TRUE(alice.socket().connect(address(2)).ok());
  const Data acked = netlink_message(uapi::kNlmsgNoop, kDoAck, 5, {});
  const SockAddrNl kernel = address(0);
  EXPECT_EQ(alice.socket().send(acked, &kernel).err(), 0);
  EXPECT_EQ(alice.recv().err, EAGAIN);
}

// Section 5: whatever the request says, answers go to and name the socket's own port.

TEST_F(SocketAddress, AnswersCarryTheSocketsPortAndTheRequestsSeq) {
  User alice = world_.user(77);
  const Data request = netlink_message(uapi::kNlmsgNoop, kDoAck, 0xdeadbeef, {}, 4711);
  alice.send(request);
  const Received got = alice.recv();
  EXPECT_EQ(got.source.family, 16);
  EXPECT_EQ(got.source.pid, 0u);
  EXPECT_EQ(got.source.groups, 0u);
  EXPECT_EQ(got.answer().seq, 0xdeadbeefu);
  EXPECT_EQ(got.answer().portid, 77u);
}

}  // namespace
}  // namespace ipvsim::genl
