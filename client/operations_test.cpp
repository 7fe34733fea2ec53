// Every operation against a scripted kernel: what goes out, and what comes back of the answer.
#include <gtest/gtest.h>

#include <vector>

#include "client/client.h"
#include "client/testing/samples.h"
#include "client/testing/scripted_kernel.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

constexpr uint16_t kRequestAck = 0x5;
constexpr uint16_t kRequestDump = 0x301;

TEST(Operations, FamilyIsAskedByNameAndItsIdIsTheTypeOfEveryRequest) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.flush();
  const std::vector<SeenRequest> seen = kernel.requests();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].type, kGenlIdCtrl);
  EXPECT_EQ(seen[0].command, kCtrlGetFamily);
  EXPECT_EQ(seen[0].text({kCtrlFamilyName}), std::string("IPVS\0", 5));
  EXPECT_EQ(seen[1].type, kFamilyId);
  EXPECT_EQ(seen[1].command, kIpvsFlush);
  EXPECT_EQ(seen[1].flags, kRequestAck);
  EXPECT_EQ(seen[1].seq, seen[0].seq + 1);
}

TEST(Operations, AKernelWithoutTheFamilyIsAClearError) {
  ScriptedKernel kernel({}, false);
  kernel.answers({{error(ENOENT)}});
  try {
    Client client = kernel.client();
    FAIL() << "a client without a family";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::no_family);
    EXPECT_EQ(e.code(), ENOENT);
    EXPECT_NE(std::string(e.what()).find("no IPVS"), std::string::npos);
  }
}

TEST(Operations, AddServiceSendsIdentityAndTheFullSet) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  Service s = tcp_service(1);
  s.persistence_engine = "sip";
  s.flags = kIpvsSvcFPersistent;
  s.timeout_s = 360;
  s.netmask = 0xffffff00;
  client.add_service(s);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsNewService);
  EXPECT_EQ(r.flags, kRequestAck);
  EXPECT_EQ(r.version, 1);
  EXPECT_EQ(r.number({1, kIpvsSvcAttrAf}), kAfInet);
  EXPECT_EQ(r.number({1, kIpvsSvcAttrProtocol}), kIpprotoTcp);
  EXPECT_EQ(r.value({1, kIpvsSvcAttrAddr}), address16(Address::v4(0x0a000001)));
  EXPECT_EQ(r.value({1, kIpvsSvcAttrPort}), (ByteString{std::byte{0}, std::byte{80}}));
  EXPECT_EQ(r.text({1, kIpvsSvcAttrSchedName}), std::string("rr\0", 3));
  EXPECT_EQ(r.text({1, kIpvsSvcAttrPeName}), std::string("sip\0", 4));
  EXPECT_EQ(r.number({1, kIpvsSvcAttrTimeout}), 360U);
  EXPECT_EQ(r.value({1, kIpvsSvcAttrNetmask}),
            (ByteString{std::byte{255}, std::byte{255}, std::byte{255}, std::byte{0}}));
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrFwmark}));
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrStats}));
}

TEST(Operations, AFwmarkServiceIsNamedByMarkAndFamilyAlone) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.del_service(ServiceId::by_fwmark(9, kAfInet6));
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsDelService);
  EXPECT_EQ(r.number({1, kIpvsSvcAttrAf}), kAfInet6);
  EXPECT_EQ(r.number({1, kIpvsSvcAttrFwmark}), 9U);
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrAddr}));
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrPort}));
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrProtocol}));
}

TEST(Operations, SetServiceWithoutAnEngineSendsNoneSoThatTheKernelRemovesIt) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.set_service(tcp_service(1));
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsSetService);
  EXPECT_FALSE(r.has({1, kIpvsSvcAttrPeName}));
}

