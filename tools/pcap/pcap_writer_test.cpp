// The bytes of a capture file.
#include "tools/pcap/pcap_writer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "sim/testing/message.h"
#include "tools/pcap/newfamily.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {
namespace {

std::string path_of(const std::string& name) { return ::testing::TempDir() + name; }

std::string hex_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  return to_hex(bytes);
}

const std::string kFileHeader =
    "d4c3b2a1"
    "0200"
    "0400"
    "00000000"
    "00000000"
    "00000400"
    "fd000000";

TEST(PcapWriter, EmptyCaptureIsJustTheHeader) {
  const std::string path = path_of("pcap_empty.pcap");
  const PcapWriter writer(path);
  EXPECT_EQ(hex_of_file(path), kFileHeader);
}

TEST(PcapWriter, DatagramHasItsTimeLengthDirectionAndFamilyBeforeIt) {
  const std::string path = path_of("pcap_datagrams.pcap");
  PcapWriter writer(path);
  const std::vector<uint8_t> bytes = {0xaa, 0xbb, 0xcc};
  writer.datagram(Direction::to_kernel, bytes, 2'000'003);
  writer.datagram(Direction::to_program, bytes, 2'500'000);
  EXPECT_EQ(hex_of_file(path), kFileHeader +
                                   "02000000"
                                   "03000000"
                                   "13000000"
                                   "13000000"
                                   "0004"
                                   "0338"
                                   "00000000000000000000"
                                   "0010"
                                   "aabbcc"
                                   "02000000"
                                   "20a10700"
                                   "13000000"
                                   "13000000"
                                   "0000"
                                   "0338"
                                   "00000000000000000000"
                                   "0010"
                                   "aabbcc");
}

TEST(PcapWriter, TimeThatStandsStillMovesByAMicrosecond) {
  const std::string path = path_of("pcap_times.pcap");
  PcapWriter writer(path);
  for (const int64_t at_us : {5, 5, 3, 9}) writer.datagram(Direction::to_program, {}, at_us);
  const std::string text = hex_of_file(path).substr(kFileHeader.size());
  std::string times;
  for (size_t record = 0; record < 4; ++record) times += text.substr(record * 64 + 8, 2) + " ";
  EXPECT_EQ(times, "05 06 07 09 ");
}

TEST(PcapWriter, OverlongDatagramIsCutAndItsLengthTold) {
  const std::string path = path_of("pcap_long.pcap");
  PcapWriter writer(path);
  writer.datagram(Direction::to_kernel, std::vector<uint8_t>(300000), 0);
  const std::string text = hex_of_file(path);
  EXPECT_EQ(text.size() / 2, 24u + 16u + 262144u);
  // 262144 kept of 300016.
  EXPECT_EQ(text.substr(kFileHeader.size() + 16, 16),
            "00000400"
            "f0930400");
}

TEST(PcapWriter, UnusablePathIsOneLineWithTheReason) {
  try {
    PcapWriter writer("/nonexistent/a.pcap");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/a.pcap: No such file or directory");
  }
}

TEST(PcapWriter, FullDiskIsOneLineWithTheReason) {
  try {
    PcapWriter writer("/dev/full");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/dev/full: No space left on device");
  }
}

TEST(NewFamilyAnswer, IsWhatALookUpByNobodyGets) {
  sim::Kernel kernel;
  const auto socket = kernel.socket();
  const auto request = ::ipvsim::testing::genl_request(
      uapi::kGenlIdCtrl, uapi::kCtrlGetFamily, ::ipvsim::testing::kDo,
      ::ipvsim::testing::Attrs().text(uapi::kCtrlFamilyName, uapi::kIpvsName), 0);
  ASSERT_TRUE(socket->send(request).ok());
  const auto answer = socket->recv(8192);
  std::vector<uint8_t> expected(answer.bytes.begin(), answer.bytes.end());
  // The answer names its receiver's port id; nobody's is 0.
  ASSERT_GE(expected.size(), 16u);
  for (size_t i = 12; i < 16; ++i) expected[i] = 0;
  EXPECT_EQ(to_hex(newfamily_answer(kernel)), to_hex(expected));
}

TEST(NewFamilyAnswer, IsNothingWithoutTheModule) {
  Profile profile;
  profile.module = ModuleState::absent;
  EXPECT_TRUE(newfamily_answer(sim::Kernel(profile)).empty());
}

}  // namespace
}  // namespace ipvsim::tools
