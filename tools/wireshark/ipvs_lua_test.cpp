// ipvs.lua against simulated traffic: what tshark shows is what was said.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tools/pcap/test_capture.h"

namespace ipvsim::tools {
namespace {

using namespace uapi;
using testing::Attrs;
using testing::dest_identity;
using testing::in_service;
using testing::in_service_and_dest;
using testing::service_identity;

const std::string kScript = "-X lua_script:" IPVSIM_LUA_SCRIPT " ";

// What tshark shows of the datagrams that the filter lets through: a line for each field, its values in all
// messages with commas between; fields that are not there are left out.
std::string shown(const Capture& capture, const std::string& filter, const std::vector<std::string>& names) {
  std::string options = kScript + "-T fields -E 'separator=|'";
  for (const std::string& name : names) options += " -e ipvs_genl." + name;
  const std::string text = tshark(IPVSIM_TSHARK, capture.path(), fmt::format("{} -Y '{}'", options, filter));
  std::string out;
  size_t column = 0;
  std::string value;
  for (const char c : text) {
    if (c != '|' && c != '\n') {
      value += c;
      continue;
    }
    if (!value.empty()) out += fmt::format("{} {}\n", names[column], value);
    value.clear();
    column = c == '|' ? column + 1 : 0;
  }
  return out;
}

std::string details(const Capture& capture) { return tshark(IPVSIM_TSHARK, capture.path(), kScript + "-V"); }

// As the name of a test may be.
std::string words(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

void add_service(sim::Kernel& kernel, const ipvs::ServiceKey& key, const ipvs::ServiceSettings& settings) {
  ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), key, settings).ok());
}

// A service with a destination of each family, and numbers in every field.
void fill_table(sim::Kernel& kernel) {
  ipvs::Ipvs& ipvs = kernel.ipvs();
  ipvs::Netns& netns = kernel.ipvs_netns();
  ipvs::ServiceSettings settings{"wlc", "sip", kIpvsSvcFPersistent | kIpvsSvcFSched2, 360, 0x00ffffff};
  ASSERT_TRUE(ipvs.add_service(netns, testing::service_key("10.0.0.1", 80), settings).ok());
  ipvs::Service& service = *ipvs.find_service(netns, testing::service_key("10.0.0.1", 80));
  ipvs::DestSettings tunnel = testing::tunnel();
  tunnel.weight = 7;
  tunnel.u_thresh = 200;
  tunnel.l_thresh = 100;
  tunnel.tun_type = kIpvsTunGue;
  tunnel.tun_port = 6080;
  tunnel.tun_flags = kIpvsTunFlagRemcsum;
  ASSERT_TRUE(ipvs.add_dest(service, testing::dest_key("10.1.0.1", 8080), {}).ok());
  ASSERT_TRUE(ipvs.add_dest(service, testing::dest_key("2001:db8::9", 8081), tunnel).ok());
  ipvs::Dest& newest = service.dests.front();
  ipvs.set_connections(newest, {5, 6, 7});
  newest.stats.set_raw({2, 4, 6, 8000, uint64_t{1} << 40});
  kernel.advance(2000);
}

