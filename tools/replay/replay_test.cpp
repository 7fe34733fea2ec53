// Tests of the replayer against a kernel that is wrong on purpose, and of the text it makes of a difference.
#include "tools/replay/replay.h"

#include <cerrno>
#include <sstream>

#include <gtest/gtest.h>

#include "tools/replay/fake_kernel.h"
#include "tools/replay/report.h"
#include "tools/replay/sim_kernel.h"
#include "tools/trace/parse.h"

namespace ipvsim::tools {
namespace {

using Calls = std::vector<std::string>;

// The first event of a test stands in line 9.
Trace trace_of(const std::string& events, const std::string& variant = "stock") {
  std::istringstream in("nltrace 1\nkernel 6.1.0-57-amd64\nvariant " + variant +
                        "\nfamily 37\nsalt 16\nhz 250\npad64 no\nlink lo up mtu 65536 addr 127.0.0.1/8\n" +
                        events);
  return parse_trace(in);
}

// FLUSH with sequence number 7 and the ack it gets, 36 bytes.
constexpr char kRequest[] = "14000000250005000700000000000000110100 00";
constexpr char kAck[] = "240000000200000107000000a10f0000000000001400000025000500070000000000 0000";

std::string squeeze(std::string text) {
  std::erase(text, ' ');
  return text;
}

TEST(Replay, EveryEventReachesTheKernelInOrder) {
  FakeKernel kernel;
  kernel.answers = {{0, 2, {1, 2}}, {0, 3, {1}}};
  const auto difference = replay(
      trace_of("ns 1 salt 32\nsock 0 portid 4001\nsock 1 portid 4001 ns 1\nopt 0 11 1 ok\nrcvbuf 0 4096 ok\n"
               "send 0 00ff\nrecv 0 8 2 0102\npeek 0 1 3 01\nrecv 0 8 EAGAIN\nclose 0\n# end\n"),
      kernel);
  EXPECT_FALSE(difference.has_value());
  EXPECT_EQ(kernel.calls,
            (Calls{"ns 1 salt 32", "open 0 portid 4001 ns 0", "open 1 portid 4001 ns 1", "option 0 11 1",
                   "rcvbuf 0 4096", "send 0 00ff", "recv 0 8", "peek 0 1", "recv 0 8", "close 0"}));
  EXPECT_EQ(kernel.audits, 11);
}

TEST(Replay, StopsAtTheFirstDifference) {
  FakeKernel kernel;
  kernel.answers = {{0, 2, {1, 3}}};
  const auto difference = replay(trace_of("sock 0 portid 1\nrecv 0 8 2 0102\nclose 0\n"), kernel);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->line, 10U);
  EXPECT_EQ(difference->what, "recv 0 8: the datagrams differ at byte 1");
  EXPECT_EQ(kernel.calls.back(), "recv 0 8");
}

TEST(Replay, ErrorsOfCallsAreCompared) {
  FakeKernel kernel;
  kernel.error = EINVAL;
  EXPECT_EQ(replay(trace_of("sock 0 portid 1\n"), kernel)->what,
            "sock 0 portid 1: ok was recorded, EINVAL came out");
  EXPECT_FALSE(replay(trace_of("sock 0 portid 1\nclose 0\n"), *std::make_unique<FakeKernel>()).has_value());

  FakeKernel fine;
  EXPECT_EQ(replay(trace_of("sock 0 portid 1\nopt 0 99 1 ENOPROTOOPT\n"), fine)->what,
            "opt 0 99 1: ENOPROTOOPT was recorded, ok came out");
  EXPECT_EQ(replay(trace_of("sock 0 portid 1\nrcvbuf 0 1 EPERM\n"), fine)->what,
            "rcvbuf 0 1: EPERM was recorded, ok came out");
  EXPECT_EQ(replay(trace_of("sock 0 portid 1\nsend 0 00 EMSGSIZE\n"), fine)->what,
            "send 0 (1 bytes): EMSGSIZE was recorded, ok came out");
}

TEST(Replay, KindsOfAnswersThatDiffer) {
  auto what = [](const std::string& recorded, const ReplayKernel::Received& got) {
    FakeKernel kernel;
    kernel.answers = {got};
    const auto difference = replay(trace_of("sock 0 portid 1\n" + recorded + "\n"), kernel);
    return difference ? difference->what : "none";
  };
  EXPECT_EQ(what("recv 0 8 EAGAIN", {0, 2, {1, 2}}),
            "recv 0 8: EAGAIN was recorded, a datagram of 2 bytes came out");
  EXPECT_EQ(what("recv 0 8 2 0102", {ENOBUFS, 0, {}}),
            "recv 0 8: a datagram of 2 bytes was recorded, ENOBUFS came out");
  EXPECT_EQ(what("recv 0 8 EAGAIN", {ENOBUFS, 0, {}}), "recv 0 8: EAGAIN was recorded, ENOBUFS came out");
  EXPECT_EQ(
      what("recv 0 8 2 0102", {0, 3, {1, 2, 3}}),
      "recv 0 8: a datagram of 2 bytes was recorded, a datagram of 3 bytes came out; they differ at byte 2");
  // Cut to the buffer the bytes are the same, the true lengths are not.
  EXPECT_EQ(what("peek 0 1 3 01", {0, 2, {1}}),
            "peek 0 1: a datagram of 3 bytes was recorded, a datagram of 2 bytes came out");
}

TEST(Replay, BrokenInvariantIsADifferenceOfTheEventBeforeIt) {
  FakeKernel kernel;
  kernel.broken = {"I3: a service stands twice"};
  const auto difference = replay(trace_of("sock 0 portid 1\n"), kernel);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference_text(*difference, {37}),
            "line 9: the table's invariants are broken after this event\n  I3: a service stands twice\n");
}

