// ipvsadm's two texts, printed and read back: against recordings, and rule by rule.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/testing/recorded_text.h"
#include "client/testing/samples.h"
#include "client/text/format_list.h"
#include "client/text/format_save.h"
#include "client/text/order.h"
#include "client/text/parse_save.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

constexpr Info kInfo{0x010201, 4096};

std::string save(const std::vector<ServiceEntry>& services) {
  std::string out;
  append_save(out, services);
  return out;
}

std::string list(const std::vector<ServiceEntry>& services) {
  std::string out;
  append_list(out, services, kInfo);
  return out;
}

// The first line about the table that the list has for one service.
std::string list_line(const ServiceEntry& entry, size_t line) {
  std::string out;
  append_list(out, {entry});
  size_t at = 0;
  for (size_t i = 0; i < 2 + line; ++i) at = out.find('\n', at) + 1;
  return out.substr(at, out.find('\n', at) - at);
}

std::string save_of(const std::string& text) { return save(parse_save(text)); }

TEST(SaveText, IsWhatIpvsadmPrintedForARecordedTable) {
  EXPECT_EQ(save(parse_save(kRecordedSave)), kRecordedSave);
  EXPECT_EQ(save(parse_save(kEditedSave)), kEditedSave);
}

TEST(ListText, IsWhatIpvsadmPrintedForARecordedTable) {
  EXPECT_EQ(list(parse_save(kRecordedSave)), kRecordedList);
  EXPECT_EQ(list(parse_save(kEditedSave)), kEditedList);
}

TEST(SaveText, OfARestoredFileIsWhatIpvsadmPrinted) {
  EXPECT_EQ(save(parse_save(kRestoreFile)), kRestoredSave);
  EXPECT_EQ(list(parse_save(kRestoreFile)), kRestoredList);
}

TEST(SaveText, OfAnEmptyTableIsEmptyAndTheListHasItsHeading) {
  EXPECT_EQ(save({}), "");
  EXPECT_EQ(list({}),
            "IP Virtual Server version 1.2.1 (size=4096)\n"
            "Prot LocalAddress:Port Scheduler Flags\n"
            "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n");
}

TEST(SaveText, KeepsTheOrderOfItsOptions) {
  EXPECT_EQ(save_of("-A -o -u 1.2.3.4:5 --pe sip -b mh-port,mh-fallback -M 255.0.0.0 -p 9 -s mh\n"),
            "-A -u 1.2.3.4:5 -s mh -p 9 -M 255.0.0.0 --pe sip -o -b mh-fallback,mh-port\n");
}

TEST(SaveText, LeavesOutANetmaskWithoutPersistenceAndThresholds) {
  ServiceEntry e{tcp_service(1), {v4_destination(1)}};
  e.service.netmask = 0xff000000;
  e.destinations[0].upper_threshold = 9;
  EXPECT_EQ(save({e}),
            "-A -t 10.0.0.1:80 -s rr\n"
            "-a -t 10.0.0.1:80 -r 192.168.0.1:8080 -m -w 1\n");
}

TEST(ListText, ShowsTheEngineOnlyOfAPersistentServiceAsIpvsadmDoes) {
  ServiceEntry e{tcp_service(1), {}};
  e.service.persistence_engine = "sip";
  EXPECT_EQ(list_line(e, 0), "TCP  10.0.0.1:80 rr");
  EXPECT_EQ(save({e}), "-A -t 10.0.0.1:80 -s rr --pe sip\n");
  e.service.flags |= kIpvsSvcFPersistent;
  EXPECT_EQ(list_line(e, 0), "TCP  10.0.0.1:80 rr persistent 0 pe sip");
}

TEST(SaveText, NamesTheFlagsOfOtherSchedulersByNumber) {
  EXPECT_EQ(save_of("-A -t 1.1.1.1:1 -s rr -b flag-3,flag-1\n"), "-A -t 1.1.1.1:1 -s rr -b flag-1,flag-3\n");
  ServiceEntry e{tcp_service(1), {}};
  e.service.scheduler = "sh";
  e.service.flags = kIpvsSvcFSched3;
  EXPECT_EQ(save({e}), "-A -t 10.0.0.1:80 -s sh -b \n") << "the third flag of sh has no name";
  EXPECT_EQ(list_line(e, 0), "TCP  10.0.0.1:80 sh ()");
}