TEST(IpvsLua, ServicesOfEachKind) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_services.pcap");
  fill_table(kernel);
  add_service(kernel, testing::service_key("2001:db8::1", 53, kIpprotoUdp), {"rr", "", 0, 0, 64});
  add_service(kernel, ipvs::ServiceKey::of_fwmark(7), {});
  capture.ask(kIpvsGetService, {}, testing::kDumpRequest);
  // By rows of the table: TCP 80 of 10.0.0.1, UDP 53 of 2001:db8::1, the mark.
  EXPECT_EQ(
      shown(capture, "ipvs_genl.cmd == 1",
            {"service.af", "service.protocol", "service.addr", "service.addr6", "service.port",
             "service.fwmark", "service.sched_name", "service.pe_name", "service.timeout", "service.flags",
             "service.flags.mask", "service.flags.persistent", "service.flags.sched2", "service.netmask",
             "service.netmask.prefix", "service.stats.conns", "service.stats64.outbytes"}),
      "service.af 2,10,2\n"
      "service.protocol 6,17\n"
      "service.addr 10.0.0.1\n"
      "service.addr6 2001:db8::1\n"
      "service.port 80,53\n"
      "service.fwmark 7\n"
      "service.sched_name wlc,rr,rr\n"
      "service.pe_name sip\n"
      "service.timeout 360,0,0\n"
      "service.flags 0x00000013,0x00000002,0x00000002\n"
      "service.flags.mask 0xffffffff,0xffffffff,0xffffffff\n"
      "service.flags.persistent 1,0,0\n"
      "service.flags.sched2 1,0,0\n"
      "service.netmask 255.255.255.0,255.255.255.255\n"
      "service.netmask.prefix 64\n"
      "service.stats.conns 0,0,0\n"
      "service.stats64.outbytes 0,0,0\n");
}

TEST(IpvsLua, DestinationsWithAllTheirNumbers) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_dests.pcap");
  fill_table(kernel);
  capture.ask(kIpvsGetDest, in_service(service_identity("10.0.0.1", 80)), testing::kDumpRequest);
  // Rates: (512 * delta / 4 + 511) / 1024, bytes (16 * delta / 4 + 15) / 32.
  EXPECT_EQ(shown(capture, "ipvs_genl.cmd == 5",
                  {"dest.addr",
                   "dest.addr6",
                   "dest.addr_family",
                   "dest.port",
                   "dest.fwd_method",
                   "dest.weight",
                   "dest.u_thresh",
                   "dest.l_thresh",
                   "dest.active_conns",
                   "dest.inact_conns",
                   "dest.persist_conns",
                   "dest.tun_type",
                   "dest.tun_port",
                   "dest.tun_flags",
                   "dest.stats.conns",
                   "dest.stats.inpkts",
                   "dest.stats.outpkts",
                   "dest.stats.inbytes",
                   "dest.stats.outbytes",
                   "dest.stats.cps",
                   "dest.stats.inpps",
                   "dest.stats.outpps",
                   "dest.stats.inbps",
                   "dest.stats64.conns",
                   "dest.stats64.inbytes",
                   "dest.stats64.outbytes",
                   "dest.stats64.outbps"}),
            "dest.addr 10.1.0.1\n"
            "dest.addr6 2001:db8::9\n"
            "dest.addr_family 10,2\n"
            "dest.port 8081,8080\n"
            "dest.fwd_method 2,0\n"
            "dest.weight 7,1\n"
            "dest.u_thresh 200,0\n"
            "dest.l_thresh 100,0\n"
            "dest.active_conns 5,0\n"
            "dest.inact_conns 6,0\n"
            "dest.persist_conns 7,0\n"
            "dest.tun_type 1,0\n"
            "dest.tun_port 6080,0\n"
            "dest.tun_flags 0x0002,0x0000\n"
            "dest.stats.conns 2,0\n"
            "dest.stats.inpkts 4,0\n"
            "dest.stats.outpkts 6,0\n"
            "dest.stats.inbytes 8000,0\n"
            "dest.stats.outbytes 1099511627776,0\n"
            "dest.stats.cps 0,0\n"
            "dest.stats.inpps 0,0\n"
            "dest.stats.outpps 1,0\n"
            "dest.stats.inbps 1000,0\n"
            "dest.stats64.conns 2,0\n"
            "dest.stats64.inbytes 8000,0\n"
            "dest.stats64.outbytes 1099511627776,0\n"
            "dest.stats64.outbps 137438953472,0\n");
}

class IpvsLuaNested : public ::testing::TestWithParam<const char*> {};

