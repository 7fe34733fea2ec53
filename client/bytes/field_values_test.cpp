// Values from the field: what kernels of other ages and builds put into attributes, each case through a whole
// client.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/client.h"
#include "client/testing/samples.h"
#include "client/testing/scripted_kernel.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

constexpr uint32_t kLoopback = 0x7f000001;

Address v6_sample() { return *parse_address("2001:db8::a"); }

// What list_services makes of a SERVICE nest.
Service listed_service(const Attrs& nest) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{part(kIpvsNewService, Attrs().nest(kIpvsCmdAttrService, nest))}, {done()}});
  return client.list_services().entries.at(0);
}

// What list_destinations makes of a DEST nest of that service.
Destination listed_destination(const ServiceId& service, const Attrs& nest) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{part(kIpvsNewDest, Attrs().nest(kIpvsCmdAttrDest, nest))}, {done()}});
  return client.list_destinations(service).entries.at(0);
}

// The identity attributes of a non-fwmark service with this address attribute.
Attrs service_with_address(uint16_t family, const ByteString& address) {
  return Attrs()
      .u16(kIpvsSvcAttrAf, family)
      .u16(kIpvsSvcAttrProtocol, 6)
      .raw(kIpvsSvcAttrAddr, address)
      .be16(kIpvsSvcAttrPort, 80);
}

ByteString prefix(const ByteString& bytes, size_t n) {
  ByteString out = bytes;
  out.resize(n, std::byte{0xee});
  return out;
}

ServiceId v6_service_id() { return ServiceId::by_address(kIpprotoTcp, v6_sample(), 443); }

TEST(DestinationFamily, MissingIsTheServicesOnV4) {
  const Attrs nest = Attrs().raw(kIpvsDestAttrAddr, address16(Address::v4(kLoopback)));
  EXPECT_EQ(listed_destination(tcp_id(1), nest).id.address, Address::v4(kLoopback));
}

TEST(DestinationFamily, MissingIsTheServicesOnV6) {
  const Attrs nest = Attrs().raw(kIpvsDestAttrAddr, address16(v6_sample()));
  EXPECT_EQ(listed_destination(v6_service_id(), nest).id.address, v6_sample());
}

TEST(DestinationFamily, ZeroIsTheServices) {
  const Attrs nest = Attrs().u16(kIpvsDestAttrAddrFamily, 0).raw(kIpvsDestAttrAddr, address16(v6_sample()));
  EXPECT_EQ(listed_destination(v6_service_id(), nest).id.address, v6_sample());
}

TEST(DestinationFamily, AV4DestinationInAV6ServiceStaysV4) {
  const Attrs nest =
      Attrs().raw(kIpvsDestAttrAddr, address16(Address::v4(kLoopback))).u16(kIpvsDestAttrAddrFamily, kAfInet);
  EXPECT_EQ(listed_destination(v6_service_id(), nest).id.address, Address::v4(kLoopback));
}

TEST(DestinationFamily, AV6DestinationInAV4ServiceStaysV6) {
  const Attrs nest =
      Attrs().raw(kIpvsDestAttrAddr, address16(v6_sample())).u16(kIpvsDestAttrAddrFamily, kAfInet6);
  EXPECT_EQ(listed_destination(tcp_id(1), nest).id.address, v6_sample());
}

TEST(DestinationFamily, MissingInANestedDumpIsTheServicesAlsoWhenTheServiceNamesItLast) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  const Attrs dests = Attrs().nest(1, Attrs().raw(kIpvsDestAttrAddr, address16(v6_sample())));
  const Attrs service = Attrs()
                            .nest(kIpvsSvcAttrDests, dests)
                            .u16(kIpvsSvcAttrProtocol, 6)
                            .raw(kIpvsSvcAttrAddr, address16(v6_sample()))
                            .u16(kIpvsSvcAttrAf, kAfInet6);
  kernel.answers({{part(kIpvsNewService, Attrs().nest(1, service))}, {done()}});
  const Table table = client.read_table();
  EXPECT_EQ(table.services.at(0).destinations.at(0).id.address, v6_sample());
}

TEST(AddressSize, AV4AddressInSixteenBytesIsItsFirstFour) {
  const Service s = listed_service(service_with_address(kAfInet, address16(Address::v4(kLoopback))));
  EXPECT_EQ(s.id.address, Address::v4(kLoopback));
}

