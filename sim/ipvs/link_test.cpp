// Which addresses a destination may have: ipvs-control.md 6, rows 13 and 13'.
#include "sim/ipvs/link.h"

#include <gtest/gtest.h>

#include "sim/testing/ipvs_world.h"

namespace ipvsim::ipvs {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

Links links(uint8_t prefix = 24) {
  return Links({Link::loopback(), {"eth0", 1500, uapi::kAfInet, Address::v4(10, 9, 8, 1), prefix}});
}
bool allowed(const Links& of, std::string_view text) {
  return of.destination_allowed(Address::family_of(text), address(text));
}

TEST(Links, LoopbackIsNamedLoWithMtu65536) {
  const Link lo = Link::loopback();
  EXPECT_EQ(lo.name, "lo");
  EXPECT_EQ(lo.mtu, 65536u);
  EXPECT_EQ(lo.address.text(uapi::kAfInet), "127.0.0.1");
  EXPECT_EQ(lo.prefix, 8);
}

TEST(Links, AreFoundByTheirExactName) {
  EXPECT_EQ(links().find("eth0")->mtu, 1500u);
  for (const char* name : {"eth", "eth01", "", "LO"}) EXPECT_EQ(links().find(name), nullptr) << name;
}

TEST(Links, V4ClassesThatAreNoHostAreRefused) {
  for (const char* text : {"0.0.0.0", "255.255.255.255", "224.0.0.0", "239.255.255.255"})
    EXPECT_FALSE(allowed(links(), text)) << text;
  for (const char* text : {"0.0.0.1", "255.255.255.254", "223.255.255.255", "240.0.0.1", "1.2.3.4"})
    EXPECT_TRUE(allowed(links(), text)) << text;
}

TEST(Links, LocalAddressesPass) {
  EXPECT_TRUE(allowed(links(), "127.0.0.1"));
  EXPECT_TRUE(allowed(links(), "10.9.8.1"));
}

TEST(Links, TheHighestAddressOfAPrefixIsItsBroadcastTheLowestIsNot) {
  EXPECT_FALSE(allowed(links(), "10.9.8.255"));
  EXPECT_FALSE(allowed(links(), "127.255.255.255"));
  EXPECT_TRUE(allowed(links(), "10.9.8.0"));
  EXPECT_TRUE(allowed(links(), "127.0.0.0"));
  EXPECT_TRUE(allowed(links(), "10.9.9.255"));
  EXPECT_FALSE(allowed(links(30), "10.9.8.3"));
}

TEST(Links, PrefixesOf31And32HaveNoBroadcast) {
  EXPECT_TRUE(allowed(links(31), "10.9.8.1"));
  EXPECT_TRUE(allowed(links(32), "10.9.8.1"));
}

TEST(Links, PrefixZeroHasTheLimitedBroadcast) {
  EXPECT_FALSE(allowed(links(0), "255.255.255.255"));
  EXPECT_TRUE(allowed(links(0), "10.9.8.255"));
}

TEST(Links, V6ClassesThatAreNoHostAreRefused) {
  for (const char* text : {"::", "ff02::1", "ff00::", "::ffff:10.0.0.1", "fe80::1", "febf::1"})
    EXPECT_FALSE(allowed(links(), text)) << text;
  for (const char* text : {"::1", "2001:db8::1", "fec0::1", "fe00::1", "::fffe:10.0.0.1", "1::ffff:10.0.0.1"})
    EXPECT_TRUE(allowed(links(), text)) << text;
}

}  // namespace
}  // namespace ipvsim::ipvs
