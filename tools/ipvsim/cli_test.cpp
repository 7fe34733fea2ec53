// Tests of the command as a user meets it: exit codes, and what stands on stdout and stderr.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "ipvsim/version.h"
#include "tools/ipvsim/cli_fixture.h"

namespace ipvsim::tools {
namespace {

TEST_F(Cli, VersionAndHelpAreNoErrors) {
  const Outcome version = run("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out, std::string("ipvsim ") + kVersion + "\n");
  for (const char* arguments : {"--help", "replay --help", "show --help"}) {
    const Outcome help = run(arguments);
    EXPECT_EQ(help.code, 0) << arguments;
    EXPECT_NE(help.out.find("Example:\n  ipvsim "), std::string::npos) << help.out;
    EXPECT_EQ(help.err, "");
  }
}

TEST_F(Cli, WrongUsageIsTwoAndSaysWhy) {
  EXPECT_EQ(run("").code, 2);
  EXPECT_NE(run("").err.find("subcommand is required"), std::string::npos);
  EXPECT_EQ(run("frobnicate").code, 2);
  EXPECT_EQ(run("replay").code, 2);
  EXPECT_NE(run("replay").err.find("path is required"), std::string::npos) << run("replay").err;
  EXPECT_EQ(run("replay --wat x").code, 2);
  EXPECT_EQ(run("show a b").code, 2);
  EXPECT_EQ(run("show a --from many").code, 2);
}

TEST_F(Cli, ReplayThatPasses) {
  write("a.nltrace", good());
  const Outcome outcome = run("replay a.nltrace");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "pass  a.nltrace  3 events\n1 passed, 0 failed\n");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Cli, ReplayThatDiffersShowsWhereAndGoesOn) {
  write("t/a.nltrace", differing());
  write("t/b.nltrace", good());
  const Outcome outcome = run("replay t");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            "FAIL  t/a.nltrace  line 11: recv 0 8192: the datagrams differ at byte 32\n"
            "  last sent on this socket, line 10:\n"
            "      FLUSH seq 7 flags REQUEST|ACK\n"
            "  recorded: 36 bytes\n"
            "        0  ACK                        len 36, flags CAPPED, seq 7, pid 4001\n"
            "       16    error                    0\n"
            "  >    20    request: IPVS            IPVS, type 37, len 20, flags REQUEST|ACK, seq 7, pid 1\n"
            "  got: 36 bytes\n"
            "        0  ACK                        len 36, flags CAPPED, seq 7, pid 4001\n"
            "       16    error                    0\n"
            "  >    20    request: IPVS            IPVS, type 37, len 20, flags REQUEST|ACK, seq 7, pid 0\n"
            "  first differing byte: 32, recorded 01, got 00\n"
            "pass  t/b.nltrace  3 events\n"
            "1 passed, 1 failed\n");
}

TEST_F(Cli, QuietReplayTellsFailuresAndTheCount) {
  write("t/a.nltrace", good());
  EXPECT_EQ(run("replay --quiet t").out, "1 passed, 0 failed\n");
}

TEST_F(Cli, FoldersAreSearchedAtAnyDepthInOrderForTracesOnly) {
  write("t/b/x.nltrace", good());
  write("t/a.nltrace", good());
  write("t/readme.txt", "no trace");
  EXPECT_EQ(run("replay t").out,
            "pass  t/a.nltrace  3 events\npass  t/b/x.nltrace  3 events\n2 passed, 0 failed\n");
}

TEST_F(Cli, ListTellsHeaderFactsAndReplaysNothing) {
  write("a.nltrace", differing());
  const Outcome outcome = run("replay --list a.nltrace");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(
      outcome.out,
      "a.nltrace  kernel 6.1.0-57-amd64  variant stock  family 37  salt 16  hz 250  pad64 no  links lo  "
      "events 3\n");
}

TEST_F(Cli, MalformedTraceIsTwoWithLineAndReason) {
  write("t/a.nltrace", good() + "recv 0 10\n");
  write("t/b.nltrace", good());
  const Outcome outcome = run("replay t");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "ipvsim replay: t/a.nltrace: line 12: length (or an errno name) is missing\n");
  EXPECT_EQ(outcome.out, "pass  t/b.nltrace  3 events\n1 passed, 0 failed\n");
  EXPECT_EQ(run("replay --list t/a.nltrace").code, 2);
  const Outcome shown = run("show t/a.nltrace");
  EXPECT_EQ(shown.code, 2);
  EXPECT_EQ(shown.err, "ipvsim show: t/a.nltrace: line 12: length (or an errno name) is missing\n");
  EXPECT_EQ(shown.out, "");
}

