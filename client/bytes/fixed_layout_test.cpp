// The short way through an entry against the long one: the same values, or no short way.
#include "client/bytes/fixed_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "client/bytes/decode.h"
#include "client/testing/wire.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;
using testing::Attrs;
using testing::ByteString;

using Part = std::function<void(Attrs&)>;

Attrs narrow() {
  Attrs a;
  a.u32(1, 0xffffff01).u32(2, 2).u32(3, 3).u64(4, 0x4000000000).u64(5, 5);
  a.u32(6, 6).u32(7, 7).u32(8, 8).u32(9, 9).u32(10, 0x80000010);
  return a;
}
Attrs wide() {
  Attrs a;
  for (uint16_t i = 1; i <= 10; ++i) a.u64(i, 0x1000000000000001u * i);
  return a;
}

ByteString address(uint8_t first) {
  ByteString bytes(16);
  for (size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(first + i);
  return bytes;
}

std::vector<Part> service_parts(bool fwmark, bool nested) {
  std::vector<Part> parts = {[](Attrs& a) { a.u16(kIpvsSvcAttrAf, kAfInet); }};
  if (fwmark) {
    parts.push_back([](Attrs& a) { a.u32(kIpvsSvcAttrFwmark, 77); });
  } else {
    parts.push_back([](Attrs& a) { a.u16(kIpvsSvcAttrProtocol, kIpprotoUdp); });
    parts.push_back([](Attrs& a) { a.raw(kIpvsSvcAttrAddr, address(10)); });
    parts.push_back([](Attrs& a) { a.be16(kIpvsSvcAttrPort, 8053); });
  }
  parts.push_back([](Attrs& a) { a.text(kIpvsSvcAttrSchedName, "lblcr"); });
  parts.push_back([](Attrs& a) { a.u64(kIpvsSvcAttrFlags, 0xffffffff00000003); });
  parts.push_back([](Attrs& a) { a.u32(kIpvsSvcAttrTimeout, 300); });
  parts.push_back([](Attrs& a) { a.be32(kIpvsSvcAttrNetmask, 0xffffff00); });
  parts.push_back([](Attrs& a) { a.nest(kIpvsSvcAttrStats, narrow()); });
  parts.push_back([](Attrs& a) { a.nest(kIpvsSvcAttrStats64, wide()); });
  if (nested) parts.push_back([](Attrs& a) { a.nest(kIpvsSvcAttrDests, Attrs().u32(1, 5)); });
  return parts;
}

std::vector<Part> destination_parts() {
  return {[](Attrs& a) { a.raw(kIpvsDestAttrAddr, address(192)); },
          [](Attrs& a) { a.be16(kIpvsDestAttrPort, 8080); },
          [](Attrs& a) { a.u32(kIpvsDestAttrFwdMethod, 0x102); },
          [](Attrs& a) { a.u32(kIpvsDestAttrWeight, 100); },
          [](Attrs& a) { a.u8(kIpvsDestAttrTunType, 1); },
          [](Attrs& a) { a.be16(kIpvsDestAttrTunPort, 6080); },
          [](Attrs& a) { a.u16(kIpvsDestAttrTunFlags, 2); },
          [](Attrs& a) { a.u32(kIpvsDestAttrUThresh, 11); },
          [](Attrs& a) { a.u32(kIpvsDestAttrLThresh, 12); },
          [](Attrs& a) { a.u32(kIpvsDestAttrActiveConns, 13); },
          [](Attrs& a) { a.u32(kIpvsDestAttrInactConns, 14); },
          [](Attrs& a) { a.u32(kIpvsDestAttrPersistConns, 15); },
          [](Attrs& a) { a.u16(kIpvsDestAttrAddrFamily, kAfInet); },
          [](Attrs& a) { a.nest(kIpvsDestAttrStats, narrow()); },
          [](Attrs& a) { a.nest(kIpvsDestAttrStats64, wide()); }};
}

ByteString bytes_of(const std::vector<Part>& parts) {
  Attrs attrs;
  for (const Part& part : parts) part(attrs);
  return attrs.content();
}
// The long way takes attributes in any order; the short one only in its own.
ByteString backwards(std::vector<Part> parts) {
  std::reverse(parts.begin(), parts.end());
  return bytes_of(parts);
}

TEST(UsualLayout, ServiceReadsTheSameBothWays) {
  for (const bool fwmark : {false, true}) {
    for (const bool nested : {false, true}) {
      const auto parts = service_parts(fwmark, nested);
      const ByteString usual = bytes_of(parts);
      const ByteString other = backwards(parts);
      Service fast;
      Service slow;
      Bytes fast_dests;
      Bytes slow_dests;
      bool fast_has = !nested;
      bool slow_has = !nested;
      ASSERT_TRUE(read_fixed_service(usual, fast, fast_dests, fast_has));
      ASSERT_FALSE(read_fixed_service(other, slow, slow_dests, slow_has));
      ASSERT_EQ(decode_service(other, slow, slow_dests, slow_has), nullptr);
      EXPECT_EQ(fast, slow);
      EXPECT_EQ(fast.scheduler, "lblcr");
      EXPECT_EQ(fast.stats.wide.out_bps, 0x1000000000000001u * 10);
      EXPECT_EQ(fast_has, nested);
      EXPECT_EQ(slow_has, nested);
      if (nested) {
        EXPECT_TRUE(std::equal(fast_dests.begin(), fast_dests.end(), slow_dests.begin()));
      }
    }
  }
}

TEST(UsualLayout, DestinationReadsTheSameBothWays) {
  const ByteString usual = bytes_of(destination_parts());
  const ByteString other = backwards(destination_parts());
  Destination fast;
  Destination slow;
  ASSERT_TRUE(read_fixed_destination(usual, kAfInet, fast));
  ASSERT_FALSE(read_fixed_destination(other, kAfInet, slow));
  ASSERT_EQ(decode_destination(other, kAfInet, slow), nullptr);
  EXPECT_EQ(fast, slow);
  EXPECT_EQ(fast.id.port, 8080);
  EXPECT_EQ(fast.forward, 2u);
}

// Every header byte of the layout counts, those of the statistics included.
TEST(UsualLayout, AnyOtherHeaderIsLeftToTheLongWay) {
  const ByteString usual = bytes_of(destination_parts());
  size_t refused = 0;
  for (size_t at = 0; at < usual.size(); at += 4) {
    ByteString changed = usual;
    changed[at] ^= std::byte{0x40};
    Destination fast;
    if (read_fixed_destination(changed, kAfInet, fast)) {
      Destination slow;
      ByteString reordered = changed;  // ADDR, 20 bytes, behind the rest
      std::rotate(reordered.begin(), reordered.begin() + 20, reordered.end());
      ASSERT_EQ(decode_destination(reordered, kAfInet, slow), nullptr) << at;
      EXPECT_EQ(fast, slow) << "byte " << at;
    } else {
      EXPECT_EQ(fast, Destination()) << "byte " << at;
      ++refused;
    }
  }
  // 15 attributes and ten in each form of the statistics.
  EXPECT_EQ(refused, 35u);
}

TEST(UsualLayout, MissingAdditionalAndCutAttributesAreLeftToTheLongWay) {
  const ByteString usual = bytes_of(service_parts(false, true));
  for (size_t size = 0; size < usual.size(); ++size) {
    Service out;
    Bytes dests;
    bool has_dests = false;
    const bool taken = read_fixed_service(Bytes(usual).first(size), out, dests, has_dests);
    EXPECT_EQ(taken, size == usual.size() - 12) << size;  // without DESTS
    if (!taken) {
      EXPECT_EQ(out, Service()) << size;
    }
  }
  auto parts = service_parts(false, true);
  parts.push_back([](Attrs& a) { a.u32(99, 1); });
  const ByteString longer = bytes_of(parts);
  Service out;
  Bytes dests;
  bool has_dests = false;
  EXPECT_FALSE(read_fixed_service(longer, out, dests, has_dests));
}

}  // namespace
}  // namespace ipvsim::client