TEST(AddressSize, JunkBehindAV4AddressIsNotPartOfIt) {
  const ByteString junk = prefix(prefix(address16(Address::v4(kLoopback)), 4), 16);
  EXPECT_EQ(listed_service(service_with_address(kAfInet, junk)).id.address, Address::v4(kLoopback));
}

TEST(AddressSize, FourBytesAreAWholeV4Address) {
  const ByteString four = prefix(address16(Address::v4(kLoopback)), 4);
  EXPECT_EQ(listed_service(service_with_address(kAfInet, four)).id.address, Address::v4(kLoopback));
  const Attrs nest = Attrs().raw(kIpvsDestAttrAddr, four);
  EXPECT_EQ(listed_destination(tcp_id(1), nest).id.address, Address::v4(kLoopback));
}

TEST(AddressSize, FourBytesOfAV6AddressAreFilledWithZeros) {
  const ByteString four = prefix(address16(v6_sample()), 4);
  EXPECT_EQ(listed_service(service_with_address(kAfInet6, four)).id.address, *parse_address("2001:db8::"));
}

TEST(AddressSize, NoBytesAreTheUnspecifiedAddress) {
  EXPECT_EQ(listed_service(service_with_address(kAfInet, {})).id.address, Address::any(kAfInet));
  EXPECT_EQ(listed_service(service_with_address(kAfInet6, {})).id.address, Address::any(kAfInet6));
  EXPECT_EQ(listed_destination(tcp_id(1), Attrs().raw(kIpvsDestAttrAddr, {})).id.address,
            Address::any(kAfInet));
}

TEST(AddressSize, TwentyBytesAreCutToTheFamilysSize) {
  const ByteString twenty = prefix(address16(v6_sample()), 20);
  EXPECT_EQ(listed_service(service_with_address(kAfInet6, twenty)).id.address, v6_sample());
  EXPECT_EQ(
      listed_service(service_with_address(kAfInet, prefix(address16(Address::v4(kLoopback)), 20))).id.address,
      Address::v4(kLoopback));
}

TEST(Fwmark, AServiceWithFamilyIsNamedByBoth) {
  const Service s = listed_service(Attrs().u16(kIpvsSvcAttrAf, kAfInet6).u32(kIpvsSvcAttrFwmark, 5));
  EXPECT_EQ(s.id, ServiceId::by_fwmark(5, kAfInet6));
}

TEST(Fwmark, AServiceWithoutFamilyIsIpv4) {
  const Service s = listed_service(Attrs().u32(kIpvsSvcAttrFwmark, 5).be32(kIpvsSvcAttrNetmask, 0xffffff00));
  EXPECT_EQ(s.id, ServiceId::by_fwmark(5, kAfInet));
  EXPECT_EQ(s.netmask, 0xffffff00U);
}

TEST(Fwmark, AddressAndPortBesideAMarkAreNotPartOfTheName) {
  Attrs nest = service_with_address(kAfInet, address16(Address::v4(kLoopback)));
  EXPECT_EQ(listed_service(nest.u32(kIpvsSvcAttrFwmark, 5)).id, ServiceId::by_fwmark(5, kAfInet));
}

TEST(Fwmark, ZeroIsTheServiceWithoutAddressAndPort) {
  const Service s = listed_service(Attrs().u16(kIpvsSvcAttrAf, kAfInet).u32(kIpvsSvcAttrFwmark, 0));
  EXPECT_EQ(s.id, ServiceId::by_address(kIpprotoTcp, Address::any(kAfInet), 0));
}

TEST(Family, MissingOnAServiceIsGuessedFromWhatTheAddressHolds) {
  const Attrs v4 =
      Attrs().u16(kIpvsSvcAttrProtocol, 6).raw(kIpvsSvcAttrAddr, address16(Address::v4(kLoopback)));
  EXPECT_EQ(listed_service(v4).id.address, Address::v4(kLoopback));
  const Attrs v6 = Attrs().u16(kIpvsSvcAttrProtocol, 6).raw(kIpvsSvcAttrAddr, address16(v6_sample()));
  EXPECT_EQ(listed_service(v6).id.address, v6_sample());
}

TEST(Netmask, OnV6IsAPrefixLengthInHostOrderBothWays) {
  Service s;
  s.id = v6_service_id();
  s.scheduler = "rr";
  s.netmask = 64;
  EXPECT_EQ(listed_service(service_attrs(s)).netmask, 64U);

  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.add_service(s);
  EXPECT_EQ(kernel.last_request().number({1, kIpvsSvcAttrNetmask}), 64U);
}

