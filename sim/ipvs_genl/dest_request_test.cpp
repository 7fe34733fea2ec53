// The DEST part of a request: ipvs-control.md 6, and ZERO's effect on destinations.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class DestRequest : public ::testing::Test {
 protected:
  DestRequest() {
    EXPECT_EQ(user_.call(kIpvsNewService, in_service(Attrs(vip_).append(service_settings()))), 0);
    EXPECT_EQ(
        user_.call(kIpvsNewService, in_service(Attrs(vip6_).append(service_settings("rr", 0, ~0u, 0, 64)))),
        0);
  }
  int call(uint8_t cmd, const Attrs& dest, const Attrs* service = nullptr) {
    return user_.call(cmd, in_service_and_dest(service == nullptr ? vip_ : *service, dest));
  }
  int add(std::string_view address, const Attrs& settings = dest_settings(), const Attrs* service = nullptr) {
    return call(kIpvsNewDest, dest_identity(address, 80).append(settings), service);
  }
  int set(std::string_view address, const Attrs& settings) {
    return call(kIpvsSetDest, dest_identity(address, 80).append(settings));
  }
  // The attributes of the first destination listed.
  AnswerAttrs first() {
    const auto answers = answers_of(user_.dump(kIpvsGetDest, in_service(vip_)));
    return find(answers.at(0).attributes(), kIpvsCmdAttrDest).inside();
  }
  static Attrs in_family(Attrs attrs, uint16_t af) { return attrs.u16(kIpvsDestAttrAddrFamily, af); }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
  const Attrs vip_ = service_identity("10.0.0.1", 80);
  const Attrs vip6_ = service_identity("2001:db8::1", 80);
};

TEST_F(DestRequest, WithoutDestIsInvalid) {
  for (const uint8_t cmd : {kIpvsNewDest, kIpvsSetDest, kIpvsDelDest})
    EXPECT_EQ(user_.call(cmd, in_service(vip_)), EINVAL);
}

TEST_F(DestRequest, UnknownServiceComesBeforeAnyDestCheck) {
  EXPECT_EQ(user_.call(kIpvsNewDest, in_service(mark_identity(77))), ESRCH);
}

TEST_F(DestRequest, IdentityIsAddressAndPort) {
  const Attrs no_port = Attrs().raw(kIpvsDestAttrAddr, address_bytes("10.1.0.1"));
  const Attrs no_address = Attrs().be16(kIpvsDestAttrPort, 80);
  for (const uint8_t cmd : {kIpvsNewDest, kIpvsSetDest, kIpvsDelDest})
    for (const Attrs* identity : {&no_port, &no_address})
      EXPECT_EQ(call(cmd, Attrs(*identity).append(dest_settings())), EINVAL);
}

TEST_F(DestRequest, FullSetIsFourAttributesExceptForDel) {
  const Data all = dest_settings().data();
  for (size_t missing = 0; missing < 4; ++missing) {
    Data rest = all;
    rest.erase(rest.begin() + static_cast<ptrdiff_t>(missing * 8),
               rest.begin() + static_cast<ptrdiff_t>(missing * 8 + 8));
    EXPECT_EQ(add("10.1.0.1", Attrs().bytes(rest)), EINVAL);
    EXPECT_EQ(set("10.1.0.1", Attrs().bytes(rest)), EINVAL);
  }
  EXPECT_EQ(call(kIpvsDelDest, dest_identity("10.1.0.1", 80)), ENOENT);
}

TEST_F(DestRequest, FamilyDefaultsToTheServices) {
  EXPECT_EQ(add("10.1.0.1"), 0);
  EXPECT_EQ(find(first(), kIpvsDestAttrAddrFamily).u16(), kAfInet);
  EXPECT_EQ(add("10.1.0.2", in_family(dest_settings(), 0)), 0);
  EXPECT_EQ(add("2001:db8::9", dest_settings(), &vip6_), 0);
}

TEST_F(DestRequest, FamilyIsV4OrV6) {
  for (const uint16_t af : std::initializer_list<uint16_t>{1, 3, 11}) {
    EXPECT_EQ(add("10.1.0.1", in_family(dest_settings(), af)), EAFNOSUPPORT) << af;
    EXPECT_EQ(call(kIpvsDelDest, in_family(dest_identity("10.1.0.1", 80), af)), EAFNOSUPPORT) << af;
  }
}

