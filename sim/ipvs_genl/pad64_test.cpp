// 64-bit attributes behind a PAD where the machine wants it: sockets-and-builds.md 2.
#include <gtest/gtest.h>

#include "sim/testing/expects_mark.h"
#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

constexpr uint16_t kPad = 11;

Profile padded(DumpVariant variant = DumpVariant::stock) {
  Profile profile;
  profile.pad64 = wire::Pad64::yes;
  profile.variant = variant;
  return profile;
}

// Checks the rule on each attribute of a statistics nest whose content starts at `offset` of the datagram;
// returns the number of PADs.
int check_stats(const AnswerAttrs& stats, size_t offset) {
  int pads = 0;
  bool pad_before = false;
  for (const AnswerAttr& attr : stats) {
    const bool is_pad = attr.type == kPad;
    if (is_pad) {
      EXPECT_TRUE(attr.payload.empty());
      EXPECT_EQ(offset % 8, 0u) << "a PAD that is not needed at " << offset;
      ++pads;
    } else if (attr.payload.size() == 8) {
      EXPECT_NE(offset % 8, 0u) << "a value that is not aligned at " << offset;
    } else {
      EXPECT_FALSE(pad_before) << "a PAD before a number of 32 bits at " << offset;
    }
    pad_before = is_pad;
    offset += align4(4 + attr.payload.size());
  }
  EXPECT_FALSE(pad_before);
  return pads;
}

// Walks a SERVICE or DEST nest whose content starts at `offset`.
int check_entry(const AnswerAttrs& entry, size_t offset) {
  int pads = 0;
  for (const AnswerAttr& attr : entry) {
    const bool stats = attr.type == kIpvsSvcAttrStats || attr.type == kIpvsSvcAttrStats64;
    if (stats) pads += check_stats(attr.inside(), offset + 4);
    if (attr.type == kIpvsSvcAttrDests && attr.payload.size() > 2) {
      size_t inner = offset + 4;
      for (const AnswerAttr& dest : attr.inside()) {
        pads += check_entry(dest.inside(), inner + 4);
        inner += 4 + dest.payload.size();
      }
    }
    offset += align4(4 + attr.payload.size());
  }
  return pads;
}

// `phase`: where in memory the datagram begins, modulo 8.
int check_datagram(const Received& got, size_t phase = 0) {
  int pads = 0;
  size_t offset = phase;
  for (const Answer& answer : got.answers()) {
    if (!answer.is_done()) pads += check_entry(answer.attributes().at(0).inside(), offset + 24);
    offset += answer.length;
  }
  return pads;
}

TEST(Pad64, ServiceAtTheStartOfADatagramTakes360Bytes) {
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  add_in_row(kernel, 0);
  const auto got = user.dump(kIpvsGetService);
  // INBYTES would stand at 132 (no PAD), OUTBYTES at 144 (PAD); the first of STATS64 at 204 (none), the nine
  // behind it all need one: 320 + 4 + 36.
  EXPECT_EQ(lengths(got), (std::vector<int>{360, 20}));
  EXPECT_EQ(check_datagram(got[0]), 10);
}

TEST(Pad64, LengthDependsOnWhatStandsBefore) {
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  // `none` makes the entry 4 bytes longer, so both byte counters need a PAD: 324 + 8 + 36.
  ipvs::ServiceSettings none;
  none.scheduler = "none";
  ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), service_key("10.0.0.1", 80), none).ok());
  EXPECT_EQ(user.dump(kIpvsGetService)[0].length, 368u);
}

TEST(Pad64, MarkServiceAndDestination) {
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), ipvs::ServiceKey::of_fwmark(1), {}).ok());
  add_dests(kernel, *kernel.ipvs().find_service(kernel.ipvs_netns(), ipvs::ServiceKey::of_fwmark(1)), 3);
  // INBYTES at 104 and OUTBYTES at 120 both need a PAD; STATS64 starts at 180: 292 + 8 + 36.
  EXPECT_EQ(user.dump(kIpvsGetService)[0].length, 336u);
  const auto dests = user.dump(kIpvsGetDest, in_service(mark_identity(1)));
  // INBYTES at 168 and OUTBYTES at 184 need one; STATS64 starts at 244: 356 + 8 + 36.
  EXPECT_EQ(dests[0].length, 3u * 400u);
  check_datagram(dests[0]);
}

