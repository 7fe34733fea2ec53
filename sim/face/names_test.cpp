// Names read and told, and what is refused.
#include "ipvsim/names.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ipvsim {
namespace {

TEST(Names, AServiceIsReadAndToldTheSameWay) {
  for (const char* name : {"tcp:10.0.0.1:80", "udp:[2001:db8::1]:53", "sctp:10.0.0.1:3868", "fwm:7", "fwm6:7",
                           "fwm:4294967295", "tcp:0.0.0.0:0", "tcp:10.0.0.1:65535"})
    EXPECT_EQ(ServiceKey(name).name(), name);
}

TEST(Names, AServiceHasTheFieldsItsNameSays) {
  const ServiceKey dns("udp:[2001:db8::1]:53");
  EXPECT_EQ(dns.af, kInet6);
  EXPECT_EQ(dns.protocol, kUdp);
  EXPECT_EQ(dns.port, 53);
  EXPECT_EQ(dns.addr, *Address::parse("2001:db8::1"));
  EXPECT_EQ(dns.fwmark, 0U);
  const ServiceKey mark("fwm6:9");
  EXPECT_EQ(mark.af, kInet6);
  EXPECT_EQ(mark.fwmark, 9U);
}

TEST(Names, WhatIsNoServiceIsRefusedWithTheWayToWriteOne) {
  for (const char* name :
       {"", "tcp", "tcp:10.0.0.1", "tcp:10.0.0.1:65536", "tcp:2001:db8::1:80", "tcp:[10.0.0.1]:80",
        "icmp:10.0.0.1:80", "fwm:0", "fwm:", "fwm:4294967296", "fwm:7 ", "tcp:10.0.0.1:80x"}) {
    try {
      (void)ServiceKey(name);
      ADD_FAILURE() << "taken: " << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()),
                "service '" + std::string(name) +
                    "': must be like tcp:10.0.0.1:80, udp:[2001:db8::1]:53, sctp:..., "
                    "fwm:7 or fwm6:7");
    }
  }
}

TEST(Names, ADestinationIsReadAndToldTheSameWay) {
  EXPECT_EQ(DestKey("10.1.0.1:8080").name(), "10.1.0.1:8080");
  EXPECT_EQ(DestKey("[2001:db8::2]:80").name(), "[2001:db8::2]:80");
  EXPECT_EQ(DestKey("[2001:db8::2]:80").af, kInet6);
  EXPECT_THROW((void)DestKey("tcp:10.1.0.1:80"), std::invalid_argument);
  EXPECT_THROW((void)DestKey("2001:db8::2:80"), std::invalid_argument);
}

TEST(Names, AProtocolWithoutANameIsToldByItsNumber) {
  EXPECT_EQ(ServiceKey(kInet, 50, Address::v4(10, 0, 0, 1), 80).name(), "IP_50:10.0.0.1:80");
}

}  // namespace
}  // namespace ipvsim