TEST_F(Cli, UnknownVariantIsTwo) {
  std::string text = good();
  text.replace(text.find("stock"), 5, "rfc-9");
  write("a.nltrace", text);
  const Outcome outcome = run("replay a.nltrace");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("ipvsim replay: a.nltrace: unknown dump variant"), std::string::npos)
      << outcome.err;
}

TEST_F(Cli, MissingAndEmptyPathsAreTwo) {
  EXPECT_EQ(run("replay nowhere").code, 2);
  EXPECT_EQ(run("replay nowhere").err, "ipvsim replay: nowhere: there is no such file or folder\n");
  fs::create_directories(folder_ / "empty");
  EXPECT_EQ(run("replay empty").err, "ipvsim replay: empty: the folder holds no .nltrace file\n");
  EXPECT_EQ(run("show nowhere").err, "ipvsim show: nowhere: cannot be opened\n");
  EXPECT_EQ(run("show empty").err, "ipvsim show: empty: is a folder, not a trace\n");
}

TEST_F(Cli, ShowPrintsEveryEvent) {
  write("a.nltrace",
        std::string(kHeader) +
            "# a note\nns 1 salt 32\nsock 1 portid 9 ns 1\nopt 1 11 1 ok\nopt 1 99 1 ENOPROTOOPT\n"
            "rcvbuf 1 4096 ok\nsend 1 1400000025000500070000000000000011010000\n"
            "peek 1 8 36 2400000002000001\nrecv 1 8192 EAGAIN\nclose 1\n");
  const Outcome outcome = run("show a.nltrace");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(
      outcome.out,
      "kernel 6.1.0-57-amd64, variant stock, family 37, salt 16, hz 250, pad64 no\n"
      "link lo, mtu 65536, 127.0.0.1/8\n"
      "     9  # a note\n"
      "    10  namespace 1, salt 32\n"
      "    11  socket 1: open, port id 9, namespace 1\n"
      "    12  socket 1: EXT_ACK = 1\n"
      "    13  socket 1: option 99 = 1  ENOPROTOOPT\n"
      "    14  socket 1: receive buffer = 4096\n"
      "    15  socket 1: send 20 bytes\n"
      "            0  FLUSH                      IPVS, type 37, cmd 17 version 1, len 20, flags REQUEST|ACK, "
      "seq 7, pid 0\n"
      "    16  socket 1: peek up to 8 bytes: 36 bytes, cut to 8\n"
      "            0  !                          8 bytes, no message: 2400000002000001\n"
      "    17  socket 1: receive up to 8192 bytes  EAGAIN\n"
      "    18  socket 1: close\n");
}

TEST_F(Cli, ShowBriefAndRange) {
  write("a.nltrace", good());
  EXPECT_EQ(run("show a.nltrace --brief --from 10 --to 10").out,
            "kernel 6.1.0-57-amd64, variant stock, family 37, salt 16, hz 250, pad64 no\n"
            "link lo, mtu 65536, 127.0.0.1/8\n"
            "    10  socket 0: send 20 bytes\n"
            "          FLUSH seq 7 flags REQUEST|ACK\n");
}

TEST_F(Cli, OutputThatCannotBeWrittenIsThree) {
  write("a.nltrace", good());
  const std::string command =
      "cd '" + folder_.string() + "' && '" IPVSIM_BINARY "' show a.nltrace >/dev/full 2>err";
  const int status = std::system(command.c_str());  // NOLINT(bugprone-command-processor): our own words only.
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(read_file(folder_ / "err"), "ipvsim: the output could not be written\n");
}

}  // namespace
}  // namespace ipvsim::tools
