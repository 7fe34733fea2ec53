// Services, destinations and statistics on the wire, byte by byte: ipvs-control.md 10 and 14. What is
// expected is laid out by the tests' own builder.
#include <gtest/gtest.h>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

// Ten numbers in the order of section 14; types 1 to 10.
using Ten = std::array<uint64_t, 10>;

Attrs stats(const Ten& v) {
  Attrs attrs;
  for (uint16_t i = 0; i < 10; ++i) {
    if (i == 3 || i == 4)
      attrs.u64(static_cast<uint16_t>(i + 1), v[i]);
    else
      attrs.u32(static_cast<uint16_t>(i + 1), static_cast<uint32_t>(v[i]));
  }
  return attrs;
}
Attrs stats64(const Ten& v) {
  Attrs attrs;
  for (uint16_t i = 0; i < 10; ++i) attrs.u64(static_cast<uint16_t>(i + 1), v[i]);
  return attrs;
}

Attrs service_nest(const Attrs& identity, const Attrs& settings, const Ten& v = {}) {
  return in_service(Attrs(identity)
                        .append(settings)
                        .nest(kIpvsSvcAttrStats, stats(v))
                        .nest(kIpvsSvcAttrStats64, stats64(v)));
}

// All of NEW_DEST; `forwarding` to `tun_flags` as they are told.
Attrs dest_nest(std::string_view text, uint16_t port, uint16_t af, const Ten& v = {},
                std::array<uint32_t, 3> conns = {}) {
  return Attrs().nest(kIpvsCmdAttrDest, Attrs()
                                            .raw(1, address_bytes(text))
                                            .be16(2, port)
                                            .u32(3, kIpvsFwdTunnel)
                                            .u32(4, 5)
                                            .u8(13, kIpvsTunGue)
                                            .be16(14, 6080)
                                            .u16(15, 1)
                                            .u32(5, 100)
                                            .u32(6, 50)
                                            .u32(7, conns[0])
                                            .u32(8, conns[1])
                                            .u32(9, conns[2])
                                            .u16(11, af)
                                            .nest(10, stats(v))
                                            .nest(12, stats64(v)));
}

class Layout : public ::testing::Test {
 protected:
  // The attributes of the only data message of a services dump, and its length.
  Received dumped(uint8_t cmd, const Attrs& top = {}) {
    const auto got = user_.dump(cmd, top);
    EXPECT_EQ(got.size(), 2u);
    return got.at(0);
  }
  static Data body(const Received& got) { return {got.bytes.begin() + 20, got.bytes.end()}; }
  int add(const Attrs& identity, const Attrs& settings) {
    return user_.call(kIpvsNewService, in_service(Attrs(identity).append(settings)));
  }

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(Layout, V4Service) {
  const Attrs identity = service_identity("10.0.0.1", 8080);
  ASSERT_EQ(add(identity, service_settings("rr", 1, ~0u, 300, 0x00ffffff)), 0);
  const Received got = dumped(kIpvsGetService);
  EXPECT_EQ(got.length, 320u);
  EXPECT_EQ(body(got), service_nest(identity, service_settings("rr", 3, ~0u, 300, 0x00ffffff)).data());
  EXPECT_EQ(got.answer().command(), kIpvsNewService);
  EXPECT_EQ(got.answer().version(), 1);
  EXPECT_EQ(got.answer().flags, kNlmFMulti);
}

TEST_F(Layout, V6Service) {
  const Attrs identity = service_identity("2001:db8::1", 443, kIpprotoUdp);
  ASSERT_EQ(add(identity, service_settings("wrr", 0, 0, 0, 64)), 0);
  const Received got = dumped(kIpvsGetService);
  EXPECT_EQ(got.length, 320u);
  EXPECT_EQ(body(got), service_nest(identity, service_settings("wrr", 2, ~0u, 0, 64)).data());
}

TEST_F(Layout, MarkService) {
  const Attrs identity = mark_identity(0x01020304);
  ASSERT_EQ(add(identity, service_settings()), 0);
  const Received got = dumped(kIpvsGetService);
  EXPECT_EQ(got.length, 292u);
  EXPECT_EQ(body(got), service_nest(identity, service_settings("rr", 2)).data());
}

TEST_F(Layout, EngineStandsBehindTheScheduler) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings().text(kIpvsSvcAttrPeName, "sip")), 0);
  const Received got = dumped(kIpvsGetService);
  EXPECT_EQ(got.length, 328u);
  const auto types = types_of(find(got.answer().attributes(), kIpvsCmdAttrService).inside());
  EXPECT_EQ(types, (std::vector<uint16_t>{1, 2, 3, 4, 6, 11, 7, 8, 9, 10, 12}));
}

TEST_F(Layout, LengthsFollowTheSchedulersName) {
  const std::vector<std::pair<const char*, size_t>> expected{
      {"nq", 320}, {"wlc", 320}, {"none", 324}, {"lblc", 324}, {"lblcr", 324}};
  for (const auto& [name, length] : expected) {
    ASSERT_EQ(user_.call(kIpvsFlush), 0);
    ASSERT_EQ(add(service_identity("10.0.0.1", 80), service_settings(name)), 0);
    EXPECT_EQ(dumped(kIpvsGetService).length, length) << name;
    ASSERT_EQ(user_.call(kIpvsFlush), 0);
    ASSERT_EQ(add(mark_identity(1), service_settings(name)), 0);
    EXPECT_EQ(dumped(kIpvsGetService).length, length - 28) << name;
  }
}

TEST_F(Layout, DoReplyHasTheSameBodyAndNoFlags) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  const Received dump = dumped(kIpvsGetService);
  const Received reply = user_.ask(user_.request(kIpvsGetService, in_service(identity), kDo)).at(0);
  EXPECT_EQ(body(reply), body(dump));
  EXPECT_EQ(reply.answer().flags, 0);
}

