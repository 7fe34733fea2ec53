// tshark opens our captures and names the family.
#include <gtest/gtest.h>

#include <algorithm>

#include "tools/pcap/test_capture.h"

namespace ipvsim::tools {
namespace {

using testing::Attrs;
using testing::kDumpRequest;

const std::string kTshark = IPVSIM_TSHARK;

std::vector<std::string> field(const Capture& capture, const std::string& name) {
  return tshark_field(kTshark, capture.path(), name);
}

TEST(Tshark, NamesTheFamilyFromTheFirstDatagram) {
  sim::Kernel kernel;
  Capture capture(kernel, "tshark_family.pcap");
  capture.ask(uapi::kIpvsGetInfo, {}, testing::kDo);
  EXPECT_EQ(field(capture, "genl.ctrl.family_name"), (std::vector<std::string>{"IPVS", "", ""}));
  // The second message's type is shown by the name.
  const std::string details = tshark(kTshark, capture.path(), "-V -Y frame.number==2");
  EXPECT_NE(details.find("Family ID: 0x20 (IPVS)"), std::string::npos) << details;
  EXPECT_NE(details.find("Family: Generic (0x0010)"), std::string::npos) << details;
}

TEST(Tshark, ReadsEveryHeaderField) {
  sim::Kernel kernel;
  Capture capture(kernel, "tshark_headers.pcap");
  kernel.advance(1500);
  capture.ask(capture.user().request(uapi::kIpvsGetInfo, {}, testing::kDo, 4711));
  EXPECT_EQ(field(capture, "netlink.hdr_seq"), (std::vector<std::string>{"0", "4711", "4711"}));
  EXPECT_EQ(field(capture, "netlink.hdr_pid"), (std::vector<std::string>{"0", "0", "4001"}));
  EXPECT_EQ(field(capture, "genl.cmd"), (std::vector<std::string>{"", "15", "14"}));
  EXPECT_EQ(field(capture, "frame.time_epoch"),
            (std::vector<std::string>{"0.000000000", "1.500000000", "1.500001000"}));
  EXPECT_EQ(field(capture, "netlink.hatype"), (std::vector<std::string>{"824", "824", "824"}));
}

TEST(Tshark, ReadsEveryMessageOfADump) {
  sim::Kernel kernel;
  testing::add_services(kernel, 30);
  Capture capture(kernel, "tshark_dump.pcap");
  capture.ask(uapi::kIpvsGetService, {}, kDumpRequest);
  size_t services = 0;
  for (const std::string& commands : field(capture, "genl.cmd"))
    services += static_cast<size_t>(std::count(commands.begin(), commands.end(), '1'));
  EXPECT_EQ(services, 30u);
  EXPECT_EQ(field(capture, "netlink.hdr_type").back(), "0x0003");
  EXPECT_EQ(tshark(kTshark, capture.path(), "-Y _ws.malformed"), "");
}

TEST(Tshark, ReadsAnErrno) {
  sim::Kernel kernel;
  Capture capture(kernel, "tshark_errno.pcap");
  capture.ask(uapi::kIpvsDelService, testing::in_service(testing::service_identity("10.0.0.1", 80)));
  EXPECT_EQ(field(capture, "netlink.error").back(), "-3");
}

}  // namespace
}  // namespace ipvsim::tools