TEST_P(IpvsLuaNested, DestinationsStandInTheirService) {
  sim::Kernel kernel(profile(GetParam()));
  Capture capture(kernel, fmt::format("lua_{}.pcap", GetParam()));
  fill_table(kernel);
  capture.ask(kIpvsGetServiceDest, {}, testing::kDumpRequest);
  EXPECT_EQ(shown(capture, "ipvs_genl.cmd == 1",
                  {"service.addr", "dest.addr", "dest.addr6", "dest.port", "dest.weight"}),
            "service.addr 10.0.0.1\n"
            "dest.addr 10.1.0.1\n"
            "dest.addr6 2001:db8::9\n"
            "dest.port 8081,8080\n"
            "dest.weight 7,1\n");
  const std::string text = details(capture);
  EXPECT_NE(text.find("        DESTS\n            DEST\n                ADDR\n"), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Variants, IpvsLuaNested,
                         ::testing::Values("linux-6.1-rfc-v2", "linux-6.1-rfc-v3", "linux-6.1-serial"),
                         [](const auto& given) { return words(given.param); });

TEST(IpvsLua, FlatDestinationsOfTheFirstPosting) {
  sim::Kernel kernel(profile("linux-6.1-rfc-v1"));
  Capture capture(kernel, "lua_v1.pcap");
  fill_table(kernel);
  capture.ask(kIpvsGetServiceDest, {}, testing::kDumpRequest);
  EXPECT_EQ(shown(capture, "ipvs_genl.cmd == 1", {"cmd", "service.addr", "dest.port"}),
            "cmd 1,5,5\nservice.addr 10.0.0.1\ndest.port 8081,8080\n");
}

TEST(IpvsLua, DestinationOfARequestHasTheFamilyOfTheServiceBesideIt) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_request.pcap");
  const auto add_dest = [&](const char* service, const char* dest) {
    capture.ask(kIpvsNewDest, in_service_and_dest(service_identity(service, 80), dest_identity(dest, 81)));
  };
  add_dest("10.0.0.1", "10.1.0.2");
  add_dest("2001:db8::1", "2001::");  // its last twelve bytes look like those of an IPv4 address
  EXPECT_EQ(
      shown(capture, "ipvs_genl.cmd == 5", {"service.addr", "service.addr6", "dest.addr", "dest.addr6"}),
      "service.addr 10.0.0.1\ndest.addr 10.1.0.2\nservice.addr6 2001:db8::1\ndest.addr6 2001::\n");
}

TEST(IpvsLua, AddressWithoutAFamilyIsGuessedByItsZeros) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_guess.pcap");
  for (const char* const address : {"10.1.0.2", "2001:db8::2"})
    capture.ask(kIpvsNewDest, Attrs().nest(kIpvsCmdAttrDest, dest_identity(address, 80)));
  EXPECT_EQ(shown(capture, "ipvs_genl.cmd == 5", {"dest.addr", "dest.addr6"}),
            "dest.addr 10.1.0.2\ndest.addr6 2001:db8::2\n");
}