TEST_F(DestRequest, OtherFamilyNeedsATunnelButNotToBeDeleted) {
  for (const uint32_t forwarding : {kIpvsFwdMasq, kIpvsFwdLocalnode, kIpvsFwdDroute, kIpvsFwdBypass})
    EXPECT_EQ(add("2001:db8::9", in_family(dest_settings(forwarding), kAfInet6)), EINVAL) << forwarding;
  EXPECT_EQ(add("2001:db8::9", in_family(dest_settings(kIpvsFwdTunnel), kAfInet6)), 0);
  EXPECT_EQ(set("2001:db8::9", in_family(dest_settings(kIpvsFwdMasq), kAfInet6)), EINVAL);
  EXPECT_EQ(add("10.1.0.1", in_family(dest_settings(kIpvsFwdTunnel), kAfInet), &vip6_), 0);
  EXPECT_EQ(call(kIpvsDelDest, in_family(dest_identity("2001:db8::9", 80), kAfInet6)), 0);
}

TEST_F(DestRequest, OtherFamilyIsRefusedWhileADaemonRuns) {
  ASSERT_EQ(add("2001:db8::9", in_family(dest_settings(kIpvsFwdTunnel), kAfInet6)), 0);
  ASSERT_EQ(call(kIpvsDelDest, in_family(dest_identity("2001:db8::9", 80), kAfInet6)), 0);
  const Attrs backup = in_daemon(Attrs().u32(1, 2).text(2, "lo").u32(3, 0));
  ASSERT_EQ(user_.call(kIpvsNewDaemon, backup), 0);
  EXPECT_EQ(add("2001:db8::9", in_family(dest_settings(kIpvsFwdTunnel), kAfInet6)), EINVAL);
  EXPECT_EQ(add("10.1.0.1"), 0);
  EXPECT_EQ(call(kIpvsDelDest, in_family(dest_identity("2001:db8::9", 80), kAfInet6)), ENOENT);
}

TEST_F(DestRequest, ErrorsOfTheRows) {
  EXPECT_EQ(add("10.1.0.1", dest_settings(0, 0x80000000)), ERANGE);
  EXPECT_EQ(add("10.1.0.1", dest_settings(0, 1, 5, 6)), ERANGE);
  EXPECT_EQ(add("10.1.0.1", dest_settings(0, 1, 0x80000000, 0)), EINVAL);
  EXPECT_EQ(add("10.1.0.1", dest_settings().u8(kIpvsDestAttrTunType, kIpvsTunGue)), EINVAL);
  EXPECT_EQ(add("10.1.0.1"), 0);
  EXPECT_EQ(add("10.1.0.1"), EEXIST);
  EXPECT_EQ(set("10.1.0.2", dest_settings()), ENOENT);
  EXPECT_EQ(call(kIpvsDelDest, dest_identity("10.1.0.2", 80)), ENOENT);
  EXPECT_EQ(add("224.0.0.1"), EINVAL);
  EXPECT_EQ(add("127.255.255.255"), EINVAL);
}

TEST_F(DestRequest, MixedFamilyComesBeforeTheWeight) {
  EXPECT_EQ(add("2001:db8::9", in_family(dest_settings(kIpvsFwdMasq, 0xffffffff), kAfInet6)), EINVAL);
  EXPECT_EQ(add("2001:db8::9", in_family(dest_settings(kIpvsFwdTunnel, 0xffffffff), kAfInet6)), ERANGE);
}

TEST_F(DestRequest, OldReleasesHaveNoUpperThresholdLimit) {
  Profile profile;
  profile.u_thresh_limit = release_has_u_thresh_limit("6.1.176");
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  ASSERT_EQ(user.call(kIpvsNewService, in_service(Attrs(vip_).append(service_settings()))), 0);
  EXPECT_EQ(user.call(kIpvsNewDest,
                      in_service_and_dest(
                          vip_, dest_identity("10.1.0.1", 80).append(dest_settings(0, 1, 0xffffffff)))),
            0);
}

TEST_F(DestRequest, ForwardingIsItsLowThreeBits) {
  for (uint32_t forwarding = 0; forwarding < 8; ++forwarding) {
    const std::string address = "10.1.0." + std::to_string(forwarding + 1);
    ASSERT_EQ(add(address, dest_settings(0xfffffff8 | forwarding)), 0);
    EXPECT_EQ(find(first(), kIpvsDestAttrFwdMethod).u32(), forwarding);
  }
}