TEST(SaveText, HasWordsForWhatHasNoOption) {
  ServiceEntry e{tcp_service(1), {v4_destination(1), v4_destination(2), v4_destination(3)}};
  e.service.id.protocol = 50;
  e.destinations[0].forward = kIpvsFwdLocalnode;
  e.destinations[1].forward = kIpvsFwdBypass;
  e.destinations[2].forward = kIpvsFwdTunnel;
  e.destinations[2].tunnel_type = 3;
  EXPECT_EQ(save({e}),
            "-A --xxx-service 10.0.0.1:80 -s rr\n"
            "-a --xxx-service 10.0.0.1:80 -r 192.168.0.1:8080 -g -w 1\n"
            "-a --xxx-service 10.0.0.1:80 -r 192.168.0.2:8080 (null) -w 1\n"
            "-a --xxx-service 10.0.0.1:80 -r 192.168.0.3:8080 -i -w 1\n");
  EXPECT_EQ(list_line(e, 0), "?    10.0.0.1:80 rr");
  EXPECT_EQ(list_line(e, 1), "  -> 192.168.0.1:8080             Local   1      0          0         ");
  EXPECT_EQ(list_line(e, 2), "  -> 192.168.0.2:8080             (null)  1      0          0         ");
}

TEST(ListText, NumbersWiderThanTheirColumnPushTheRest) {
  ServiceEntry e{tcp_service(1), {v4_destination(1)}};
  e.destinations[0].id.address = *parse_address("2001:db8:1111:2222:3333:4444:5555:6666");
  e.destinations[0].weight = 2147483647;
  e.destinations[0].active_connections = 4294967295;
  EXPECT_EQ(list_line(e, 1),
            "  -> [2001:db8:1111:2222:3333:4444:5555:6666]:8080 Masq    2147483647 4294967295 0         ");
}

TEST(PrintOrder, IsMarkThenFamilyThenProtocolThenAddressThenPort) {
  const std::string sorted =
      "-A -t 10.0.0.1:8 -s wlc\n"
      "-A -t 10.0.0.1:443 -s wlc\n"
      "-A -t 10.0.0.9:1 -s wlc\n"
      "-A -t 10.0.0.10:1 -s wlc\n"
      "-A -u 10.0.0.1:80 -s wlc\n"
      "-A --sctp-service 10.0.0.1:8 -s wlc\n"
      "-A -t [2001::1]:80 -s wlc\n"
      "-A -t [2001::1:0:0:1]:80 -s wlc\n"
      "-A -u [2001::1]:80 -s wlc\n"
      "-A -f 4 -6 -s wlc\n"
      "-A -f 5 -s wlc\n"
      "-A -f 5 -6 -s wlc\n"
      "-A -f 6 -s wlc\n";
  std::vector<ServiceEntry> services = parse_save(sorted);
  std::reverse(services.begin(), services.end());
  EXPECT_EQ(save(services), sorted);
}

TEST(PrintOrder, MixesDestinationsOfBothFamiliesByTheirBytes) {
  const std::string sorted =
      "-A -t [2001::1]:80 -s wlc\n"
      "-a -t [2001::1]:80 -r [1::5]:80 -g -w 1\n"
      "-a -t [2001::1]:80 -r 10.0.0.1:7 -i -w 1 --tun-type ipip\n"
      "-a -t [2001::1]:80 -r 10.0.0.1:80 -i -w 1 --tun-type ipip\n"
      "-a -t [2001::1]:80 -r [2001::5]:80 -g -w 1\n";
  std::vector<ServiceEntry> services = parse_save(sorted);
  std::reverse(services[0].destinations.begin(), services[0].destinations.end());
  EXPECT_EQ(save(services), sorted);
}

TEST(PrintOrder, ComparesBySignedDifferenceAsIpvsadmDoes) {
  // Recorded from ipvsadm 1.31 with this input order.
  const std::string input =
      "-A -t 1.0.0.1:80\n-A -t 10.0.0.1:80\n-A -t 127.0.0.1:80\n-A -t 128.0.0.1:80\n-A -t 130.0.0.1:80\n"
      "-A -t 138.0.0.1:80\n-A -t 150.0.0.1:80\n-A -t 200.0.0.1:80\n-A -t 255.0.0.1:80\n-A -t 137.0.0.1:80\n"
      "-A -t 139.0.0.1:80\n-A -t 0.0.0.1:80\n";
  EXPECT_EQ(save_of(input),
            "-A -t 137.0.0.1:80 -s wlc\n-A -t 139.0.0.1:80 -s wlc\n-A -t 150.0.0.1:80 -s wlc\n"
            "-A -t 200.0.0.1:80 -s wlc\n-A -t 255.0.0.1:80 -s wlc\n-A -t 0.0.0.1:80 -s wlc\n"
            "-A -t 1.0.0.1:80 -s wlc\n-A -t 10.0.0.1:80 -s wlc\n-A -t 127.0.0.1:80 -s wlc\n"
            "-A -t 128.0.0.1:80 -s wlc\n-A -t 130.0.0.1:80 -s wlc\n-A -t 138.0.0.1:80 -s wlc\n");
  EXPECT_EQ(save_of("-A -f 5\n-A -f 4294967291\n-A -t 1.1.1.1:1\n"),
            "-A -f -5 -s wlc\n-A -t 1.1.1.1:1 -s wlc\n-A -f 5 -s wlc\n");
}