TEST(IpvsLua, DaemonsTimeoutsAndInfo) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_rest.pcap");
  const auto daemon = [](uint32_t state) {
    return Attrs()
        .u32(kIpvsDaemonAttrState, state)
        .text(kIpvsDaemonAttrMcastIfn, "lo")
        .u32(kIpvsDaemonAttrSyncId, 42);
  };
  capture.ask(kIpvsNewDaemon, testing::in_daemon(daemon(kIpvsDaemonMaster)));
  capture.ask(
      kIpvsNewDaemon,
      testing::in_daemon(
          daemon(kIpvsDaemonBackup).raw(kIpvsDaemonAttrMcastGroup6, testing::address_bytes("ff02::81"))));
  capture.ask(kIpvsGetDaemon, {}, testing::kDumpRequest);
  capture.ask(kIpvsGetConfig, {}, testing::kDo);
  capture.ask(kIpvsGetInfo, {}, testing::kDo);
  EXPECT_EQ(shown(capture, "ipvs_genl.daemon.mcast_port || ipvs_genl.timeout.tcp || ipvs_genl.info.version",
                  {"daemon.state", "daemon.mcast_ifn", "daemon.sync_id", "daemon.sync_maxlen",
                   "daemon.mcast_group", "daemon.mcast_group6", "daemon.mcast_port", "daemon.mcast_ttl",
                   "timeout.tcp", "timeout.tcp_fin", "timeout.udp", "info.version", "info.conn_tab_size"}),
            "daemon.state 1,2\n"
            "daemon.mcast_ifn lo,lo\n"
            "daemon.sync_id 42,42\n"
            "daemon.sync_maxlen 1472,65487\n"
            "daemon.mcast_group 224.0.0.81\n"
            "daemon.mcast_group6 ff02::81\n"
            "daemon.mcast_port 8848,8848\n"
            "daemon.mcast_ttl 1,1\n"
            "timeout.tcp 900\n"
            "timeout.tcp_fin 120\n"
            "timeout.udp 300\n"
            "info.version 0x00010201\n"
            "info.conn_tab_size 4096\n");
}

TEST(IpvsLua, WrongLengthsAreToldAndUnknownAttributesShown) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_malformed.pcap");
  capture.ask(kIpvsGetService, in_service(Attrs().raw(kIpvsSvcAttrAf, {1, 2, 3})), testing::kDo);
  capture.ask(kIpvsGetService, in_service(Attrs().u32(77, 5)), testing::kDo);
  capture.ask(kIpvsGetService, Attrs().bytes({0xff, 0x7f, 1, 0, 1, 2, 3, 4}), testing::kDo);
  capture.ask(kIpvsGetService, Attrs().bytes({1, 2, 3}), testing::kDo);
  EXPECT_EQ(
      tshark(IPVSIM_TSHARK, capture.path(), kScript + "-T fields -e frame.number -Y ipvs_genl.malformed"),
      "2\n6\n8\n");
  EXPECT_EQ(shown(capture, "ipvs_genl.unknown", {"unknown"}), "unknown 08004d0005000000\n");
  EXPECT_EQ(details(capture).find("Lua Error"), std::string::npos) << details(capture);
}

TEST(IpvsLua, ColumnsNameProtocolAndCommands) {
  sim::Kernel kernel;
  Capture capture(kernel, "lua_columns.pcap");
  capture.ask(kIpvsFlush);
  EXPECT_EQ(tshark(IPVSIM_TSHARK, capture.path(),
                   kScript + "-T fields -e _ws.col.Protocol -e _ws.col.Info -Y ipvs_genl"),
            "IPVS\tFLUSH\n");
}

class IpvsLuaKnows : public ::testing::TestWithParam<std::string> {};

TEST_P(IpvsLuaKnows, EveryAttributeOfEveryAnswer) {
  Profile chosen = profile(GetParam());
  chosen.pad64 = wire::Pad64::yes;
  sim::Kernel kernel(chosen);
  Capture capture(kernel, fmt::format("lua_all_{}.pcap", GetParam()));
  fill_table(kernel);
  for (const uint8_t cmd : {kIpvsGetService, kIpvsGetDaemon, kIpvsGetServiceDest})
    capture.ask(cmd, {}, testing::kDumpRequest);
  capture.ask(kIpvsGetDest, in_service(service_identity("10.0.0.1", 80)), testing::kDumpRequest);
  const std::string text = details(capture);
  EXPECT_NE(text.find("Connections: 2"), std::string::npos) << text;
  for (const char* const complaint : {"Lua Error", "Unknown attribute", "wrong length", "Malformed"})
    EXPECT_EQ(text.find(complaint), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Profiles, IpvsLuaKnows, ::testing::ValuesIn(profile_names()),
                         [](const auto& given) { return words(given.param); });

}  // namespace
}  // namespace ipvsim::tools