TEST(Pad64, NestedDestinationsAreMeasuredFromTheDatagramToo) {
  for (const DumpVariant variant : {DumpVariant::rfc_v2, DumpVariant::rfc_v3}) {
    sim::Kernel kernel(padded(variant));
    IpvsUser user(kernel);
    add_in_row(kernel, 0, 0, 3);
    const auto got = user.dump(kIpvsGetServiceDest);
    // The service is 360, DESTS 4; destinations whose nest starts at 0 mod 8 take 380, at 4 mod 8 376: at 364
    // the nest is at 4 mod 8.
    const auto dests = find(find(got[0].answer().attributes(), 1).inside(), kIpvsSvcAttrDests).inside();
    size_t offset = 364;
    for (const AnswerAttr& dest : dests) {
      EXPECT_EQ(dest.payload.size() + 4, offset % 8 == 4 ? 380u : 376u);
      offset += dest.payload.size() + 4;
    }
    EXPECT_GT(check_datagram(got[0]), 30);
  }
}

TEST(Pad64, EveryVariantAndBufferSizeKeepsTheRule) {
  for (const DumpVariant variant :
       {DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3}) {
    sim::Kernel kernel(padded(variant));
    IpvsUser user(kernel);
    for (size_t row = 0; row < 12; ++row) {
      ipvs::ServiceSettings settings;
      settings.scheduler = row % 3 == 0 ? "none" : "rr";
      const auto key = service_key(address_in_row(row), 80);
      ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), key, settings).ok());
      add_dests(kernel, *kernel.ipvs().find_service(kernel.ipvs_netns(), key), static_cast<int>(row % 4));
    }
    const uint8_t cmd = variant == DumpVariant::stock ? kIpvsGetService : kIpvsGetServiceDest;
    for (size_t n = 800; n < 4000; n += 51) {
      kernel.set_dump_buffer(DumpBufferRule::fixed(n));
      size_t services = 0;
      for (const Received& got : user.dump(cmd)) {
        EXPECT_LE(got.length, n);
        check_datagram(got, (8 - n % 8) % 8);
        for (const Answer& answer : got.answers())
          services += !answer.is_done() && answer.command() == kIpvsNewService;
      }
      EXPECT_GE(services, 12u);
    }
  }
}

TEST(Pad64, AnEntryFitsOnlyWithItsPads) {
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  add_in_row(kernel, 0);
  // What it takes follows from where the buffer begins: 360 at 0 modulo 8, 364 at 4, 320 anywhere else.
  for (const auto& [room, length] :
       {std::pair{352, 0}, {360, 360}, {356, 0}, {364, 364}, {319, 0}, {359, 320}}) {
    kernel.set_dump_buffer(DumpBufferRule::fixed(static_cast<size_t>(room)));
    const std::vector<int> told = length == 0 ? std::vector<int>{20} : std::vector<int>{length, 20};
    EXPECT_EQ(lengths(user.dump(kIpvsGetService)), told) << room;
  }
}

// A dump's buffer ends where its allocation does, so its size decides where it begins. Measured on 6.1.176
// with receives of odd sizes; the recordings have none.
TEST(Pad64, AnOddDumpBufferShiftsOrEndsThePadding) {
  const ExpectsMark mark("dump_buffer_at_an_odd_place");
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  add_in_row(kernel, 0);
  // Begins at 4 modulo 8: INBYTES needs a PAD too, and so the first of STATS64 none, as before: 320 + 8 + 36.
  kernel.set_dump_buffer(DumpBufferRule::fixed(4004));
  const auto shifted = user.dump(kIpvsGetService);
  EXPECT_EQ(shifted[0].length, 364u);
  check_datagram(shifted[0], 4);
  // Nothing is ever at 0 modulo 8.
  for (const size_t n : {4001, 4002, 4003, 4005, 4006, 4007}) {
    kernel.set_dump_buffer(DumpBufferRule::fixed(n));
    EXPECT_EQ(user.dump(kIpvsGetService)[0].length, 320u) << n;
  }
}

TEST(Pad64, DoReplyIsPaddedToo) {
  sim::Kernel kernel(padded());
  IpvsUser user(kernel);
  add_in_row(kernel, 0);
  const auto got =
      user.ask(user.request(kIpvsGetService, in_service(service_identity(address_in_row(0), 80)), kDo));
  EXPECT_EQ(lengths(got), (std::vector<int>{360}));
  EXPECT_EQ(check_datagram(got[0]), 10);
}

TEST(Pad64, NoneWithoutIt) {
  sim::Kernel kernel;
  IpvsUser user(kernel);
  add_in_row(kernel, 0);
  const auto got = user.dump(kIpvsGetService);
  const auto service = find(got[0].answer().attributes(), 1).inside();
  for (const uint16_t nest : {kIpvsSvcAttrStats, kIpvsSvcAttrStats64})
    EXPECT_FALSE(has(find(service, nest).inside(), kPad));
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
