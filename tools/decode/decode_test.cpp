// Tests of the long form: the text of each kind of message, well-formed and not.
#include "tools/decode/decode.h"

#include <gtest/gtest.h>

#include "tools/decode/test_message.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

std::string text(const TestMessage& m) { return decode_text(m.data(), {kTestFamily}); }

TEST(Decode, ServiceRequest) {
  EXPECT_EQ(text(new_service()),
            "    0  NEW_SERVICE                IPVS, type 37, cmd 1 version 1, len 104, flags REQUEST|ACK, "
            "seq 7, pid 4001\n"
            "   20    SERVICE                  80 bytes\n"
            "   24      AF                     inet\n"
            "   32      PROTOCOL               tcp\n"
            "   40      ADDR                   10.0.0.1\n"
            "   60      PORT                   80\n"
            "   68      SCHED_NAME             \"rr\"\n"
            "   76      FLAGS                  PERSISTENT (0x1) mask 0xffffffff\n"
            "   88      TIMEOUT                360 s\n"
            "   96      NETMASK                255.255.255.0\n");
}

TEST(Decode, AddressesAndNetmaskFollowTheFamilyOfTheNest) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewDest, uapi::kNlmFRequest);
  // The family stands behind the address, and the destination has none of its own: it takes the service's.
  m.nest(1).attr(3, v6_loopback()).attr_number<uint32_t>(9, 64).attr_number<uint16_t>(1, 10).end_nest();
  m.nest(2).attr(1, v6_loopback()).end_nest();
  m.nest(2).attr(1, v4(10, 1, 2, 3)).attr_number<uint16_t>(11, 2).end_nest().end();
  const std::string out = text(m);
  EXPECT_NE(out.find("24      ADDR                   ::1\n"), std::string::npos) << out;
  EXPECT_NE(out.find("NETMASK                /64\n"), std::string::npos) << out;
  EXPECT_NE(out.find("64      ADDR                   ::1\n"), std::string::npos) << out;
  EXPECT_NE(out.find("ADDR                   10.1.2.3\n"), std::string::npos) << out;
}

TEST(Decode, DestinationFields) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewDest, uapi::kNlmFMulti).nest(2);
  m.attr(1, v4(192, 168, 0, 9)).attr(2, {0x1f, 0x90}).attr_number<uint32_t>(3, 2).attr_number<int32_t>(4, -1);
  m.attr_number<uint8_t>(13, 1)
      .attr(14, {0x17, 0xc0})
      .attr_number<uint16_t>(15, 1)
      .attr_number<uint16_t>(11, 2);
  m.end_nest().end();
  EXPECT_EQ(text(m),
            "    0  NEW_DEST                   IPVS, type 37, cmd 5 version 1, len 100, flags MULTI, seq 7, "
            "pid 4001\n"
            "   20    DEST                     76 bytes\n"
            "   24      ADDR                   192.168.0.9\n"
            "   44      PORT                   8080\n"
            "   52      FWD_METHOD             tunnel\n"
            "   60      WEIGHT                 -1\n"
            "   68      TUN_TYPE               gue\n"
            "   76      TUN_PORT               6080\n"
            "   84      TUN_FLAGS              csum\n"
            "   92      ADDR_FAMILY            inet\n");
}

TEST(Decode, RegularStatisticsTakeOneLineIncludingPads) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFMulti).nest(1).nest(10);
  m.attr_number<uint32_t>(1, 0).attr_number<uint32_t>(2, 0).attr_number<uint32_t>(3, 0);
  m.attr(11, {}).attr_number<uint64_t>(4, 0).attr_number<uint64_t>(5, 99).attr_number<uint32_t>(6, 0);
  m.end_nest().end_nest().end();
  EXPECT_NE(text(m).find("STATS                  CONNS..OUTPKTS 0, PAD, INBYTES 0, OUTBYTES 99, CPS 0\n"),
            std::string::npos)
      << text(m);
}

TEST(Decode, IrregularStatisticsTakeALineEach) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFMulti).nest(1).nest(10);
  m.attr_number<uint32_t>(1, 5).attr_number<uint16_t>(2, 0).end_nest().end_nest().end();
  const std::string out = text(m);
  EXPECT_NE(out.find("28        CONNS                5\n"), std::string::npos) << out;
  EXPECT_NE(out.find("36        INPKTS               2 of 4 bytes: 0000\n"), std::string::npos) << out;
}