TEST(ParseSave, FillsInWhatALineLeavesOut) {
  const std::vector<ServiceEntry> got = parse_save("-A -t 10.0.0.1:80 -p\n-a -t 10.0.0.1:80 -r 1.2.3.4\n");
  ASSERT_EQ(got.size(), 1U);
  const Service& s = got[0].service;
  EXPECT_EQ(s.id, tcp_id(1));
  EXPECT_EQ(s.scheduler, "wlc");
  EXPECT_EQ(s.flags, kIpvsSvcFPersistent);
  EXPECT_EQ(s.timeout_s, 360U);
  EXPECT_EQ(s.netmask, 0xffffffffU);
  ASSERT_EQ(got[0].destinations.size(), 1U);
  const Destination& d = got[0].destinations[0];
  EXPECT_EQ(d.id, (DestinationId{Address::v4(0x01020304), 80}));
  EXPECT_EQ(d.forward, kIpvsFwdDroute);
  EXPECT_EQ(d.weight, 1);
}

TEST(ParseSave, UnderstandsEveryOption) {
  const std::vector<ServiceEntry> got = parse_save(
      "# a comment, then a blank line\n"
      "\n"
      "ipvsadm -A -f 7 -6 -s mh -p 30 -M 64 -b mh-fallback,mh-port --pe sip -o\n"
      "  -a\t-f 7 -6 -r [2001:db8::5]:0 -i -w 3 -x 10 -y 5 --tun-type gue --tun-port 6080 --tun-csum\r\n"
      "-a -f 7 -6 -r 1.1.1.1:1 -i --tun-type gre --tun-remcsum\n"
      "-a -f 7 -6 -r 1.1.1.2:1 -i --tun-type gre --tun-nocsum\n"
      "-a -f 7 -6 -r 1.1.1.3:1 -i --tun-type ipip\n"
      "-a -f 7 -6 -r [2001:db8::6] -m -w 0");
  ASSERT_EQ(got.size(), 1U);
  const Service& s = got[0].service;
  EXPECT_EQ(s.id, ServiceId::by_fwmark(7, kAfInet6));
  EXPECT_EQ(s.flags, kIpvsSvcFPersistent | kIpvsSvcFOnePacket | kIpvsSvcFSched1 | kIpvsSvcFSched2);
  EXPECT_EQ(s.timeout_s, 30U);
  EXPECT_EQ(s.netmask, 64U);
  EXPECT_EQ(s.persistence_engine, "sip");
  ASSERT_EQ(got[0].destinations.size(), 5U);
  const Destination& d = got[0].destinations[0];
  EXPECT_EQ(d.id, (DestinationId{*parse_address("2001:db8::5"), 0}));
  EXPECT_EQ(d.forward, kIpvsFwdTunnel);
  EXPECT_EQ(d.weight, 3);
  EXPECT_EQ(d.upper_threshold, 10U);
  EXPECT_EQ(d.lower_threshold, 5U);
  EXPECT_EQ(d.tunnel_type, kIpvsTunGue);
  EXPECT_EQ(d.tunnel_port, 6080);
  EXPECT_EQ(d.tunnel_flags, kIpvsTunFlagCsum);
  EXPECT_EQ(got[0].destinations[1].tunnel_flags, kIpvsTunFlagRemcsum);
  EXPECT_EQ(got[0].destinations[4].forward, kIpvsFwdMasq);
}

TEST(ParseSave, UnderstandsLongNames) {
  EXPECT_EQ(
      save_of(
          "--add-service --udp-service=1.2.3.4:5 --scheduler rr --persistent 7 --netmask 255.255.0.0 --ops\n"
          "--add-server --udp-service 1.2.3.4:5 --real-server 1.1.1.1:5 --masquerading --weight=9\n"),
      "-A -u 1.2.3.4:5 -s rr -p 7 -M 255.255.0.0 -o\n"
      "-a -u 1.2.3.4:5 -r 1.1.1.1:5 -m -w 9\n");
}

TEST(ParseSave, ReadsWhatIpvsadmWritesForFlagsWithoutAName) {
  EXPECT_EQ(save_of("-A -f -5 -s sh -p 360 -b \n"), "-A -f -5 -s sh -p 360\n");
}

struct BadLine {
  std::string line;
  std::string reason;
};

