// Tests of the short form.
#include "tools/decode/summary.h"

#include <gtest/gtest.h>

#include "tools/decode/test_message.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

using Texts = std::vector<std::string>;

Texts lines(const TestMessage& m) { return summaries(m.data(), {kTestFamily}); }

TEST(Summary, ServiceRequest) {
  EXPECT_EQ(lines(new_service(1000)), Texts{"NEW_SERVICE seq 1000 flags REQUEST|ACK  10.0.0.1:80 tcp rr"});
}

TEST(Summary, FwmarkServiceWithEngineAndNestedDestinations) {
  TestMessage m;
  m.genl(kTestFamily, 1, uapi::kNlmFMulti).nest(1).attr_number<uint16_t>(1, 10).attr_number<uint32_t>(5, 9);
  m.attr_string(6, "wlc").attr_string(11, "sip").nest(13).nest(1).end_nest().nest(1).end_nest().end_nest();
  m.end_nest().end();
  EXPECT_EQ(lines(m), Texts{"NEW_SERVICE seq 7 flags MULTI  fwmark 9 inet6 wlc pe sip dests 2"});
}

TEST(Summary, DestinationInARequestAndInADump) {
  TestMessage m;
  m.genl(kTestFamily, 5, uapi::kNlmFRequest)
      .nest(1)
      .attr_number<uint16_t>(1, 10)
      .attr_number<uint16_t>(2, 17);
  m.attr(3, v6_loopback()).attr(4, {0, 53}).end_nest();
  m.nest(2).attr(1, v6_loopback()).attr(2, {0, 54}).attr_number<uint32_t>(3, 0).attr_number<int32_t>(4, 3);
  m.end_nest().end();
  m.genl(kTestFamily, 5, uapi::kNlmFMulti).nest(2).attr_number<uint16_t>(11, 2).attr(1, v4(10, 1, 1, 1));
  m.attr(2, {0, 80}).end_nest().end();
  EXPECT_EQ(lines(m), (Texts{"NEW_DEST seq 7 flags REQUEST  [::1]:53 udp -> [::1]:54 masq weight 3",
                             "NEW_DEST seq 7 flags MULTI  10.1.1.1:80"}));
}

TEST(Summary, AcksErrorsAndDone) {
  TestMessage m;
  m.message(uapi::kNlmsgError, uapi::kNlmFCapped).u32(0).u32(20).u16(kTestFamily).u16(5).u32(7).u32(0).end();
  m.message(uapi::kNlmsgError, uapi::kNlmFAckTlvs).u32(static_cast<uint32_t>(-22));
  m.genl(kTestFamily, uapi::kIpvsDelService, 5)
      .end()
      .attr_string(1, "why")
      .attr_number<uint32_t>(2, 20)
      .end();
  m.message(uapi::kNlmsgDone, uapi::kNlmFMulti).u32(0).end();
  EXPECT_EQ(lines(m), (Texts{"ACK seq 7 flags CAPPED",
                             "ERROR seq 7 flags ACK_TLVS  EINVAL to DEL_SERVICE \"why\" at 20",
                             "DONE seq 7 flags MULTI  0"}));
}

TEST(Summary, ControllerConfigDaemonAndInfo) {
  TestMessage m;
  m.genl(uapi::kGenlIdCtrl, uapi::kCtrlNewFamily, 0)
      .attr_string(2, "IPVS")
      .attr_number<uint16_t>(1, 37)
      .end();
  m.genl(kTestFamily, uapi::kIpvsSetConfig, 0)
      .attr_number<uint32_t>(4, 900)
      .attr_number<uint32_t>(6, 300)
      .end();
  m.genl(kTestFamily, uapi::kIpvsNewDaemon, 0).nest(3).attr_number<uint32_t>(1, 1).attr_string(2, "lo");
  m.attr_number<uint32_t>(3, 5).end_nest().end();
  m.genl(kTestFamily, uapi::kIpvsSetInfo, 0)
      .attr_number<uint32_t>(1, 0x010201)
      .attr_number<uint32_t>(2, 4096)
      .end();
  EXPECT_EQ(lines(m),
            (Texts{"NEWFAMILY seq 7  IPVS id 37", "SET_CONFIG seq 7  tcp 900 s udp 300 s",
                   "NEW_DAEMON seq 7  master lo sync id 5", "SET_INFO seq 7  version 1.2.1 table 4096"}));
}

TEST(Summary, WhatIsMissingOrCutIsSaid) {
  TestMessage m;
  m.genl(kTestFamily, 4, uapi::kNlmFRequest)
      .nest(1)
      .attr_number<uint16_t>(1, 2)
      .attr(4, {0, 80})
      .end_nest()
      .end();
  EXPECT_EQ(lines(m), Texts{"GET_SERVICE seq 7 flags REQUEST  ?:80"});
  std::vector<uint8_t> cut = new_service().data();
  cut.resize(40);
  EXPECT_EQ(summaries(cut, {kTestFamily}), Texts{"NEW_SERVICE seq 7 flags REQUEST|ACK  (40 of 104 bytes)"});
  EXPECT_EQ(summaries(std::vector<uint8_t>{1, 2}, {kTestFamily}), Texts{"2 bytes, no message: 0102"});
}

}  // namespace
}  // namespace ipvsim::tools