TEST(Netmask, OnV4IsAMaskInNetworkOrder) {
  Attrs nest = service_with_address(kAfInet, address16(Address::v4(kLoopback)));
  nest.raw(kIpvsSvcAttrNetmask, {std::byte{255}, std::byte{255}, std::byte{0}, std::byte{0}});
  EXPECT_EQ(listed_service(nest).netmask, 0xffff0000U);
}

TEST(Flags, ReadBackAsThreeAfterOneWasWrittenAreNotWrittenBackAsAChange) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  Service s = tcp_service(1);
  s.flags = kIpvsSvcFPersistent;
  kernel.answers({{ack()}});
  client.add_service(s);
  const SeenRequest written = kernel.last_request();

  Service as_dumped = s;
  as_dumped.flags = kIpvsSvcFPersistent | kIpvsSvcFHashed;
  kernel.answers({{answer(kIpvsNewService, Attrs().nest(1, service_attrs(as_dumped)))}, {ack()}})
      .answers({{ack()}});
  const Service read = client.get_service(s.id);
  EXPECT_EQ(read.flags, 3U);
  EXPECT_TRUE(same_settings(read, s));
  client.set_service(read);
  const SeenRequest again = kernel.last_request();
  EXPECT_EQ(again.value({1, kIpvsSvcAttrFlags}), written.value({1, kIpvsSvcAttrFlags}));
  EXPECT_EQ(again.number({1, kIpvsSvcAttrFlags}), uint64_t{kSettableFlags} << 32 | kIpvsSvcFPersistent);
}

TEST(Flags, AMaskChangesOnlyWhatItCovers) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  Service s = tcp_service(1);
  s.flags = 0xff;
  client.set_service(s, kIpvsSvcFOnePacket | kIpvsSvcFHashed);
  EXPECT_EQ(kernel.last_request().number({1, kIpvsSvcAttrFlags}),
            uint64_t{kIpvsSvcFOnePacket} << 32 | kIpvsSvcFOnePacket);
}

Attrs counters32() {
  return Attrs()
      .u32(1, 11)
      .u32(2, 12)
      .u32(3, 13)
      .u64(4, 14)
      .u64(5, 15)
      .u32(6, 16)
      .u32(7, 17)
      .u32(8, 18)
      .u32(9, 19)
      .u32(10, 20);
}

Attrs counters64() {
  Attrs a;
  for (uint16_t i = 1; i <= 10; ++i) a.u64(i, 0x100000000U + i);
  return a;
}

TEST(Statistics, OnlyTheNarrowFormIsEnough) {
  Attrs nest = service_attrs(tcp_service(1));
  const Stats s = listed_service(nest.nest(kIpvsSvcAttrStats, counters32())).stats;
  EXPECT_TRUE(s.has_narrow);
  EXPECT_FALSE(s.has_wide);
  EXPECT_EQ(s.best(), (Counters{11, 12, 13, 14, 15, 16, 17, 18, 19, 20}));
}

TEST(Statistics, OfBothFormsTheWideOneWins) {
  Attrs nest = destination_attrs(v4_destination(1));
  nest.nest(kIpvsDestAttrStats64, counters64()).nest(kIpvsDestAttrStats, counters32());
  const Stats s = listed_destination(tcp_id(1), nest).stats;
  EXPECT_EQ(s.best().conns, 0x100000001U);
  EXPECT_EQ(s.best().out_bps, 0x10000000aU);
  EXPECT_EQ(s.narrow.conns, 11U) << "the other form is kept as it came";
}

TEST(Statistics, NoneAreZeros) {
  const Stats s = listed_service(service_attrs(tcp_service(1))).stats;
  EXPECT_FALSE(s.has_narrow || s.has_wide);
  EXPECT_EQ(s.best(), Counters{});
}

