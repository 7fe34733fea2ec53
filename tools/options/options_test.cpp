// What the options accept, and how each refusal reads.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tools/options/kernel_options.h"
#include "tools/options/values.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

template <class Parse>
std::string refusal(Parse parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(DumpBufferOption, TakesEachRule) {
  EXPECT_EQ(parse_dump_buffer("fixed:20").sizes(), std::vector<size_t>{20});
  EXPECT_EQ(parse_dump_buffer("script:300,4096,20").sizes(), (std::vector<size_t>{300, 4096, 20}));
  EXPECT_EQ(parse_dump_buffer("script:300").kind(), DumpBufferRule::Kind::script);
  EXPECT_EQ(parse_dump_buffer("random:20,9000").kind(), DumpBufferRule::Kind::random);
  EXPECT_EQ(parse_dump_buffer("kernel").kind(), DumpBufferRule::Kind::kernel);
}

TEST(DumpBufferOption, RefusesInOneLineThatNamesTheRemedy) {
  EXPECT_EQ(refusal([] { parse_dump_buffer("fixed:19"); }),
            "--dump-buffer fixed:19: a size must be 20 to 212960");
  EXPECT_EQ(refusal([] { parse_dump_buffer("fixed:20,30"); }),
            "--dump-buffer fixed:20,30: fixed takes one size");
  EXPECT_EQ(refusal([] { parse_dump_buffer("random:30,20"); }),
            "--dump-buffer random:30,20: random takes LO,HI with LO <= HI");
  EXPECT_EQ(refusal([] { parse_dump_buffer("random:30"); }),
            "--dump-buffer random:30: random takes LO,HI with LO <= HI");
  EXPECT_EQ(refusal([] { parse_dump_buffer("script:30,,40"); }),
            "--dump-buffer script:30,,40: a size must be 20 to 212960");
  for (const char* text : {"", "fixed", "fixed 30", "4096", "big:30"})
    EXPECT_NE(refusal([&] { parse_dump_buffer(text); }).find("must be fixed:N"), std::string::npos) << text;
}

TEST(ModuleOption, TakesTheThreeStates) {
  EXPECT_EQ(parse_module("present").state, ModuleState::present);
  EXPECT_EQ(parse_module("absent").state, ModuleState::absent);
  EXPECT_EQ(parse_module("late:3").state, ModuleState::late);
  EXPECT_EQ(parse_module("late:3").late_lookups, 3u);
  for (const char* text : {"", "late", "late:", "late:x", "late:-1", "gone"})
    EXPECT_NE(refusal([&] { parse_module(text); }).find("must be present, absent or late:N"),
              std::string::npos)
        << text;
}

TEST(LinkOption, TakesBothFamilies) {
  const Link v4 = parse_link("d0:1500:10.5.5.5/24");
  EXPECT_EQ(v4.name, "d0");
  EXPECT_EQ(v4.mtu, 1500u);
  EXPECT_EQ(v4.af, uapi::kAfInet);
  EXPECT_EQ(v4.address, Address::v4(10, 5, 5, 5));
  EXPECT_EQ(v4.prefix, 24);
  const Link v6 = parse_link("eth0:9000:2001:db8::1/64");
  EXPECT_EQ(v6.af, uapi::kAfInet6);
  EXPECT_EQ(v6.address.bytes[15], 1);
  EXPECT_EQ(v6.prefix, 64);
}

TEST(LinkOption, RefusesInOneLine) {
  EXPECT_EQ(refusal([] { parse_link("d0:1500:10.5.5/24"); }),
            "--link d0:1500:10.5.5/24: '10.5.5' is no IPv4 or IPv6 address");
  EXPECT_EQ(refusal([] { parse_link("d0:1500:10.5.5.5/33"); }),
            "--link d0:1500:10.5.5.5/33: a prefix length is 0 to 32");
  EXPECT_EQ(refusal([] { parse_link("d0:1500:10.5.5.5"); }),
            "--link d0:1500:10.5.5.5: must be NAME:MTU:ADDRESS/LEN");
  EXPECT_EQ(refusal([] { parse_link("d0:small:10.5.5.5/24"); }),
            "--link d0:small:10.5.5.5/24: an MTU is a number from 68");
  EXPECT_EQ(refusal([] { parse_link(":1500:10.5.5.5/24"); }),
            "--link :1500:10.5.5.5/24: a name has 1 to 15 characters");
}

TEST(KernelOptions, BecomeAProfile) {
  KernelOptions options;
  options.profile = "linux-6.1-rfc-v2";
  options.dump_buffer = "fixed:400";
  options.unprivileged = true;
  options.module = "late:2";
  options.links = {"d0:1500:10.5.5.5/24", "d0:1500:2001:db8::1/64"};
  options.hz = 100;
  options.salt = 0x70;
  const Profile profile = kernel_profile(options);
  EXPECT_EQ(profile.variant, DumpVariant::rfc_v2);
  EXPECT_EQ(profile.dump_buffer.sizes(), std::vector<size_t>{400});
  EXPECT_FALSE(profile.privileged);
  EXPECT_EQ(profile.module, ModuleState::late);
  EXPECT_EQ(profile.late_lookups, 2u);
  ASSERT_EQ(profile.links.size(), 3u);
  EXPECT_EQ(profile.links[0].name, "lo");
  EXPECT_EQ(profile.hz, 100u);
  EXPECT_EQ(profile.bucket_salt, 0x70);
}

TEST(KernelOptions, RefuseWhatNoKernelIs) {
  KernelOptions unknown;
  unknown.profile = "linux-2.4";
  EXPECT_NE(refusal([&] { kernel_profile(unknown); }).find("unknown profile"), std::string::npos);
  KernelOptions still;
  still.hz = 0;
  EXPECT_EQ(refusal([&] { kernel_profile(still); }), "--hz 0: must be 1 to 1000");
  KernelOptions salted;
  salted.salt = 256;
  EXPECT_EQ(refusal([&] { kernel_profile(salted); }), "--salt 256: must be 0 to 255");
}

}  // namespace
}  // namespace ipvsim::tools