TEST(Decode, NestedDestinationsOfTheServiceDestDump) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFMulti).nest(1).attr_number<uint16_t>(1, 2);
  m.nest(13).nest(1).attr(2, {0, 80}).end_nest().end_nest().end_nest().end();
  EXPECT_EQ(text(m),
            "    0  NEW_SERVICE                IPVS, type 37, cmd 1 version 1, len 48, flags MULTI, seq 7, "
            "pid 4001\n"
            "   20    SERVICE                  24 bytes\n"
            "   24      AF                     inet\n"
            "   32      DESTS                  12 bytes\n"
            "   36        DEST                 8 bytes\n"
            "   40          PORT               80\n");
}

TEST(Decode, EmptyNestAndNestedBitAreShown) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFMulti);
  m.nest(1 | uapi::kNlaFNested).nest(13).end_nest().end_nest().end();
  const std::string out = text(m);
  EXPECT_NE(out.find("SERVICE|NESTED           4 bytes\n"), std::string::npos) << out;
  EXPECT_NE(out.find("DESTS                  empty\n"), std::string::npos) << out;
}

TEST(Decode, DaemonConfigAndInfo) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewDaemon, 0).nest(3).attr_number<uint32_t>(1, 2).attr_string(2, "eth0");
  m.attr_number<uint16_t>(7, 8848).attr(5, {224, 0, 0, 81}).attr_number<uint8_t>(8, 1).end_nest().end();
  m.genl(kTestFamily, uapi::kIpvsSetInfo, 0)
      .attr_number<uint32_t>(1, 0x010201)
      .attr_number<uint32_t>(2, 4096)
      .end();
  m.genl(kTestFamily, uapi::kIpvsSetConfig, 0).attr_number<uint32_t>(5, 120).end();
  EXPECT_EQ(
      text(m),
      "    0  NEW_DAEMON                 IPVS, type 37, cmd 9 version 1, len 68, flags 0, seq 7, pid 4001\n"
      "   20    DAEMON                   44 bytes\n"
      "   24      STATE                  backup\n"
      "   32      MCAST_IFN              \"eth0\"\n"
      "   44      MCAST_PORT             8848\n"
      "   52      MCAST_GROUP            224.0.0.81\n"
      "   60      MCAST_TTL              1\n"
      "   68  SET_INFO                   IPVS, type 37, cmd 14 version 1, len 36, flags 0, seq 7, pid 4001\n"
      "   88    VERSION                  1.2.1\n"
      "   96    CONN_TAB_SIZE            4096\n"
      "  104  SET_CONFIG                 IPVS, type 37, cmd 12 version 1, len 28, flags 0, seq 7, pid 4001\n"
      "  124    TIMEOUT_TCP_FIN          120 s\n");
}

TEST(Decode, FlagNamesDependOnTheKindOfMessage) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, 0x701).end();
  m.genl(kTestFamily, uapi::kIpvsGetService, 0x701).end();
  m.genl(kTestFamily, uapi::kIpvsGetService, 0x8140).end();
  m.message(uapi::kNlmsgDone, 0x302).u32(0).end();
  const std::string out = text(m);
  EXPECT_NE(out.find("flags REQUEST|REPLACE|EXCL|CREATE,"), std::string::npos) << out;
  EXPECT_NE(out.find("flags REQUEST|DUMP|ATOMIC,"), std::string::npos) << out;
  EXPECT_NE(out.find("flags ROOT|0x8040,"), std::string::npos) << out;
  EXPECT_NE(out.find("flags MULTI|CAPPED|ACK_TLVS,"), std::string::npos) << out;
}

TEST(Decode, ErrorWithEchoedRequestAndExtendedAck) {
  TestMessage m;
  m.message(uapi::kNlmsgError, uapi::kNlmFAckTlvs).u32(static_cast<uint32_t>(-34));
  m.genl(kTestFamily, uapi::kIpvsSetConfig, uapi::kNlmFRequest, 7).attr(4, {1, 0}).end();
  m.attr_string(1, "Attribute failed policy validation").attr_number<uint32_t>(2, 20);
  m.nest(4 | uapi::kNlaFNested).attr_number<uint64_t>(4, 0).attr_number<uint64_t>(5, 0xffffffff);
  m.attr_number<uint32_t>(1, 4).end_nest().end();
  EXPECT_EQ(text(m),
            "    0  ERROR                      len 132, flags ACK_TLVS, seq 7, pid 4001\n"
            "   16    error                    ERANGE (-34)\n"
            "   20    request: SET_CONFIG      IPVS, type 37, cmd 12 version 1, len 28, flags REQUEST, seq "
            "7, pid 4001\n"
            "   40      TIMEOUT_TCP            2 of 4 bytes: 0100\n"
            "   48    MSG                      \"Attribute failed policy validation\"\n"
            "   88    OFFS                     20\n"
            "   96    POLICY|NESTED            MIN_VALUE_U 0, MAX_VALUE_U 4294967295, TYPE U32\n");
}