TEST(Statistics, AreReadInAnyOrder) {
  Attrs backwards64;
  for (uint16_t i = 10; i >= 1; --i) backwards64.u64(i, 0x100000000U + i);
  const Attrs backwards32 = Attrs()
                                .u32(10, 20)
                                .u32(9, 19)
                                .u32(8, 18)
                                .u64(5, 15)
                                .u64(4, 14)
                                .u32(7, 17)
                                .u32(6, 16)
                                .u32(3, 13)
                                .u32(2, 12)
                                .u32(1, 11);
  Attrs usual = service_attrs(tcp_service(1));
  usual.nest(kIpvsSvcAttrStats, counters32()).nest(kIpvsSvcAttrStats64, counters64());
  Attrs odd = service_attrs(tcp_service(1));
  odd.nest(kIpvsSvcAttrStats, backwards32).nest(kIpvsSvcAttrStats64, backwards64);
  EXPECT_EQ(listed_service(odd), listed_service(usual));
  EXPECT_EQ(listed_service(odd).stats.wide.cps, 0x100000006U);
}

TEST(Statistics, PadAttributesAreSkipped) {
  Attrs padded;
  for (uint16_t i = 1; i <= 10; ++i) padded.raw(kIpvsStatsAttrPad, {}).u64(i, i);
  Attrs nest = service_attrs(tcp_service(1));
  EXPECT_EQ(listed_service(nest.nest(kIpvsSvcAttrStats64, padded)).stats.best(),
            (Counters{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(UnknownAttributes, AreSkippedAtEveryLevel) {
  const Attrs odd = Attrs().u32(60, 1).nest(61, Attrs().u8(1, 9)).raw(62, {}).text(0, "type zero");
  const auto mixed = [&](const Attrs& known) { return Attrs().append(odd).append(known).append(odd); };
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  const Attrs destination =
      mixed(destination_attrs(v4_destination(1)).nest(kIpvsDestAttrStats, mixed(counters32())));
  Attrs service = service_attrs(tcp_service(1)).nest(kIpvsSvcAttrStats64, mixed(counters64()));
  service.nest(kIpvsSvcAttrDests, mixed(Attrs().nest(kIpvsDestsAttrDest, destination)));
  kernel.answers({{part(kIpvsNewService, mixed(Attrs().nest(1, mixed(service))))}, {done()}});
  const Table table = client.read_table();
  ASSERT_EQ(table.services.size(), 1U);
  EXPECT_TRUE(same_settings(table.services[0].service, tcp_service(1)));
  EXPECT_EQ(table.services[0].service.stats.wide.in_bps, 0x100000009U);
  ASSERT_EQ(table.services[0].destinations.size(), 1U);
  EXPECT_TRUE(same_settings(table.services[0].destinations[0], v4_destination(1)));
  EXPECT_EQ(table.services[0].destinations[0].stats.narrow.conns, 11U);
}

TEST(UnknownAttributes, AreSkippedInFamilyConfigInfoAndDaemonsToo) {
  ScriptedKernel kernel({}, false);
  Message family = family_answer(commands_1_to(18));
  const Attrs odd = Attrs().u32(99, 1);
  family.payload.insert(family.payload.end(), odd.content().begin(), odd.content().end());
  kernel.answers({{family}, {ack()}});
  Client client = kernel.client();
  EXPECT_EQ(client.family().id, kFamilyId);
  kernel.answers({{answer(kIpvsSetConfig, Attrs().u32(99, 1).u32(4, 7))}, {ack()}})
      .answers({{answer(kIpvsSetInfo, Attrs().u32(1, 7).u32(99, 1))}, {ack()}})
      .answers({{part(kIpvsNewDaemon, Attrs().u8(50, 1).nest(3, Attrs().u32(99, 1).u32(1, 2)))}, {done()}});
  EXPECT_EQ(client.get_config().tcp_s, 7U);
  EXPECT_EQ(client.get_info().version, 7U);
  EXPECT_EQ(client.list_daemons().entries.at(0).state, 2U);
}

TEST(UnknownAttributes, TheNestedAndByteOrderBitsAreNotPartOfAType) {
  Attrs nest;
  nest.u16(kIpvsSvcAttrAf, kAfInet).be16(kIpvsSvcAttrPort | kNlaFNetByteorder, 80);
  nest.nest(kIpvsSvcAttrStats | kNlaFNested, counters32());
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{part(kIpvsNewService, Attrs().nest(1 | kNlaFNested, nest))}, {done()}});
  const Service s = client.list_services().entries.at(0);
  EXPECT_EQ(s.id.port, 80);
  EXPECT_EQ(s.stats.narrow.conns, 11U);
}

TEST(AttributeOrder, DoesNotMatter) {
  const Service s = listed_service(Attrs()
                                       .be32(kIpvsSvcAttrNetmask, 0xffffffff)
                                       .u32(kIpvsSvcAttrTimeout, 0)
                                       .u64(kIpvsSvcAttrFlags, kIpvsSvcFHashed)
                                       .text(kIpvsSvcAttrSchedName, "rr")
                                       .be16(kIpvsSvcAttrPort, 80)
                                       .raw(kIpvsSvcAttrAddr, address16(tcp_id(1).address))
                                       .u16(kIpvsSvcAttrProtocol, kIpprotoTcp)
                                       .u16(kIpvsSvcAttrAf, kAfInet));
  EXPECT_EQ(s, tcp_service(1));
}

TEST(AttributeOrder, OfTwoOfAKindTheLastWins) {
  Attrs nest = service_attrs(tcp_service(9));
  nest.append(service_attrs(tcp_service(1))).text(kIpvsSvcAttrSchedName, "wlc");
  nest.nest(kIpvsSvcAttrStats, counters32()).nest(kIpvsSvcAttrStats, Attrs().u32(1, 5).u32(1, 6));
  const Service s = listed_service(nest);
  EXPECT_EQ(s.id, tcp_id(1));
  EXPECT_EQ(s.scheduler, "wlc");
  EXPECT_EQ(s.stats.narrow.conns, 6U);
  EXPECT_EQ(s.stats.narrow.in_packets, 0U) << "the second nest replaces the first";

  ScriptedKernel kernel;
  Client client = kernel.client();
  const Attrs twice = Attrs().nest(1, service_attrs(tcp_service(7))).nest(1, service_attrs(tcp_service(1)));
  kernel.answers({{part(kIpvsNewService, twice)}, {done()}});
  EXPECT_EQ(client.list_services().entries.at(0), tcp_service(1));
}

TEST(NumberWidth, OneTwoFourAndEightBytesAreReadByTheirLength) {
  Attrs service =
      Attrs().u8(kIpvsSvcAttrAf, kAfInet).u32(kIpvsSvcAttrProtocol, 17).u8(kIpvsSvcAttrTimeout, 200);
  service.raw(kIpvsSvcAttrAddr, address16(tcp_id(1).address));
  EXPECT_EQ(listed_service(service).id.protocol, 17);
  EXPECT_EQ(listed_service(service).id.address, tcp_id(1).address);
  EXPECT_EQ(listed_service(service).timeout_s, 200U);
  EXPECT_EQ(listed_service(Attrs().append(service).u16(kIpvsSvcAttrTimeout, 60000)).timeout_s, 60000U);
  EXPECT_EQ(listed_service(Attrs().append(service).u64(kIpvsSvcAttrTimeout, 70000)).timeout_s, 70000U);
  EXPECT_EQ(listed_service(Attrs().append(service).u32(kIpvsSvcAttrFlags, 6)).flags, 6U);
  EXPECT_EQ(listed_service(Attrs().append(service).u16(kIpvsSvcAttrFlags, 6)).flags, 6U);

  for (const Attrs& weight : {Attrs().u8(kIpvsDestAttrWeight, 9), Attrs().u16(kIpvsDestAttrWeight, 9),
                              Attrs().u32(kIpvsDestAttrWeight, 9), Attrs().u64(kIpvsDestAttrWeight, 9)}) {
    EXPECT_EQ(listed_destination(tcp_id(1), weight).weight, 9);
  }
  const Destination d = listed_destination(tcp_id(1), Attrs()
                                                          .u32(kIpvsDestAttrTunType, kIpvsTunGre)
                                                          .u8(kIpvsDestAttrTunFlags, 1)
                                                          .u8(kIpvsDestAttrFwdMethod, 2));
  EXPECT_EQ(d.tunnel_type, kIpvsTunGre);
  EXPECT_EQ(d.tunnel_flags, kIpvsTunFlagCsum);
  EXPECT_EQ(d.forward, kIpvsFwdTunnel);
}

TEST(NumberWidth, CountersOfFourBytesInTheWideFormAndOfEightInTheNarrow) {
  Attrs nest = service_attrs(tcp_service(1));
  nest.nest(kIpvsSvcAttrStats64, Attrs().u32(1, 5).u64(2, 6))
      .nest(kIpvsSvcAttrStats, Attrs().u64(1, 7).u16(4, 8));
  const Stats s = listed_service(nest).stats;
  EXPECT_EQ(s.wide.conns, 5U);
  EXPECT_EQ(s.wide.in_packets, 6U);
  EXPECT_EQ(s.narrow.conns, 7U);
  EXPECT_EQ(s.narrow.in_bytes, 8U);
}

TEST(NumberWidth, APortInFourBytesIsStillInNetworkOrder) {
  const ByteString port{std::byte{0x1f}, std::byte{0x90}, std::byte{0}, std::byte{0}};
  EXPECT_EQ(listed_destination(tcp_id(1), Attrs().raw(kIpvsDestAttrPort, port)).id.port, 8080);
}

TEST(NumberWidth, AnEmptyNumberIsZero) {
  EXPECT_EQ(listed_destination(tcp_id(1), Attrs().raw(kIpvsDestAttrWeight, {})).weight, 0);
}

TEST(Names, WithoutANulAreReadToTheirEnd) {
  Attrs nest = service_attrs(tcp_service(1));
  const Service s =
      listed_service(nest.text_no_nul(kIpvsSvcAttrSchedName, "wlc").text_no_nul(kIpvsSvcAttrPeName, "sip"));
  EXPECT_EQ(s.scheduler, "wlc");
  EXPECT_EQ(s.persistence_engine, "sip");
}

TEST(Names, EndAtTheirFirstNul) {
  Attrs nest = service_attrs(tcp_service(1));
  EXPECT_EQ(
      listed_service(nest.text_no_nul(kIpvsSvcAttrSchedName, std::string_view("rr\0junk", 7))).scheduler,
      "rr");
}

TEST(Names, AtFullLengthAreWhole) {
  Service s = tcp_service(1);
  s.scheduler = "abcdefghijklmno";
  s.persistence_engine = "abcdefghijklmnop";
  EXPECT_EQ(listed_service(service_attrs(s)), s);

  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.add_service(s);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.text({1, kIpvsSvcAttrSchedName}), std::string("abcdefghijklmno\0", 16));
  EXPECT_EQ(r.text({1, kIpvsSvcAttrPeName}), std::string("abcdefghijklmnop\0", 17));
}

TEST(Names, TooLongForAnyRequestAreAnErrorAndNothingIsSent) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  (void)kernel.requests();
  Service s = tcp_service(1);
  s.scheduler = std::string(5000, 'x');
  EXPECT_THROW(client.add_service(s), Error);
  EXPECT_TRUE(kernel.requests().empty());
}