TEST(ParseSave, ABadLineIsNamedWithFileLineAndReason) {
  const std::vector<BadLine> cases{
      {"-E -t 1.1.1.1:1", "unknown option `-E'"},
      {"-t 1.1.1.1:1 -s rr", "neither -A nor -a"},
      {"-A -s rr", "no service"},
      {"-A -t", "-t wants a value"},
      {"-A -t localhost:80", "numeric address"},
      {"-A -t 2001:db8::1", "IPv6 in brackets"},
      {"-A -t [1.2.3.4]:80", "IPv6 in brackets"},
      {"-A -t [2001:db8::1:80", "IPv6 in brackets"},
      {"-A -t 1.1.1.1:http", "the port of -t"},
      {"-A -t 1.1.1.1:65536", "from 0 to 65535"},
      {"-A -t 1.1.1.1:", "the port of -t"},
      {"-A -t 1.1.1.1:1 -u 1.1.1.1:1", "a service twice"},
      {"-A -a -t 1.1.1.1:1", "a command twice"},
      {"-A -f 0", "other than 0"},
      {"-A -f x", "other than 0"},
      {"-A -f 4294967296", "other than 0"},
      {"-A -6 -t 1.1.1.1:1", "-6 without -f"},
      {"-A -t 1.1.1.1:1 -M 24", "a netmask like"},
      {"-A -t [::1]:1 -M 129", "from 1 to 128"},
      {"-A -t [::1]:1 -M 255.0.0.0", "from 1 to 128"},
      {"-A -t 1.1.1.1:1 -p 99999999999", "-p wants a number"},
      {"-A -t 1.1.1.1:1 -s abcdefghijklmnop", "at most 15"},
      {"-A -t 1.1.1.1:1 --pe abcdefghijklmnopq", "at most 16"},
      {"-A -t 1.1.1.1:1 -b sh-fallback,what", "scheduler flags"},
      {"-A -t 1.1.1.1:1 -r 1.1.1.1:2", "-r is an option of -a"},
      {"-A -t 1.1.1.1:1 surplus", "unknown option `surplus'"},
      {"-A -t 9.9.9.9:9", "already there"},
      {"-a -t 9.9.9.9:9", "-a without -r"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.1:9", "has this destination already"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -r 1.1.1.3:9", "a real server twice"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -s rr", "-s is an option of -A"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -g -m", "a forwarding method twice"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -w -1", "-w wants a number"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -w 2147483648", "-w wants a number"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -x many", "-x wants a number"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -i --tun-type vxlan", "ipip, gue or gre"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -i --tun-type gue", "without --tun-port"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -i --tun-type gre --tun-csum --tun-nocsum", "a checksum option twice"},
      {"-a -t 9.9.9.9:9 -r 1.1.1.2:9 -m --tun-type gre", "--tun-type without -i"},
      {"-a -t 8.8.8.8:8 -r 1.1.1.2:9", "service tcp 8.8.8.8:8 is not defined before this line"},
  };
  for (const BadLine& c : cases) {
    const std::string text =
        "-A -t 9.9.9.9:9\n-a -t 9.9.9.9:9 -r 1.1.1.1:9\n" + c.line + "\n-A -t 7.7.7.7:7\n";
    try {
      (void)parse_save(text, "rules.txt");
      ADD_FAILURE() << "accepted: " << c.line;
    } catch (const BadSaveLine& e) {
      EXPECT_EQ(e.file(), "rules.txt");
      EXPECT_EQ(e.line(), 3U) << c.line;
      EXPECT_NE(e.reason().find(c.reason), std::string::npos) << c.line << " gave: " << e.reason();
      EXPECT_EQ(std::string(e.what()), "rules.txt:3: " + e.reason());
    }
  }
}

TEST(AddressText, GoesBothWays) {
  for (const char* text :
       {"0.0.0.0", "255.255.255.255", "10.100.9.1", "::", "::1", "2001:db8::a", "::ffff:1.2.3.4"})
    EXPECT_EQ(to_string(parse_address(text).value()), text);
  for (const char* text :
       {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "localhost", "[::1]", "1.2.3.4:80", "::1%lo"})
    EXPECT_FALSE(parse_address(text)) << text;
  EXPECT_EQ(to_string(Address{7, {}}), "af7:00000000000000000000000000000000");
}

TEST(ServiceNames, AreReadable) {
  EXPECT_EQ(to_string(tcp_id(1)), "tcp 10.0.0.1:80");
  EXPECT_EQ(to_string(ServiceId::by_address(132, *parse_address("::1"), 1)), "sctp [::1]:1");
  EXPECT_EQ(to_string(ServiceId::by_address(50, *parse_address("::1"), 1)), "protocol 50 [::1]:1");
  EXPECT_EQ(to_string(ServiceId::by_fwmark(7, kAfInet6)), "fwmark 7 v6");
}

}  // namespace
}  // namespace ipvsim::client
