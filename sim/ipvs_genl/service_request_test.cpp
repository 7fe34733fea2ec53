// The SERVICE part of a request and the service commands: ipvs-control.md 4, 5 and 11.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class ServiceRequest : public ::testing::Test {
 protected:
  int call(uint8_t cmd, const Attrs& inside) { return user_.call(cmd, in_service(inside)); }
  int add(const Attrs& identity, const Attrs& settings = service_settings()) {
    return call(kIpvsNewService, Attrs(identity).append(settings));
  }
  AnswerAttrs get(const Attrs& identity) {
    return find(user_.get(kIpvsGetService, in_service(identity)).attributes(), kIpvsCmdAttrService).inside();
  }
  uint32_t flags_of(const Attrs& identity) {
    const Data payload = find(get(identity), kIpvsSvcAttrFlags).payload;
    EXPECT_EQ(payload.size(), 8u);
    return AnswerAttr{0, {payload.begin(), payload.begin() + 4}}.u32();
  }
  // `all` without the attribute of that number.
  static Attrs without(const Attrs& all, uint16_t type) {
    Attrs rest;
    for (const AnswerAttr& attr : read_attrs(all.data()))
      if (attr.type != type) rest.raw(attr.type, attr.payload);
    return rest;
  }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
  const Attrs vip_ = service_identity("10.0.0.1", 80);
};

TEST_F(ServiceRequest, WithoutServiceIsInvalidWhereItIsNeeded) {
  for (const uint8_t cmd : {kIpvsNewService, kIpvsSetService, kIpvsDelService, kIpvsGetService, kIpvsNewDest,
                            kIpvsSetDest, kIpvsDelDest})
    EXPECT_EQ(user_.call(cmd), EINVAL) << int{cmd};
}

TEST_F(ServiceRequest, IdentityIsFamilyAndEitherMarkOrAllThree) {
  ASSERT_EQ(add(vip_), 0);
  for (const uint16_t missing : {kIpvsSvcAttrAf, kIpvsSvcAttrProtocol, kIpvsSvcAttrAddr, kIpvsSvcAttrPort})
    EXPECT_EQ(call(kIpvsGetService, without(vip_, missing)), EINVAL) << missing;
  EXPECT_EQ(call(kIpvsGetService, Attrs().u32(kIpvsSvcAttrFwmark, 1)), EINVAL);
  EXPECT_EQ(call(kIpvsGetService, mark_identity(1)), ESRCH);
}

TEST_F(ServiceRequest, FamilyIsV4OrV6) {
  for (const uint16_t af : std::initializer_list<uint16_t>{0, 1, 3, 9, 11, 0xffff})
    EXPECT_EQ(call(kIpvsGetService, mark_identity(1, af)), EAFNOSUPPORT) << af;
  EXPECT_EQ(call(kIpvsGetService, mark_identity(1, kAfInet6)), ESRCH);
}

TEST_F(ServiceRequest, V6IsRefusedWhereTheKernelHasNone) {
  Profile profile;
  profile.ipv6 = false;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  EXPECT_EQ(user.call(kIpvsGetService, in_service(mark_identity(1, kAfInet6))), EAFNOSUPPORT);
}

TEST_F(ServiceRequest, MissingIdentityComesBeforeTheFamily) {
  EXPECT_EQ(call(kIpvsGetService, Attrs().u16(kIpvsSvcAttrAf, 99)), EINVAL);
}

TEST_F(ServiceRequest, FullSetIsFourAttributes) {
  const Attrs all = Attrs(vip_).append(service_settings());
  for (const uint16_t missing :
       {kIpvsSvcAttrSchedName, kIpvsSvcAttrFlags, kIpvsSvcAttrTimeout, kIpvsSvcAttrNetmask}) {
    EXPECT_EQ(call(kIpvsNewService, without(all, missing)), EINVAL) << missing;
    EXPECT_EQ(call(kIpvsSetService, without(all, missing)), EINVAL) << missing;  // row 5 before row 6
  }
  EXPECT_EQ(kernel_.ipvs_netns().services, 0u);
}

TEST_F(ServiceRequest, IdentityAloneIsEnoughToFind) {
  ASSERT_EQ(add(vip_), 0);
  EXPECT_EQ(call(kIpvsZero, vip_), 0);
  EXPECT_EQ(call(kIpvsDelService, vip_), 0);
}

TEST_F(ServiceRequest, UnknownServiceIsEsrch) {
  EXPECT_EQ(call(kIpvsSetService, Attrs(vip_).append(service_settings())), ESRCH);
  for (const uint8_t cmd :
       {kIpvsDelService, kIpvsGetService, kIpvsZero, kIpvsNewDest, kIpvsSetDest, kIpvsDelDest})
    EXPECT_EQ(call(cmd, vip_), ESRCH) << int{cmd};
}