TEST_F(Layout, DestinationIs356BytesAlways) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  for (const auto& [text, af] : {std::pair{"10.1.0.1", kAfInet}, std::pair{"2001:db8::5", kAfInet6}}) {
    const Attrs dest = dest_identity(text, 8081)
                           .append(dest_settings(kIpvsFwdTunnel, 5, 100, 50))
                           .u16(kIpvsDestAttrAddrFamily, af)
                           .u8(kIpvsDestAttrTunType, kIpvsTunGue)
                           .be16(kIpvsDestAttrTunPort, 6080)
                           .u16(kIpvsDestAttrTunFlags, 1);
    ASSERT_EQ(user_.call(kIpvsNewDest, in_service_and_dest(identity, dest)), 0);
    const Received got = dumped(kIpvsGetDest, in_service(identity));
    EXPECT_EQ(got.length, 356u);
    EXPECT_EQ(body(got), dest_nest(text, 8081, af).data());
    EXPECT_EQ(got.answer().command(), kIpvsNewDest);
    EXPECT_EQ(got.answer().flags, kNlmFMulti);
    ASSERT_EQ(user_.call(kIpvsDelDest, in_service_and_dest(identity, dest)), 0);
  }
}

TEST_F(Layout, StatisticsAreLow32BitsAndFull64Bits) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), service_key("10.0.0.1", 80));
  constexpr uint64_t kBig = 0x1'0000'0000;
  service.stats.set_raw({kBig + 100, 200, 300, kBig + 4000, kBig + 5000});
  EXPECT_EQ(body(dumped(kIpvsGetService)),
            service_nest(identity, service_settings("rr", 2)).data());  // not sampled yet
  kernel_.advance(2000);
  const auto attrs = find(dumped(kIpvsGetService).answer().attributes(), kIpvsCmdAttrService).inside();
  const auto low = find(attrs, kIpvsSvcAttrStats).inside();
  const auto full = find(attrs, kIpvsSvcAttrStats64).inside();
  EXPECT_EQ(find(low, 1).u32(), 100u);
  EXPECT_EQ(find(low, 4).u64(), kBig + 4000);
  EXPECT_EQ(find(full, 1).u64(), kBig + 100);
  EXPECT_EQ(find(full, 5).u64(), kBig + 5000);
}

TEST_F(Layout, RatesOfOneSampleAsTheEstimatorGivesThem) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), service_key("10.0.0.1", 80));
  service.stats.set_raw({100, 1000, 3, 6400, 0});
  kernel_.advance(2000);
  // 512 * 100 / 4 = 12800 -> 13311 / 1024 = 12; 128000 -> 125; 384 -> 0; 16 * 6400 / 4 = 25600 -> 25615 / 32
  // = 800
  EXPECT_EQ(
      body(dumped(kIpvsGetService)),
      service_nest(identity, service_settings("rr", 2), {100, 1000, 3, 6400, 0, 12, 125, 0, 800, 0}).data());
}

TEST_F(Layout, DestinationsTellConnectionsAndStatistics) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), service_key("10.0.0.1", 80));
  ipvs::DestSettings settings;
  settings.conn_flags = kIpvsFwdTunnel;
  settings.weight = 5;
  settings.u_thresh = 100;
  settings.l_thresh = 50;
  settings.tun_type = kIpvsTunGue;
  settings.tun_port = 6080;
  settings.tun_flags = 1;
  ASSERT_TRUE(kernel_.ipvs().add_dest(service, dest_key("10.1.0.1", 8081), settings).ok());
  kernel_.ipvs().set_connections(service.dests.front(), {7, 8, 9});
  service.dests.front().stats.set_raw({1, 2, 3, 4, 5});
  kernel_.advance(2000);
  // 128 -> 639 / 1024 = 0 and so on; 16 -> 31 / 32 = 0; 20 -> 35 / 32 = 1
  EXPECT_EQ(body(dumped(kIpvsGetDest, in_service(identity))),
            dest_nest("10.1.0.1", 8081, kAfInet, {1, 2, 3, 4, 5, 0, 0, 0, 0, 1}, {7, 8, 9}).data());
}

TEST_F(Layout, ZeroClearsWhatIsTold) {
  const Attrs identity = service_identity("10.0.0.1", 80);
  ASSERT_EQ(add(identity, service_settings()), 0);
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), service_key("10.0.0.1", 80));
  service.stats.set_raw({100, 100, 100, 100, 100});
  kernel_.advance(2000);
  ASSERT_EQ(user_.call(kIpvsZero, in_service(identity)), 0);
  EXPECT_EQ(body(dumped(kIpvsGetService)), service_nest(identity, service_settings("rr", 2)).data());
  service.stats.set_raw({101, 100, 100, 100, 100});
  kernel_.advance(2000);
  ASSERT_EQ(user_.call(kIpvsZero), 0);
  EXPECT_EQ(body(dumped(kIpvsGetService)), service_nest(identity, service_settings("rr", 2)).data());
}

TEST_F(Layout, NoNestCarriesTheNestedBit) {
  ipvs::Service& service = add_in_row(kernel_, 1, 0, 1);
  (void)service;
  for (const uint8_t cmd : {kIpvsGetService, kIpvsGetDest}) {
    const auto top = dumped(cmd, in_service(service_identity(address_in_row(1), 80))).answer().attributes();
    for (const AnswerAttr& nest : top) {
      EXPECT_EQ(nest.type & kNlaFNested, 0);
      for (const AnswerAttr& inner : nest.inside()) EXPECT_EQ(inner.type & kNlaFNested, 0);
    }
  }
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
