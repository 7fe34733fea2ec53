// Tests of the trace reader: every kind of line, and what it says about lines that are wrong.
#include "tools/trace/parse.h"

#include <cerrno>
#include <sstream>

#include <gtest/gtest.h>

namespace ipvsim::tools {
namespace {

// Eight lines, so the first line a test adds is line 9.
constexpr char kHeader[] =
    "nltrace 1\nkernel 6.1.0-57-amd64\nvariant rfc-v2\nfamily 32\nsalt 224\nhz 250\npad64 no\n"
    "link lo up mtu 65536 addr 127.0.0.1/8\n";

Trace parse(const std::string& text) {
  std::istringstream in(text);
  return parse_trace(in);
}

std::string reason(const std::string& text) {
  try {
    parse(text);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no error";
}

std::string reason_behind_header(const std::string& text) { return reason(kHeader + text); }

template <class T>
T only(const Trace& trace) {
  EXPECT_EQ(trace.events.size(), 1U);
  return std::get<T>(trace.events.at(0).what);
}

TEST(TraceParse, HeaderFields) {
  const TraceHeader header = parse(kHeader).header;
  EXPECT_EQ(header.kernel, "6.1.0-57-amd64");
  EXPECT_EQ(header.variant, "rfc-v2");
  EXPECT_EQ(header.family, 32);
  EXPECT_EQ(header.salt, 224);
  EXPECT_EQ(header.hz, 250U);
  EXPECT_FALSE(header.pad64);
  ASSERT_EQ(header.links.size(), 1U);
  EXPECT_EQ(header.links[0].name, "lo");
  EXPECT_EQ(header.links[0].mtu, 65536U);
  ASSERT_EQ(header.links[0].addresses.size(), 1U);
  EXPECT_EQ(header.links[0].addresses[0].family, 2);
  EXPECT_EQ(header.links[0].addresses[0].bytes[0], 127);
  EXPECT_EQ(header.links[0].addresses[0].bytes[3], 1);
  EXPECT_EQ(header.links[0].addresses[0].prefix, 8);
}

TEST(TraceParse, LinkMayHaveSeveralAddressesOfBothFamilies) {
  const auto links =
      parse(std::string(kHeader) + "link b up mtu 9000 addr 10.5.5.5/24 addr fd00::1/64\n").header.links;
  ASSERT_EQ(links.size(), 2U);
  ASSERT_EQ(links[1].addresses.size(), 2U);
  EXPECT_EQ(links[1].addresses[1].family, 10);
  EXPECT_EQ(links[1].addresses[1].prefix, 64);
}

TEST(TraceParse, EventsKeepTheirLineNumbersAndOrder) {
  const Trace trace = parse(std::string(kHeader) + "# a note\n\nsock 0 portid 4001\nclose 0\n");
  ASSERT_EQ(trace.events.size(), 3U);
  EXPECT_EQ(std::get<NoteEvent>(trace.events[0].what).text, "a note");
  EXPECT_EQ(trace.events[0].line, 9U);
  EXPECT_EQ(std::get<OpenEvent>(trace.events[1].what).portid, 4001U);
  EXPECT_EQ(trace.events[1].line, 11U);
  EXPECT_EQ(std::get<CloseEvent>(trace.events[2].what).sock, 0U);
  EXPECT_EQ(trace.events[2].line, 12U);
}

TEST(TraceParse, NamespaceAndSocketInIt) {
  const Trace trace = parse(std::string(kHeader) + "ns 1 salt 32\nsock 7 portid 4294967295 ns 1\n");
  EXPECT_EQ(std::get<NamespaceEvent>(trace.events[0].what).salt, 32);
  const auto open = std::get<OpenEvent>(trace.events[1].what);
  EXPECT_EQ(open.sock, 7U);
  EXPECT_EQ(open.portid, 4294967295U);
  EXPECT_EQ(open.ns, 1U);
}

TEST(TraceParse, OptionsAndReceiveBufferWithResults) {
  const Trace trace = parse(std::string(kHeader) +
                            "sock 0 portid 1\nopt 0 99 -1 ENOPROTOOPT\nopt 0 11 1 ok\nrcvbuf 0 2304 ok\n");
  const auto bad = std::get<OptionEvent>(trace.events[1].what);
  EXPECT_EQ(bad.option, 99);
  EXPECT_EQ(bad.value, -1);
  EXPECT_EQ(bad.error, ENOPROTOOPT);
  EXPECT_EQ(std::get<OptionEvent>(trace.events[2].what).error, 0);
  EXPECT_EQ(std::get<RcvbufEvent>(trace.events[3].what).value, 2304);
}

TEST(TraceParse, SendWithAndWithoutErrorAndEmpty) {
  const Trace trace =
      parse(std::string(kHeader) + "sock 0 portid 1\nsend 0 00ff\nsend 0 01 EMSGSIZE\nsend 0 ENODATA\n");
  EXPECT_EQ(std::get<SendEvent>(trace.events[1].what).datagram, (std::vector<uint8_t>{0x00, 0xff}));
  EXPECT_EQ(std::get<SendEvent>(trace.events[1].what).error, 0);
  EXPECT_EQ(std::get<SendEvent>(trace.events[2].what).error, EMSGSIZE);
  EXPECT_TRUE(std::get<SendEvent>(trace.events[3].what).datagram.empty());
  EXPECT_EQ(std::get<SendEvent>(trace.events[3].what).error, ENODATA);
}

TEST(TraceParse, ReceiveWholeTruncatedEmptyAndFailed) {
  const Trace trace = parse(std::string(kHeader) +
                            "sock 0 portid 1\nrecv 0 8 2 0102\npeek 0 1 2 01\npeek 0 0 2\nrecv 0 8 EAGAIN\n");
  const auto whole = std::get<ReceiveEvent>(trace.events[1].what);
  EXPECT_EQ(whole.capacity, 8U);
  EXPECT_EQ(whole.length, 2U);
  EXPECT_EQ(whole.bytes, (std::vector<uint8_t>{1, 2}));
  EXPECT_FALSE(whole.peek);
  const auto cut = std::get<ReceiveEvent>(trace.events[2].what);
  EXPECT_TRUE(cut.peek);
  EXPECT_EQ(cut.length, 2U);
  EXPECT_EQ(cut.bytes.size(), 1U);
  EXPECT_EQ(std::get<ReceiveEvent>(trace.events[3].what).length, 2U);
  EXPECT_EQ(std::get<ReceiveEvent>(trace.events[4].what).error, EAGAIN);
}

TEST(TraceParse, SocketNumberMayBeUsedAgainAfterClose) {
  EXPECT_EQ(parse(std::string(kHeader) + "sock 0 portid 1\nclose 0\nsock 0 portid 2\n").events.size(), 3U);
}

TEST(TraceParse, NotesMayStandInTheHeader) {
  EXPECT_EQ(only<NoteEvent>(parse("# first\n" + std::string(kHeader))).text, "first");
}

TEST(TraceParse, WrongStart) {
  EXPECT_EQ(reason(""), "the trace is empty; it starts with \"nltrace 1\"");
  EXPECT_EQ(reason("kernel x\n"), "line 1: a trace starts with \"nltrace 1\"");
  EXPECT_EQ(reason("nltrace 2\n"), "line 1: only format version 1 is known");
  EXPECT_EQ(reason("nltrace\n"), "line 1: format version is missing");
}

TEST(TraceParse, HeaderIncompleteDoubledOrLate) {
  EXPECT_EQ(reason("nltrace 1\nkernel x\nvariant stock\nfamily 32\nhz 250\npad64 no\nsock 0 portid 1\n"),
            "line 7: the header line \"salt\" is missing");
  EXPECT_EQ(reason("nltrace 1\n"), "line 1: the header line \"kernel\" is missing");
  EXPECT_EQ(reason_behind_header("hz 100\n"), "line 9: \"hz\" stands a second time");
  EXPECT_EQ(reason_behind_header("nltrace 1\n"), "line 9: \"nltrace\" stands a second time");
  EXPECT_EQ(reason_behind_header("sock 0 portid 1\nlink x up mtu 1 addr ::1/128\n"),
            "line 10: header line \"link\" stands behind the first event");
}

TEST(TraceParse, HeaderValuesOutOfRange) {
  EXPECT_EQ(reason("nltrace 1\nfamily 1024\n"),
            "line 2: family id must be a number from 0 to 1023, not \"1024\"");
  EXPECT_EQ(reason("nltrace 1\nfamily 16\n"), "line 2: family id must be at least 19");
  EXPECT_EQ(reason("nltrace 1\nsalt 256\n"), "line 2: salt must be a number from 0 to 255, not \"256\"");
  EXPECT_EQ(reason("nltrace 1\nhz 0\n"), "line 2: hz must not be 0");
  EXPECT_EQ(reason("nltrace 1\npad64 maybe\n"), "line 2: pad64 must be yes or no");
  EXPECT_EQ(reason("nltrace 1\nkernel a b\n"), "line 2: \"b\" is one word too many");
}

TEST(TraceParse, WrongLinks) {
  EXPECT_EQ(reason("nltrace 1\nlink lo down mtu 1\n"), "line 2: \"up\" is expected, not \"down\"");
  EXPECT_EQ(reason("nltrace 1\nlink lo up mtu 1\n"), "line 2: \"addr\" is missing");
  EXPECT_EQ(reason("nltrace 1\nlink lo up mtu 1 addr 127.0.0.1\n"), "line 2: \"127.0.0.1\" has no /PREFIX");
  EXPECT_EQ(reason("nltrace 1\nlink lo up mtu 1 addr 127.0.0/8\n"),
            "line 2: \"127.0.0/8\" is no ADDRESS/PREFIX");
  EXPECT_EQ(reason("nltrace 1\nlink lo up mtu 1 addr 127.0.0.1/33\n"),
            "line 2: address prefix must be a number from 0 to 32, not \"33\"");
  EXPECT_EQ(reason("nltrace 1\nlink lo up mtu 1 addr ::1/129\n"),
            "line 2: address prefix must be a number from 0 to 128, not \"129\"");
  EXPECT_EQ(reason_behind_header("link lo up mtu 1 addr ::1/128\n"), "line 9: link lo stands a second time");
  EXPECT_EQ(reason("nltrace 1\nlink abcdefghijklmnop up mtu 1\n"),
            "line 2: a link name has at most 15 characters");
}

TEST(TraceParse, NamesAreFitToBeShown) {
  EXPECT_EQ(reason("nltrace 1\nvariant \x1b[31m\n"),
            "line 2: variant name must be printable characters, not \"\\x1b[31m\"");
}

TEST(TraceParse, UnknownLine) {
  EXPECT_EQ(reason_behind_header("wait 3\n"), "line 9: \"wait\" is no header line and no event");
}

TEST(TraceParse, SocketsMustBeOpen) {
  EXPECT_EQ(reason_behind_header("send 3 00\n"), "line 9: socket 3 is not open");
  EXPECT_EQ(reason_behind_header("sock 0 portid 1\nsock 0 portid 2\n"), "line 10: socket 0 is open already");
  EXPECT_EQ(reason_behind_header("sock 0 portid 1\nclose 0\nrecv 0 1 EAGAIN\n"),
            "line 11: socket 0 is not open");
  EXPECT_EQ(reason_behind_header("sock 0 portid 1 ns 2\n"), "line 9: namespace 2 does not exist");
  EXPECT_EQ(reason_behind_header("ns 0 salt 1\n"), "line 9: namespace 0 exists already");
}

TEST(TraceParse, WrongWords) {
  const std::string open = "sock 0 portid 1\n";
  EXPECT_EQ(reason_behind_header("sock 0 port 1\n"), "line 9: \"portid\" is expected, not \"port\"");
  EXPECT_EQ(reason_behind_header("sock 0 portid -1\n"),
            "line 9: portid must be a number from 0 to 4294967295, not \"-1\"");
  EXPECT_EQ(reason_behind_header(open + "opt 0 11 1\n"), "line 10: result is missing");
  EXPECT_EQ(reason_behind_header(open + "opt 0 11 1 fine\n"),
            "line 10: result must be ok or an errno name, not \"fine\"");
  EXPECT_EQ(reason_behind_header(open + "send 0 abc\n"),
            "line 10: datagram has an odd number of hex digits (3)");
  EXPECT_EQ(reason_behind_header(open + "send 0 00zz\n"),
            "line 10: datagram holds \"z\" at digit 2; lower-case hex digits are expected");
  EXPECT_EQ(reason_behind_header(open + "send 0 00 EWHAT\n"),
            "line 10: error must be an errno name, not \"EWHAT\"");
  EXPECT_EQ(reason_behind_header(open + "send 0 00 EINVAL 1\n"), "line 10: \"1\" is one word too many");
}

TEST(TraceParse, ReceivedBytesMustMatchTheirLengths) {
  const std::string open = "sock 0 portid 1\n";
  EXPECT_EQ(reason_behind_header(open + "recv 0 8 3 0102\n"),
            "line 10: the datagram holds 2 bytes, but min(CAP 8, LEN 3) is 3");
  EXPECT_EQ(reason_behind_header(open + "recv 0 1 2 0102\n"),
            "line 10: the datagram holds 2 bytes, but min(CAP 1, LEN 2) is 1");
  EXPECT_EQ(reason_behind_header(open + "recv 0 8\n"), "line 10: length (or an errno name) is missing");
  EXPECT_EQ(reason_behind_header(open + "recv 0 8 2\n"), "line 10: datagram is missing");
  EXPECT_EQ(reason_behind_header(open + "recv 0 8 EAGAIN 00\n"), "line 10: \"00\" is one word too many");
}

TEST(TraceParse, CarriageReturnsAreRefusedNotSwallowed) {
  EXPECT_EQ(reason("nltrace 1\r\n"),
            "line 1: format version must be a number from 0 to 4294967295, not \"1\\x0d\"");
}

TEST(TraceParse, FileThatCannotBeOpened) {
  EXPECT_THROW(
      {
        try {
          read_trace("/nonexistent/x.nltrace");
        } catch (const TraceError& error) {
          EXPECT_EQ(error.line(), 0U);
          EXPECT_STREQ(error.what(), "cannot be opened");
          throw;
        }
      },
      TraceError);
}

}  // namespace
}  // namespace ipvsim::tools