TEST(Operations, GetServiceReturnsTheAnswerBeforeTheAck) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{answer(kIpvsNewService, Attrs().nest(1, service_attrs(tcp_service(3))))}, {ack()}});
  EXPECT_EQ(client.get_service(tcp_id(3)), tcp_service(3));
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsGetService);
  EXPECT_EQ(r.flags, kRequestAck);
}

TEST(Operations, ListServicesKeepsTheKernelsOrder) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{service_part(tcp_service(2)), service_part(tcp_service(1))},
                  {service_part(tcp_service(3))},
                  {done()}});
  const Dump<Service> got = client.list_services();
  EXPECT_EQ(got.entries, (std::vector{tcp_service(2), tcp_service(1), tcp_service(3)}));
  EXPECT_FALSE(got.interrupted);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsGetService);
  EXPECT_EQ(r.flags, kRequestDump);
}

TEST(Operations, AddDestinationSendsServiceAndTheFullSet) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  Destination d = v4_destination(5);
  d.forward = kIpvsFwdDroute;
  d.weight = 7;
  d.upper_threshold = 100;
  d.lower_threshold = 50;
  client.add_destination(tcp_id(1), d);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsNewDest);
  EXPECT_EQ(r.value({1, kIpvsSvcAttrAddr}), address16(Address::v4(0x0a000001)));
  EXPECT_EQ(r.value({2, kIpvsDestAttrAddr}), address16(d.id.address));
  EXPECT_EQ(r.value({2, kIpvsDestAttrPort}), (ByteString{std::byte{0x1f}, std::byte{0x90}}));
  EXPECT_EQ(r.number({2, kIpvsDestAttrAddrFamily}), kAfInet);
  EXPECT_EQ(r.number({2, kIpvsDestAttrFwdMethod}), kIpvsFwdDroute);
  EXPECT_EQ(r.number({2, kIpvsDestAttrWeight}), 7U);
  EXPECT_EQ(r.number({2, kIpvsDestAttrUThresh}), 100U);
  EXPECT_EQ(r.number({2, kIpvsDestAttrLThresh}), 50U);
  EXPECT_FALSE(r.has({2, kIpvsDestAttrActiveConns}));
}

TEST(Operations, SetAndDelDestinationNameServiceAndDestination) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}}).answers({{ack()}});
  client.set_destination(tcp_id(1), v4_destination(5));
  const SeenRequest set = kernel.last_request();
  EXPECT_EQ(set.command, kIpvsSetDest);
  EXPECT_TRUE(set.has({2, kIpvsDestAttrWeight}));
  client.del_destination(tcp_id(1), v4_destination(5).id);
  const SeenRequest del = kernel.last_request();
  EXPECT_EQ(del.command, kIpvsDelDest);
  EXPECT_TRUE(del.has({1, kIpvsSvcAttrAddr}));
  EXPECT_EQ(del.value({2, kIpvsDestAttrAddr}), address16(v4_destination(5).id.address));
  EXPECT_FALSE(del.has({2, kIpvsDestAttrWeight}));
}

TEST(Operations, ListDestinationsKeepsListOrder) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{destination_part(v4_destination(9))}, {destination_part(v4_destination(4))}, {done()}});
  const Dump<Destination> got = client.list_destinations(tcp_id(1));
  EXPECT_EQ(got.entries, (std::vector{v4_destination(9), v4_destination(4)}));
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsGetDest);
  EXPECT_EQ(r.flags, kRequestDump);
  EXPECT_TRUE(r.has({1, kIpvsSvcAttrAddr}));
}

TEST(Operations, NothingThereIsAnEmptyList) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{done()}}).answers({{done()}}).answers({{done()}}).answers({{done()}});
  EXPECT_TRUE(client.list_services().entries.empty());
  EXPECT_TRUE(client.list_destinations(tcp_id(1)).entries.empty());
  EXPECT_TRUE(client.list_daemons().entries.empty());
  EXPECT_TRUE(client.read_table().services.empty());
}