TEST(Tunnel, PortGoesOutInNetworkOrderAndOnce) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  Destination d = v4_destination(1);
  d.forward = kIpvsFwdTunnel;
  d.tunnel_type = kIpvsTunGue;
  d.tunnel_port = 6080;
  d.tunnel_flags = kIpvsTunFlagRemcsum;
  client.add_destination(tcp_id(1), d);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.value({2, kIpvsDestAttrTunPort}), (ByteString{std::byte{0x17}, std::byte{0xc0}}));
  EXPECT_EQ(r.count({2, kIpvsDestAttrTunPort}), 1);
  EXPECT_EQ(r.count({2, kIpvsDestAttrTunType}), 1);
  EXPECT_EQ(r.count({2, kIpvsDestAttrTunFlags}), 1);
  EXPECT_EQ(r.number({2, kIpvsDestAttrTunFlags}), kIpvsTunFlagRemcsum);
  EXPECT_EQ(listed_destination(tcp_id(1), destination_attrs(d)), d);
}

TEST(Tunnel, APlainDestinationSendsNoTunnelAttributesWhichOldKernelsLack) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.add_destination(tcp_id(1), v4_destination(1));
  const SeenRequest r = kernel.last_request();
  for (uint16_t absent = kIpvsDestAttrTunType; absent <= kIpvsDestAttrTunFlags; ++absent)
    EXPECT_FALSE(r.has({2, absent})) << absent;
}

TEST(Values, AWeightAboveTheSignedRangeIsNegative) {
  EXPECT_EQ(listed_destination(tcp_id(1), Attrs().u32(kIpvsDestAttrWeight, 0xffffffff)).weight, -1);
}

TEST(Values, ProtocolZeroIsNotTakenForTcp) {
  Attrs nest = service_attrs(tcp_service(1));
  EXPECT_EQ(listed_service(nest.u16(kIpvsSvcAttrProtocol, 0)).id.protocol, 0);
}

}  // namespace
}  // namespace ipvsim::client