TEST_F(DestRequest, TunnelFieldsAreEchoedWhateverTheyAre) {
  ASSERT_EQ(add("10.1.0.1", dest_settings()
                                .u8(kIpvsDestAttrTunType, 255)
                                .be16(kIpvsDestAttrTunPort, 0x1234)
                                .u16(kIpvsDestAttrTunFlags, 0xfedc)),
            0);
  EXPECT_EQ(find(first(), kIpvsDestAttrTunType).u8(), 255);
  EXPECT_EQ(find(first(), kIpvsDestAttrTunPort).be16(), 0x1234);
  EXPECT_EQ(find(first(), kIpvsDestAttrTunFlags).u16(), 0xfedc);
}

TEST_F(DestRequest, SetWithoutTunnelAttributesResetsThem) {
  ASSERT_EQ(add("10.1.0.1", dest_settings(kIpvsFwdTunnel)
                                .u8(kIpvsDestAttrTunType, kIpvsTunGue)
                                .be16(kIpvsDestAttrTunPort, 6080)
                                .u16(kIpvsDestAttrTunFlags, 1)),
            0);
  ASSERT_EQ(set("10.1.0.1", dest_settings(kIpvsFwdTunnel, 7, 20, 10)), 0);
  const auto now = first();
  EXPECT_EQ(find(now, kIpvsDestAttrTunType).u8(), 0);
  EXPECT_EQ(find(now, kIpvsDestAttrTunPort).be16(), 0);
  EXPECT_EQ(find(now, kIpvsDestAttrTunFlags).u16(), 0);
  EXPECT_EQ(find(now, kIpvsDestAttrWeight).u32(), 7u);
  EXPECT_EQ(find(now, kIpvsDestAttrUThresh).u32(), 20u);
  EXPECT_EQ(find(now, kIpvsDestAttrLThresh).u32(), 10u);
}

TEST_F(DestRequest, LowerThresholdZeroIsToldAsZero) {
  ASSERT_EQ(add("10.1.0.1", dest_settings(0, 1, 100, 0)), 0);
  EXPECT_EQ(find(first(), kIpvsDestAttrLThresh).u32(), 0u);
}

TEST_F(DestRequest, CountersInARequestAreIgnored) {
  ASSERT_EQ(add("10.1.0.1", dest_settings()
                                .u32(kIpvsDestAttrActiveConns, 5)
                                .u32(kIpvsDestAttrInactConns, 5)
                                .u32(kIpvsDestAttrPersistConns, 5)
                                .raw(kIpvsDestAttrStats, {})
                                .raw(kIpvsDestAttrStats64, {9})),
            0);
  for (const uint16_t type : {kIpvsDestAttrActiveConns, kIpvsDestAttrInactConns, kIpvsDestAttrPersistConns})
    EXPECT_EQ(find(first(), type).u32(), 0u);
}

TEST_F(DestRequest, DeletedAndReAddedKeepsItsConnections) {
  ASSERT_EQ(add("10.1.0.1"), 0);
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), service_key("10.0.0.1", 80));
  kernel_.ipvs().set_connections(service.dests.front(), {3, 2, 1});
  ASSERT_EQ(call(kIpvsDelDest, dest_identity("10.1.0.1", 80)), 0);
  kernel_.advance(110'000);
  ASSERT_EQ(add("10.1.0.1"), 0);
  EXPECT_EQ(find(first(), kIpvsDestAttrActiveConns).u32(), 3u);
  EXPECT_EQ(find(first(), kIpvsDestAttrInactConns).u32(), 2u);
  EXPECT_EQ(find(first(), kIpvsDestAttrPersistConns).u32(), 1u);
}

TEST_F(DestRequest, AddressCheckIsSkippedOnRevivalFor110SecondsButNotAfter185) {
  for (const auto& [seconds, expected] : {std::pair<int, int>{110, 0}, {185, EINVAL}}) {
    kernel_.ipvs_netns().links = ipvs::Links();
    ASSERT_EQ(add("10.9.8.255"), 0);
    ASSERT_EQ(call(kIpvsDelDest, dest_identity("10.9.8.255", 80)), 0);
    kernel_.ipvs_netns().links = ipvs::Links({{"eth0", 1500, kAfInet, ipvs::Address::v4(10, 9, 8, 1), 24}});
    kernel_.advance(seconds * 1000);
    EXPECT_EQ(add("10.9.8.255"), expected) << seconds;
    (void)call(kIpvsDelDest, dest_identity("10.9.8.255", 80));
    kernel_.advance(200'000);
  }
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