TEST(Operations, ConfigIsReadAndWrittenInSeconds) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{answer(kIpvsSetConfig, Attrs().u32(4, 900).u32(5, 120).u32(6, 300))}, {ack()}})
      .answers({{ack()}});
  EXPECT_EQ(client.get_config(), (Config{900, 120, 300}));
  client.set_config({10, 0, 30});
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsSetConfig);
  EXPECT_EQ(r.number({kIpvsCmdAttrTimeoutTcp}), 10U);
  EXPECT_EQ(r.number({kIpvsCmdAttrTimeoutTcpFin}), 0U);
  EXPECT_EQ(r.number({kIpvsCmdAttrTimeoutUdp}), 30U);
}

TEST(Operations, InfoTellsVersionAndTableSize) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{answer(kIpvsSetInfo, Attrs().u32(1, 0x010201).u32(2, 4096))}, {ack()}});
  EXPECT_EQ(client.get_info(), (Info{0x010201, 4096}));
}

TEST(Operations, DaemonsAreStartedStoppedAndListed) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  Daemon d{kIpvsDaemonMaster, "eth0", 7, 1400, Address::v4(0xef010101), 7000, 3};
  Attrs nest;
  nest.u32(1, 1).text(2, "eth0").u32(3, 7).u16(4, 1400).u16(7, 7000).u8(8, 3).be32(5, 0xef010101);
  kernel.answers({{ack()}})
      .answers({{part(kIpvsNewDaemon, Attrs().nest(3, nest))}, {done()}})
      .answers({{ack()}});
  client.new_daemon(d);
  const SeenRequest start = kernel.last_request();
  EXPECT_EQ(start.command, kIpvsNewDaemon);
  EXPECT_EQ(start.text({3, 2}), std::string("eth0\0", 5));
  EXPECT_EQ(start.number({3, 7}), 7000U) << "the multicast port is in host order";
  EXPECT_EQ(client.list_daemons().entries, std::vector{d});
  client.del_daemon(kIpvsDaemonMaster);
  const SeenRequest stop = kernel.last_request();
  EXPECT_EQ(stop.command, kIpvsDelDaemon);
  EXPECT_EQ(stop.number({3, 1}), 1U);
}

TEST(Operations, ADaemonWithDefaultsLeavesThemToTheKernel) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  client.new_daemon({kIpvsDaemonBackup, "eth0", 0, 0, {}, 0, 0});
  const SeenRequest r = kernel.last_request();
  for (uint16_t absent = 4; absent <= 8; ++absent) EXPECT_FALSE(r.has({3, absent})) << absent;
}

TEST(Operations, ADaemonOnIpv6HasItsGroupInSixteenBytes) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  const Address group = *parse_address("ff02::51");
  kernel.answers({{ack()}}).answers(
      {{part(kIpvsNewDaemon, Attrs().nest(3, Attrs().raw(6, address16(group))))}, {done()}});
  client.new_daemon({kIpvsDaemonMaster, "eth0", 0, 0, group, 0, 0});
  EXPECT_EQ(kernel.last_request().value({3, 6}), address16(group));
  EXPECT_EQ(client.list_daemons().entries.at(0).multicast_group, group);
}

TEST(Operations, ZeroIsForAllOrForOneService) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}}).answers({{ack()}});
  client.zero();
  const SeenRequest all = kernel.last_request();
  EXPECT_EQ(all.command, kIpvsZero);
  EXPECT_TRUE(all.attributes.empty());
  client.zero(tcp_id(1));
  EXPECT_TRUE(kernel.last_request().has({1, kIpvsSvcAttrAddr}));
}

TEST(Operations, AKnownFamilyIsNotAskedForAgain) {
  ScriptedKernel kernel({}, false);
  Client client(kernel.transport(), Family{kFamilyId, 1, false});
  kernel.answers({{ack()}});
  client.flush();
  EXPECT_EQ(kernel.requests().size(), 1U);
}

}  // namespace
}  // namespace ipvsim::client