TEST(Decode, CappedAckEchoesTheHeaderOnly) {
  TestMessage m;
  m.message(uapi::kNlmsgError, uapi::kNlmFCapped | uapi::kNlmFAckTlvs).u32(0);
  m.u32(96).u16(kTestFamily).u16(5).u32(7).u32(0);  // a header that tells of 96 bytes
  m.attr_string(1, "bytes leftover after parsing attributes").end();
  EXPECT_EQ(text(m),
            "    0  ACK                        len 80, flags CAPPED|ACK_TLVS, seq 7, pid 4001\n"
            "   16    error                    0\n"
            "   20    request: IPVS            IPVS, type 37, len 96, flags REQUEST|ACK, seq 7, pid 0\n"
            "   36    MSG                      \"bytes leftover after parsing attributes\"\n");
}

TEST(Decode, DoneWithValueAndMessage) {
  TestMessage m;
  m.message(uapi::kNlmsgDone, uapi::kNlmFMulti | uapi::kNlmFAckTlvs).u32(static_cast<uint32_t>(-90));
  m.attr_string(1, "no").end();
  EXPECT_EQ(text(m),
            "    0  DONE                       len 28, flags MULTI|ACK_TLVS, seq 7, pid 4001\n"
            "   16    value                    EMSGSIZE (-90)\n"
            "   20    MSG                      \"no\"\n");
}

TEST(Decode, ControllerFamilyAndPolicies) {
  TestMessage m;
  m.genl(uapi::kGenlIdCtrl, uapi::kCtrlNewFamily, 0)
      .attr_string(2, "IPVS")
      .attr_number<uint16_t>(1, 37)
      .nest(6);
  m.nest(1).attr_number<uint32_t>(1, 18).attr_number<uint32_t>(2, 0x0d).end_nest().end_nest();
  m.nest(7).nest(1).attr_number<uint32_t>(2, 16).attr_string(1, "notify").end_nest().end_nest().end();
  m.genl(uapi::kGenlIdCtrl, uapi::kCtrlGetPolicy, uapi::kNlmFMulti).nest(9 | uapi::kNlaFNested);
  m.nest(4 | uapi::kNlaFNested).attr_number<uint32_t>(1, 0).end_nest().end_nest().end();
  m.genl(uapi::kGenlIdCtrl, uapi::kCtrlGetPolicy, uapi::kNlmFMulti).nest(8 | uapi::kNlaFNested);
  m.nest(0 | uapi::kNlaFNested).nest(3 | uapi::kNlaFNested).attr_number<uint32_t>(1, 13).end_nest();
  m.end_nest().end_nest().end();
  EXPECT_EQ(
      text(m),
      "    0  NEWFAMILY                  nlctrl, type 16, cmd 1 version 1, len 92, flags 0, seq 7, pid 4001\n"
      "   20    FAMILY_NAME              \"IPVS\"\n"
      "   32    FAMILY_ID                37\n"
      "   40    OPS                      20 bytes\n"
      "   44      [1]                    OP_ID 18, OP_FLAGS ADMIN_PERM|DUMP|HASPOL\n"
      "   64    MCAST_GROUPS             24 bytes\n"
      "   68      [1]                    GRP_ID 16, GRP_NAME \"notify\"\n"
      "   92  GETPOLICY                  nlctrl, type 16, cmd 10 version 1, len 36, flags MULTI, seq 7, pid "
      "4001\n"
      "  112    OP_POLICY|NESTED         12 bytes\n"
      "  116      [4]|NESTED             DO 0\n"
      "  128  GETPOLICY                  nlctrl, type 16, cmd 10 version 1, len 40, flags MULTI, seq 7, pid "
      "4001\n"
      "  148    POLICY|NESTED            16 bytes\n"
      "  152      [0]|NESTED             12 bytes\n"
      "  156        [3]|NESTED           TYPE NESTED\n");
}

TEST(Decode, UnknownTypesCommandsAndAttributes) {
  TestMessage m;
  m.genl(99, 1, 0).attr(5, {1, 2, 3}).end();
  m.genl(kTestFamily, 77, 0).end();
  m.genl(kTestFamily, uapi::kIpvsFlush, 0).attr(40, {0xab}).end();
  m.message(1, 0).u16(0x0102).end();
  EXPECT_EQ(
      text(m),
      "    0  type 99                    type 99, cmd 1 version 1, len 28, flags 0, seq 7, pid 4001\n"
      "   20    attribute 5              010203\n"
      "   28  IPVS command 77            IPVS, type 37, cmd 77 version 1, len 20, flags 0, seq 7, pid 4001\n"
      "   48  FLUSH                      IPVS, type 37, cmd 17 version 1, len 28, flags 0, seq 7, pid 4001\n"
      "   68    attribute 40             ab\n"
      "   76  NOOP                       len 18, flags 0, seq 7, pid 4001\n"
      "   92    payload                  0201\n");
}