TEST_F(ServiceRequest, SetOfAnUnknownOneIsEsrchBeforeItsSchedulerIsLookedAt) {
  EXPECT_EQ(call(kIpvsSetService, Attrs(vip_).append(service_settings("nope"))), ESRCH);
}

TEST_F(ServiceRequest, AddedTwiceExists) {
  EXPECT_EQ(add(vip_), 0);
  EXPECT_EQ(add(vip_, service_settings("nope")), EEXIST);
}

TEST_F(ServiceRequest, UnavailableModulesAreEnoent) {
  EXPECT_EQ(add(vip_, service_settings("twos")), ENOENT);
  EXPECT_EQ(add(vip_, service_settings("")), ENOENT);
  EXPECT_EQ(add(vip_, service_settings().text(kIpvsSvcAttrPeName, "nope")), ENOENT);
  EXPECT_EQ(add(vip_, service_settings().text(kIpvsSvcAttrPeName, "")), 0);
}

TEST_F(ServiceRequest, EverySchedulerOfTheDebianBuildIsThere) {
  uint16_t port = 1;
  for (const char* name :
       {"rr", "wrr", "lc", "wlc", "fo", "ovf", "lblc", "lblcr", "dh", "sh", "mh", "sed", "nq", "none"}) {
    const Attrs identity = service_identity("10.0.0.9", ++port);
    EXPECT_EQ(add(identity, service_settings(name)), 0) << name;
    EXPECT_EQ(find(get(identity), kIpvsSvcAttrSchedName).text(), name);
  }
}

TEST_F(ServiceRequest, V6PrefixIsChecked) {
  const Attrs v6 = service_identity("2001:db8::1", 80);
  EXPECT_EQ(add(v6, service_settings("rr", 0, ~0u, 0, 0)), EINVAL);
  EXPECT_EQ(add(v6, service_settings("rr", 0, ~0u, 0, 129)), EINVAL);
  EXPECT_EQ(add(v6, service_settings("rr", 0, ~0u, 0, 128)), 0);
  EXPECT_EQ(add(mark_identity(1, kAfInet6)), EINVAL);  // ~0 as a prefix
}

TEST_F(ServiceRequest, MarkOverridesAddressAndProtocol) {
  const Attrs both = service_identity("10.0.0.1", 80, kIpprotoUdp).u32(kIpvsSvcAttrFwmark, 5);
  ASSERT_EQ(add(both), 0);
  EXPECT_EQ(call(kIpvsGetService, vip_), ESRCH);
  const auto got = get(mark_identity(5));
  EXPECT_EQ(find(got, kIpvsSvcAttrFwmark).u32(), 5u);
  for (const uint16_t type : {kIpvsSvcAttrProtocol, kIpvsSvcAttrAddr, kIpvsSvcAttrPort})
    EXPECT_FALSE(has(got, type));
}

TEST_F(ServiceRequest, MarkOfValueZeroIsTheServiceTcpAddressZeroPortZero) {
  ASSERT_EQ(add(service_identity("10.0.0.1", 80, kIpprotoUdp).u32(kIpvsSvcAttrFwmark, 0)), 0);
  const auto got = get(service_identity("0.0.0.0", 0));
  EXPECT_FALSE(has(got, kIpvsSvcAttrFwmark));
  EXPECT_EQ(find(got, kIpvsSvcAttrProtocol).u16(), kIpprotoTcp);
  EXPECT_EQ(find(got, kIpvsSvcAttrAddr).payload, Data(16, 0));
  EXPECT_EQ(find(got, kIpvsSvcAttrPort).be16(), 0);
}

TEST_F(ServiceRequest, OnlyFourBytesOfAV4AddressCount) {
  Data stray = address_bytes("10.0.0.1");
  stray[4] = stray[15] = 0xff;
  const Attrs identity = Attrs().u16(1, kAfInet).u16(2, kIpprotoTcp).raw(3, stray).be16(4, 80);
  ASSERT_EQ(add(identity), 0);
  EXPECT_EQ(find(get(vip_), kIpvsSvcAttrAddr).payload, address_bytes("10.0.0.1"));
}

TEST_F(ServiceRequest, ShortAddressIsZeroFilled) {
  const Attrs identity = Attrs().u16(1, kAfInet).u16(2, kIpprotoTcp).raw(3, {10}).be16(4, 80);
  ASSERT_EQ(add(identity), 0);
  EXPECT_EQ(find(get(service_identity("10.0.0.0", 80)), kIpvsSvcAttrAddr).payload, address_bytes("10.0.0.0"));
  ASSERT_EQ(add(Attrs().u16(1, kAfInet).u16(2, kIpprotoTcp).raw(3, {}).be16(4, 81)), 0);
  EXPECT_EQ(call(kIpvsDelService, service_identity("0.0.0.0", 81)), 0);
}

