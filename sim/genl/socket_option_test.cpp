// Options at SOL_NETLINK and the receive buffer: netlink.md 6 and 10.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/netlink_world.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

constexpr int kBooleans[] = {uapi::kNetlinkPktinfo, uapi::kNetlinkBroadcastError, uapi::kNetlinkNoEnobufs,
                             uapi::kNetlinkCapAck,  uapi::kNetlinkExtAck,         uapi::kNetlinkGetStrictChk};

class SocketOption : public ::testing::Test {
 protected:
  int value_of(int option) { return static_cast<int>(socket_->get_option(option, 4).value().bytes.at(0)); }

  NetlinkWorld world_;
  std::unique_ptr<Socket> socket_ = world_.socket();
};

TEST_F(SocketOption, BooleansReadBackAsAnIntOfZeroOrOne) {
  for (const int option : kBooleans) {
    EXPECT_EQ(value_of(option), 0) << option;
    ASSERT_TRUE(socket_->set_option(option, 0x500).ok()) << option;
    const auto got = socket_->get_option(option, 64);
    ASSERT_TRUE(got.ok()) << option;
    EXPECT_EQ(got.value().bytes, bytes_of(int{1})) << option;
    EXPECT_EQ(got.value().length, 4) << option;
    ASSERT_TRUE(socket_->set_option(option, 0).ok()) << option;
    EXPECT_EQ(value_of(option), 0) << option;
  }
}

TEST_F(SocketOption, ShortValueIsTakenAsZero) {
  for (const int option : kBooleans) {
    ASSERT_TRUE(socket_->set_option(option, 1).ok());
    const Data three{1, 1, 1};
    EXPECT_TRUE(socket_->set_option(option, wire::Bytes(three)).ok()) << option;
    EXPECT_EQ(value_of(option), 0) << option;
  }
}

TEST_F(SocketOption, UnknownOnesAreNotThere) {
  for (const int option : {0, 6, 7, 13, 99, -1}) {
    EXPECT_EQ(socket_->set_option(option, 1), ENOPROTOOPT) << option;
    EXPECT_EQ(socket_->get_option(option, 4).err(), ENOPROTOOPT) << option;
  }
}

TEST_F(SocketOption, ReadingWantsFourBytes) {
  EXPECT_EQ(socket_->get_option(uapi::kNetlinkExtAck, -1).err(), EINVAL);
  EXPECT_EQ(socket_->get_option(uapi::kNetlinkExtAck, 3).err(), EINVAL);
  EXPECT_TRUE(socket_->get_option(uapi::kNetlinkExtAck, 4).ok());
}

TEST_F(SocketOption, ListenAllNsidNeedsPrivilegeAndCannotBeRead) {
  EXPECT_TRUE(socket_->set_option(uapi::kNetlinkListenAllNsid, 1).ok());
  EXPECT_EQ(socket_->get_option(uapi::kNetlinkListenAllNsid, 4).err(), ENOPROTOOPT);
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(socket_->set_option(uapi::kNetlinkListenAllNsid, 1), EPERM);
}

TEST_F(SocketOption, MembershipTakesGroupsThatExist) {
  EXPECT_EQ(socket_->set_option(uapi::kNetlinkAddMembership, 0), EINVAL);
  EXPECT_EQ(socket_->set_option(uapi::kNetlinkAddMembership, 33), EINVAL);
  ASSERT_TRUE(socket_->set_option(uapi::kNetlinkAddMembership, 16).ok());
  ASSERT_TRUE(socket_->set_option(uapi::kNetlinkAddMembership, 1).ok());
  EXPECT_EQ(socket_->name().groups, 0x8001u);
  ASSERT_TRUE(socket_->set_option(uapi::kNetlinkDropMembership, 1).ok());
  EXPECT_EQ(socket_->name().groups, 0x8000u);
}

TEST_F(SocketOption, MembershipNeedsNoPrivilege) {
  world_.netlink().set_caller({false, false});
  EXPECT_TRUE(socket_->set_option(uapi::kNetlinkAddMembership, 16).ok());
}

TEST_F(SocketOption, MembershipsAreListedAsBits) {
  ASSERT_TRUE(socket_->set_option(uapi::kNetlinkAddMembership, 16).ok());
  const auto listed = socket_->get_option(uapi::kNetlinkListMemberships, 64);
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(listed.value().bytes, (Data{0x00, 0x80, 0, 0}));
  EXPECT_EQ(listed.value().length, 4);
  EXPECT_EQ(socket_->set_option(uapi::kNetlinkListMemberships, 1), ENOPROTOOPT);
}

TEST_F(SocketOption, ReceiveBufferIsDoubledCappedAndNeverTiny) {
  EXPECT_EQ(socket_->rcvbuf(), 212992u);
  ASSERT_TRUE(socket_->set_rcvbuf(5000).ok());
  EXPECT_EQ(socket_->rcvbuf(), 10000u);
  ASSERT_TRUE(socket_->set_rcvbuf(1000000).ok());
  EXPECT_EQ(socket_->rcvbuf(), 425984u);
  ASSERT_TRUE(socket_->set_rcvbuf(0).ok());
  EXPECT_EQ(socket_->rcvbuf(), 2304u);
  ASSERT_TRUE(socket_->set_rcvbuf(1152).ok());
  EXPECT_EQ(socket_->rcvbuf(), 2304u);
  ASSERT_TRUE(socket_->set_rcvbuf(1153).ok());
  EXPECT_EQ(socket_->rcvbuf(), 2306u);
}

TEST_F(SocketOption, ForcedReceiveBufferHasNoCapAndNeedsPrivilege) {
  ASSERT_TRUE(socket_->set_rcvbuf(1000000, true).ok());
  EXPECT_EQ(socket_->rcvbuf(), 2000000u);
  world_.netlink().set_caller({false, false});
  EXPECT_EQ(socket_->set_rcvbuf(1000000, true), EPERM);
  EXPECT_TRUE(socket_->set_rcvbuf(1000000).ok());
}

}  // namespace
}  // namespace ipvsim::genl
