// The NLMSG_ERROR datagram, byte by byte: netlink.md 4.
#include "sim/genl/ack.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>

#include "sim/testing/answer.h"
#include "sim/testing/expects_mark.h"
#include "sim/wire/policy.h"

namespace ipvsim::genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

using wire::AttrKind;
using wire::AttrPolicy;
using wire::ExtAck;

constexpr uint32_t kPort = 0x0fa1;

Data ack_bytes(const Data& request, int err, const ExtAck& extack = {}, AckOptions options = {}) {
  options.portid = kPort;
  const wire::SkbPtr skb = make_ack(request, err, extack, options);
  return {skb->bytes().begin(), skb->bytes().end()};
}

Answer ack(const Data& request, int err, const ExtAck& extack = {}, AckOptions options = {}) {
  return read_answers(ack_bytes(request, err, extack, options)).at(0);
}

AckOptions extended() {
  AckOptions options;
  options.ext_ack = true;
  return options;
}

ExtAck bad_attr(const AttrPolicy* policy) {
  ExtAck record;
  record.set_bad_attr("text", 20, policy);
  return record;
}

const Data kRequest = netlink_message(0x20, kDoAck, 0x01020304, {1, 1, 0, 0, 9, 9, 9, 9}, 0xaabbccdd);

TEST(Ack, PlainSuccessIs36BytesWithTheHeaderAsSent) {
  EXPECT_EQ(ack_bytes(kRequest, 0), (Data{36,   0,    0,    0,  //
                                          2,    0,              // NLMSG_ERROR
                                          0,    1,              // CAPPED
                                          4,    3,    2,    1,  //
                                          0xa1, 0x0f, 0,    0,  //
                                          0,    0,    0,    0,  // errno 0
                                          24,   0,    0,    0,  // the request's header
                                          0x20, 0,    5,    0,  //
                                          4,    3,    2,    1,  //
                                          0xdd, 0xcc, 0xbb, 0xaa}));
}

TEST(Ack, ErrorEchoesThePayloadAndIsNotCapped) {
  const Data bytes = ack_bytes(kRequest, EINVAL);
  const Answer answer = read_answers(bytes).at(0);
  EXPECT_EQ(answer.length, 44u);
  EXPECT_EQ(answer.flags, 0);
  EXPECT_EQ(answer.error(), EINVAL);
  EXPECT_EQ(Data(bytes.begin() + 20, bytes.end()), kRequest);
}

TEST(Ack, ErrorOfACappedSocketHasTheHeaderOnly) {
  const ExpectsMark mark("error_ack_capped");
  AckOptions options;
  options.cap_ack = true;
  const Answer answer = ack(kRequest, EINVAL, {}, options);
  EXPECT_EQ(answer.length, 36u);
  EXPECT_EQ(answer.flags, uapi::kNlmFCapped);
}

TEST(Ack, OddPayloadIsPaddedAndTheLengthStaysAMultipleOfFour) {
  for (size_t extra = 1; extra <= 4; ++extra) {
    const Data request = netlink_message(0x20, kDo, 1, Data(4 + extra, 0x77));
    const Data bytes = ack_bytes(request, ENOENT);
    EXPECT_EQ(bytes.size(), 44u) << extra;
    EXPECT_EQ(read_answers(bytes).at(0).length, 44u) << extra;
    for (size_t at = 40 + extra; at < 44; ++at) EXPECT_EQ(bytes[at], 0) << extra;
    uint32_t echoed_length = 0;
    std::memcpy(&echoed_length, bytes.data() + 20, 4);
    EXPECT_EQ(echoed_length, 20 + extra);
  }
}

TEST(Ack, NeverHasTheMultiFlag) {
  for (const int err : {0, EINVAL})
    EXPECT_EQ(ack(kRequest, err, bad_attr(nullptr), extended()).flags & uapi::kNlmFMulti, 0);
}

TEST(Ack, RecordIsInvisibleWithoutTheOption) {
  constexpr AttrPolicy u32{AttrKind::u32};
  EXPECT_EQ(ack(kRequest, EINVAL, bad_attr(&u32)).length, 44u);
  EXPECT_EQ(ack(kRequest, EINVAL, bad_attr(&u32)).flags, 0);
}

TEST(Ack, NoRecordMeansNoTlvFlag) { EXPECT_EQ(ack(kRequest, EINVAL, {}, extended()).flags, 0); }

TEST(Ack, SuccessTellsTheMessageButNotTheAttribute) {
  constexpr AttrPolicy u32{AttrKind::u32};
  const Answer answer = ack(kRequest, 0, bad_attr(&u32), extended());
  EXPECT_EQ(answer.flags, uapi::kNlmFCapped | uapi::kNlmFAckTlvs);
  EXPECT_EQ(types_of(answer.tlvs()), (std::vector<uint16_t>{uapi::kExtAckMsg}));
  EXPECT_EQ(answer.length, 36u + 12u);  // "text" and its NUL: 4 + 5, padded
}

TEST(Ack, ErrorTellsMessageThenOffsetThenPolicy) {
  constexpr AttrPolicy u32{AttrKind::u32};
  const Answer answer = ack(kRequest, EINVAL, bad_attr(&u32), extended());
  EXPECT_EQ(answer.flags, uapi::kNlmFAckTlvs);
  const auto tlvs = answer.tlvs();
  EXPECT_EQ(types_of(tlvs), (std::vector<uint16_t>{1, 2, 0x8004}));
  EXPECT_EQ(tlvs[0].text(), "text");
  EXPECT_EQ(tlvs[1].u32(), 20u);
  EXPECT_EQ(tlvs[2].payload.size() + 4, 36u);
  EXPECT_EQ(answer.length, 44u + 12u + 8u + 36u);
}