TEST(ReplayReport, ShowsRequestBothDatagramsAndTheByte) {
  FakeKernel kernel;
  auto wrong = from_hex(squeeze(kAck)).value();
  wrong[16] = 0xff, wrong[17] = 0xff, wrong[18] = 0xff, wrong[19] = 0xff;
  kernel.answers = {{0, wrong.size(), wrong}};
  const Trace trace = trace_of("sock 0 portid 4001\nsend 0 " + squeeze(kRequest) + "\nrecv 0 8192 36 " +
                               squeeze(kAck) + "\n");
  EXPECT_EQ(difference_text(replay(trace, kernel).value(), {37}),
            "line 11: recv 0 8192: the datagrams differ at byte 16\n"
            "  last sent on this socket, line 10:\n"
            "      FLUSH seq 7 flags REQUEST|ACK\n"
            "  recorded: 36 bytes\n"
            "        0  ACK                        len 36, flags CAPPED, seq 7, pid 4001\n"
            "  >    16    error                    0\n"
            "       20    request: IPVS            IPVS, type 37, len 20, flags REQUEST|ACK, seq 7, pid 0\n"
            "  got: 36 bytes\n"
            "        0  ERROR                      len 36, flags CAPPED, seq 7, pid 4001\n"
            "  >    16    error                    EPERM (-1)\n"
            "       20    request: IPVS            IPVS, type 37, len 20, flags REQUEST|ACK, seq 7, pid 0\n"
            "  first differing byte: 16, recorded 00, got ff\n");
}

TEST(ReplayReport, OneSideWithoutADatagram) {
  FakeKernel kernel;
  const Trace trace = trace_of("sock 0 portid 4001\nrecv 0 36 36 " + squeeze(kAck) + "\n");
  const std::string text = difference_text(replay(trace, kernel).value(), {37});
  EXPECT_NE(text.find("recorded: 36 bytes\n"), std::string::npos) << text;
  EXPECT_NE(text.find("got: EAGAIN\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("first differing byte"), std::string::npos) << text;
}

TEST(ReplayReport, DatagramThatEndsEarly) {
  FakeKernel kernel;
  auto shorter = from_hex(squeeze(kAck)).value();
  shorter.resize(20);
  kernel.answers = {{0, 20, shorter}};
  const Trace trace = trace_of("sock 0 portid 4001\nrecv 0 36 36 " + squeeze(kAck) + "\n");
  const std::string text = difference_text(replay(trace, kernel).value(), {37});
  EXPECT_NE(text.find("first differing byte: 20, recorded 14, got nothing\n"), std::string::npos) << text;
}

TEST(FirstDifference, PrefixAndEqual) {
  EXPECT_EQ(first_difference({1, 2}, {1, 2}), std::nullopt);
  EXPECT_EQ(first_difference({1, 2}, {1}), 1U);
  EXPECT_EQ(first_difference({}, {9}), 0U);
}

TEST(SimKernel, AnswersAFlushAsRecorded) {
  const Trace trace = trace_of("sock 0 portid 4001\nrecv 0 8192 EAGAIN\nsend 0 " + squeeze(kRequest) +
                               "\npeek 0 4 36 24000000\nrecv 0 8192 36 " + squeeze(kAck) + "\nclose 0\n");
  const auto kernel = make_sim_kernel(trace.header);
  const auto difference = replay(trace, *kernel);
  EXPECT_FALSE(difference.has_value()) << difference_text(*difference, {37});
}

TEST(SimKernel, UnknownVariantIsRefused) {
  EXPECT_THROW(make_sim_kernel(trace_of("", "rfc-v9").header), std::invalid_argument);
}

}  // namespace
}  // namespace ipvsim::tools