TEST(Decode, OddStringsAddressesAndLengthsHideNothing) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFRequest).nest(1).attr_number<uint16_t>(1, 2);
  m.attr(6, {'r', 'r'}).attr(6, {'r', 0, 'x', 0}).attr(6, {}).attr(6, {'"', 7, 0}).attr(3, {10, 0, 0, 1});
  m.attr(3, {10, 0}).attr(4, {0, 80, 1}).attr(7, {1, 0, 0, 0});
  m.attr(3, {10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}).end_nest().end();
  const std::string out = text(m);
  for (const char* line : {
           "SCHED_NAME             \"rr\" without NUL\n",
           "SCHED_NAME             \"r\" and behind the NUL 7800\n",
           "SCHED_NAME             \"\" without NUL\n",
           "SCHED_NAME             \"\\x22\\x07\"\n",
           "ADDR                   10.0.0.1 (4 bytes)\n",
           "ADDR                   2 bytes: 0a00\n",
           "PORT                   80 and behind it 01\n",
           "FLAGS                  4 of 8 bytes: 01000000\n",
           "ADDR                   10.0.0.1 and behind it 000000000000000000000009\n",
       }) {
    EXPECT_NE(out.find(line), std::string::npos) << line << out;
  }
}

TEST(Decode, NonZeroPaddingIsShown) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsNewService, 0).nest(1).u16(6).u16(1).u16(2).u16(0xbeef).end_nest().end();
  EXPECT_NE(text(m).find("AF                     inet  padding efbe\n"), std::string::npos) << text(m);
}

TEST(Decode, BrokenAttributeStreamsEndWithTheReason) {
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsFlush, 0).u16(2).u16(1).u32(5).end();
  m.genl(kTestFamily, uapi::kIpvsFlush, 0).u16(12).u16(1).end();
  m.genl(kTestFamily, uapi::kIpvsFlush, 0).u8(1).u8(2).u8(3).end().u8(0);
  const std::string out = text(m);
  EXPECT_NE(out.find("   20    !                        attribute 1 with length 2: 0200010005000000\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("!                        attribute 1 with length 12, but 4 bytes are left: 0c000100\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("!                        3 bytes, too few for an attribute: 010203\n"),
            std::string::npos)
      << out;
}

TEST(Decode, CutDatagramShowsWhatIsThere) {
  std::vector<uint8_t> data = new_service().data();
  data.resize(50);
  const std::string out = decode_text(data, {kTestFamily});
  EXPECT_NE(out.find("attribute 1 with length 84, but 30 bytes are left"), std::string::npos) << out;
  EXPECT_NE(out.find("   50  !                          50 of 104 bytes are there\n"), std::string::npos)
      << out;
}

TEST(Decode, BytesThatAreNoMessage) {
  EXPECT_EQ(decode_text({}, {kTestFamily}), "");
  TestMessage m;
  m.genl(kTestFamily, uapi::kIpvsFlush, 0).end().u32(3);
  EXPECT_NE(text(m).find("   20  !                          4 bytes, no message: 03000000\n"),
            std::string::npos);
}

TEST(Decode, WithoutFamilyIdOnlyTheControllerHasNames) {
  const std::string out = decode_text(new_service().data(), {});
  EXPECT_NE(out.find("    0  type 37                    type 37, cmd 1"), std::string::npos) << out;
}

TEST(Decode, ErrorsCutShort) {
  TestMessage m;
  m.message(uapi::kNlmsgError, 0).u16(1).end().u16(0);
  m.message(uapi::kNlmsgError, 0).u32(0xffffffff).u32(9).end();
  m.message(uapi::kNlmsgDone, 0).end();
  const std::string out = text(m);
  EXPECT_NE(out.find("! no error number        0100\n"), std::string::npos) << out;
  EXPECT_NE(out.find("error                    EPERM (-1)\n"), std::string::npos) << out;
  EXPECT_NE(out.find("! no request header      09000000\n"), std::string::npos) << out;
  EXPECT_NE(out.find("DONE                       len 16"), std::string::npos) << out;
}

}  // namespace
}  // namespace ipvsim::tools