struct IntegerCase {
  AttrKind kind;
  uint64_t highest;
  uint32_t type;
};

TEST(Ack, IntegerPoliciesTellTheirWholeRange) {
  for (const auto& [kind, highest, type] :
       {IntegerCase{AttrKind::u8, 0xff, 2}, IntegerCase{AttrKind::u16, 0xffff, 3},
        IntegerCase{AttrKind::u32, 0xffffffff, 4}, IntegerCase{AttrKind::u64, UINT64_MAX, 5}}) {
    const AttrPolicy policy{kind};
    const auto inside = find(ack(kRequest, EINVAL, bad_attr(&policy), extended()).tlvs(), 0x8004).inside();
    EXPECT_EQ(types_of(inside), (std::vector<uint16_t>{4, 5, 1}));
    EXPECT_EQ(inside[0].u64(), 0u);
    EXPECT_EQ(inside[1].u64(), highest);
    EXPECT_EQ(inside[2].u32(), type);
  }
}

TEST(Ack, TextAndBinaryPoliciesTellTheirLongest) {
  for (const auto& [kind, type] : {std::pair{AttrKind::string, 11u}, std::pair{AttrKind::nul_string, 12u},
                                   std::pair{AttrKind::binary, 10u}}) {
    const AttrPolicy limited{kind, 15};
    const auto inside = find(ack(kRequest, EINVAL, bad_attr(&limited), extended()).tlvs(), 0x8004).inside();
    EXPECT_EQ(types_of(inside), (std::vector<uint16_t>{7, 1}));
    EXPECT_EQ(inside[0].u32(), 15u);
    EXPECT_EQ(inside[1].u32(), type);
    const AttrPolicy unlimited{kind};
    const auto bare = find(ack(kRequest, EINVAL, bad_attr(&unlimited), extended()).tlvs(), 0x8004).inside();
    EXPECT_EQ(types_of(bare), (std::vector<uint16_t>{1}));
  }
}

TEST(Ack, NestPolicyTellsItsTypeOnlyInTwelveBytes) {
  constexpr AttrPolicy nest{AttrKind::nested};
  const auto tlvs = ack(kRequest, EINVAL, bad_attr(&nest), extended()).tlvs();
  EXPECT_EQ(find(tlvs, 0x8004).payload, (Data{8, 0, 1, 0, 13, 0, 0, 0}));
}

TEST(Ack, FlagPolicyTellsItsType) {
  constexpr AttrPolicy flag{AttrKind::flag};
  const auto inside = find(ack(kRequest, EINVAL, bad_attr(&flag), extended()).tlvs(), 0x8004).inside();
  EXPECT_EQ(types_of(inside), (std::vector<uint16_t>{1}));
  EXPECT_EQ(inside[0].u32(), 1u);
}

TEST(Ack, UnspecAndRejectPoliciesAreWithdrawn) {
  for (const AttrKind kind : {AttrKind::unspec, AttrKind::reject}) {
    const AttrPolicy policy{kind};
    EXPECT_EQ(types_of(ack(kRequest, EINVAL, bad_attr(&policy), extended()).tlvs()),
              (std::vector<uint16_t>{uapi::kExtAckMsg, uapi::kExtAckOffs}));
  }
}

TEST(Ack, SixtyFourBitLimitsArePaddedWhereTheMachineWantsIt) {
  // Request of 24 bytes: echo ends at 44, MSG "text" at 44..56, OFFS 56..64, nest header 64..68: MIN at 68
  // wants no PAD, MAX at 80 does (80 mod 8 = 0).
  constexpr AttrPolicy u32{AttrKind::u32};
  AckOptions options = extended();
  options.pad64 = wire::Pad64::yes;
  const auto inside = find(ack(kRequest, EINVAL, bad_attr(&u32), options).tlvs(), 0x8004).inside();
  EXPECT_EQ(types_of(inside), (std::vector<uint16_t>{4, 11, 5, 1}));
}

TEST(Ack, IsChargedByItsBytes) {
  EXPECT_EQ(make_ack(kRequest, 0, {}, {})->charge(), 768u);
  const Data large = netlink_message(0x20, kDo, 1, Data(200, 0));
  EXPECT_EQ(make_ack(large, EINVAL, {}, {})->charge(), 1280u);
  EXPECT_EQ(make_ack(large, 0, {}, {})->charge(), 768u);
}

// Measured on 6.1.176: the longest acknowledgement that a buffer with 768 bytes left took.
TEST(Ack, IsChargedForMoreThanItsPolicyTakes) {
  const ExpectsMark mark("ack_charged_beyond_its_bytes");
  const auto longest_small = [](AttrKind kind, wire::Pad64 pad64) {
    AttrPolicy policy{kind};
    policy.len = kind == AttrKind::nul_string ? 15 : 0;
    AckOptions options = extended();
    options.pad64 = pad64;
    size_t longest = 0;
    for (size_t filler = 0; filler < 240; filler += 4) {
      const auto skb =
          make_ack(netlink_message(0x20, kDo, 1, Data(filler, 0)), EINVAL, bad_attr(&policy), options);
      if (skb->charge() == 768) longest = skb->size();
    }
    return longest;
  };
  EXPECT_EQ(longest_small(AttrKind::nested, wire::Pad64::yes), 172u);
  EXPECT_EQ(longest_small(AttrKind::nul_string, wire::Pad64::yes), 180u);
  EXPECT_EQ(longest_small(AttrKind::u32, wire::Pad64::yes), 184u);
  // Not measured: as the same rule has it without the PADs.
  EXPECT_EQ(longest_small(AttrKind::u32, wire::Pad64::no), 188u);
  EXPECT_EQ(longest_small(AttrKind::unspec, wire::Pad64::no), 192u);
}

}  // namespace
}  // namespace ipvsim::genl