TEST_F(ServiceRequest, AnyProtocolAndPortZeroAreTaken) {
  EXPECT_EQ(add(service_identity("10.0.0.1", 0, 0)), 0);
  EXPECT_EQ(add(service_identity("10.0.0.1", 0, 0xffff)), 0);
  EXPECT_EQ(find(get(service_identity("10.0.0.1", 0, 0xffff)), kIpvsSvcAttrProtocol).u16(), 0xffff);
}

TEST_F(ServiceRequest, FlagsOfANewOneAreMaskedAndHashed) {
  ASSERT_EQ(add(vip_, service_settings("rr", 0xff, 0x05)), 0);
  EXPECT_EQ(flags_of(vip_), 0x07u);
}

TEST_F(ServiceRequest, FlagsOfAnExistingOneKeepWhatTheMaskLeaves) {
  ASSERT_EQ(add(vip_, service_settings("rr", 0x0d, ~0u)), 0);
  ASSERT_EQ(call(kIpvsSetService, Attrs(vip_).append(service_settings("rr", 0x30, 0x31))), 0);
  EXPECT_EQ(flags_of(vip_), 0x3eu);  // (0x0f & ~0x31) | 0x30 | 2
}

TEST_F(ServiceRequest, FlagsWithoutAMaskChangeNothing) {
  ASSERT_EQ(add(vip_, service_settings("rr", 4, ~0u)), 0);
  const Attrs short_flags = Attrs(vip_).append(service_settings()).raw(kIpvsSvcAttrFlags, bytes_of(0xffu));
  ASSERT_EQ(call(kIpvsSetService, short_flags), 0);  // the mask is zero-filled
  EXPECT_EQ(flags_of(vip_), 6u);
}

TEST_F(ServiceRequest, TimeoutWrapsInJiffies) {
  for (const auto& [given, told_back] : {std::pair<uint32_t, uint32_t>{17179869, 17179869},
                                         {17179870, 0},
                                         {0xffffffff, 17179868},
                                         {3600, 3600}}) {
    ASSERT_EQ(call(kIpvsFlush, {}), 0);
    ASSERT_EQ(add(vip_, service_settings("rr", 1, 1, given)), 0);
    // 0xffffffff * 250 mod 2^32 = 2^32 - 250; divided by 250: 17179868
    EXPECT_EQ(find(get(vip_), kIpvsSvcAttrTimeout).u32(), told_back) << given;
  }
}

TEST_F(ServiceRequest, TimeoutWrapsEarlierWhereHzIs1000) {
  Profile profile;
  profile.hz = 1000;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  ASSERT_EQ(user.call(kIpvsNewService, in_service(Attrs(vip_).append(service_settings("rr", 1, 1, 4294968)))),
            0);
  const auto attrs = user.get(kIpvsGetService, in_service(vip_)).attributes();
  EXPECT_EQ(find(find(attrs, 1).inside(), kIpvsSvcAttrTimeout).u32(), 0u);  // 4294968000 - 2^32 = 704
}

TEST_F(ServiceRequest, EngineIsToldAndRemovedByASetWithoutIt) {
  ASSERT_EQ(add(vip_, service_settings().text(kIpvsSvcAttrPeName, "sip")), 0);
  EXPECT_EQ(find(get(vip_), kIpvsSvcAttrPeName).text(), "sip");
  ASSERT_EQ(call(kIpvsSetService, Attrs(vip_).append(service_settings())), 0);
  EXPECT_FALSE(has(get(vip_), kIpvsSvcAttrPeName));
}

TEST_F(ServiceRequest, StatisticsInARequestAreIgnored) {
  EXPECT_EQ(add(vip_, service_settings().raw(kIpvsSvcAttrStats, {}).raw(kIpvsSvcAttrStats64, {1})), 0);
}

TEST_F(ServiceRequest, DestsInARequestAreUnknownAndSkipped) {
  EXPECT_EQ(add(vip_, service_settings().raw(kIpvsSvcAttrDests, {1})), 0);
}

TEST_F(ServiceRequest, LastOfARepeatedAttributeWins) {
  EXPECT_EQ(add(Attrs(vip_).be16(kIpvsSvcAttrPort, 81)), 0);
  EXPECT_EQ(call(kIpvsDelService, service_identity("10.0.0.1", 81)), 0);
}

TEST_F(ServiceRequest, FlushAndZeroWithoutServiceLookAtNothing) {
  ASSERT_EQ(add(vip_), 0);
  EXPECT_EQ(user_.call(kIpvsZero), 0);
  EXPECT_EQ(user_.call(kIpvsFlush, in_service(Attrs().raw(1, {1}))), 0);
  EXPECT_EQ(kernel_.ipvs_netns().services, 0u);
}

TEST_F(ServiceRequest, ZeroWithAMalformedServiceIsInvalid) {
  EXPECT_EQ(call(kIpvsZero, Attrs().raw(kIpvsSvcAttrAf, {2})), EINVAL);
  EXPECT_EQ(call(kIpvsZero, {}), EINVAL);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
