// `ipvsim dump` as a user meets it.
#include "tools/ipvsim/cli_fixture.h"

namespace ipvsim::tools {
namespace {

// ipvsadm's order and words, so that what is restored comes out as it went in.
constexpr char kSaved[] =
    "-A -t 10.0.0.1:80 -s rr\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.2:8080 -m -w 1\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.3:80 -i -w 2 --tun-type gue --tun-port 6080 --tun-nocsum\n"
    "-A -u 10.0.0.1:53 -s wrr -p 360\n"
    "-A -u 10.0.0.4:5061 -s rr -p 60 --pe sip -o\n"
    "-A -t [2001:db8::2]:443 -s wlc -p 300 -M 64\n"
    "-A -f 1 -s dh\n"
    "-a -f 1 -r 192.168.1.1:0 -g -w 1\n";

TEST_F(Cli, DumpGivesBackWhatWasRestoredInEveryWayToRead) {
  write("saved", kSaved);
  for (const char* way : {"", "--n-plus-1", "--auto", "--profile linux-6.1-serial --combined",
                          "--profile linux-6.1-rfc-v3 --combined", "--profile linux-6.1-rfc-v2 --auto",
                          "--dump-buffer fixed:700 --salt 17"}) {
    const Outcome outcome = run(std::string("dump --restore saved --format save ") + way);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, kSaved) << way;
  }
}

TEST_F(Cli, DumpOfTheFirstPostingForgetsFirewallMarks) {
  write("saved", "-A -f 1 -s dh\n");
  EXPECT_EQ(run("dump --restore saved --format save --profile linux-6.1-rfc-v1 --combined").out, "");
}

TEST_F(Cli, DumpListsAsIpvsadmDoes) {
  EXPECT_EQ(run("dump").out,
            "IP Virtual Server version 1.2.1 (size=4096)\n"
            "Prot LocalAddress:Port Scheduler Flags\n"
            "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n");
}

TEST_F(Cli, DumpAsJson) {
  write("saved", kSaved);
  const Outcome outcome = run("dump --restore saved --format json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("\"fwmark\": 1"), std::string::npos);
}

TEST_F(Cli, DumpWithABadSavedTableNamesFileLineAndReason) {
  write("saved", "-A -t 10.0.0.1:80 -s rr\n-a -t 10.0.0.9:80 -r 10.0.0.2:80 -m\n");
  const Outcome outcome = run("dump --restore saved");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("saved:2: "), std::string::npos) << outcome.err;
}

TEST_F(Cli, DumpOfARefusedTableIsTwo) {
  write("saved", "-A -t 10.0.0.1:80 -s nosuch\n");
  const Outcome outcome = run("dump --restore saved");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("ENOENT"), std::string::npos) << outcome.err;
}

TEST_F(Cli, DumpWithWrongUsageIsTwo) {
  for (const char* arguments :
       {"dump --n-plus-1 --combined", "dump --format nonsense", "dump --kernel --restore x",
        "dump --profile nonsense", "dump --dump-buffer fixed:19", "dump --restore nowhere"})
    EXPECT_EQ(run(arguments).code, 2) << arguments;
}

TEST_F(Cli, DumpWithoutTheCombinedCommandIsThree) { EXPECT_EQ(run("dump --combined").code, 3); }

TEST_F(Cli, DumpWithoutTheModuleIsThreeAndOneLine) {
  const Outcome outcome = run("dump --module absent");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace
}  // namespace ipvsim::tools
