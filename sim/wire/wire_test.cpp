// The walker, the policies and the writer, case by case as nlattr.md states them.
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "sim/wire/cursor.h"
#include "sim/wire/policy.h"

namespace ipvsim::wire {
namespace {

using uapi::kNlaFNested;

std::vector<uint8_t> attr(uint16_t type, const std::string& payload) {
  std::vector<uint8_t> out(uapi::align4(4 + payload.size()), 0);
  const uapi::NlAttr header{static_cast<uint16_t>(4 + payload.size()), type};
  std::memcpy(out.data(), &header, 4);
  std::memcpy(out.data() + 4, payload.data(), payload.size());
  return out;
}

struct Parsed {
  std::vector<AttrPolicy> entries;  // the ext ack points into it
  Status status;
  AttrTable table;
  ExtAck extack;
};

Parsed parse_one(AttrPolicy rule, const std::string& payload, Validation mode = Validation::liberal,
                 uint16_t flag = 0) {
  const auto bytes = attr(static_cast<uint16_t>(1 | flag), payload);
  Parsed parsed;
  parsed.entries = {{}, rule};
  parsed.status = parse_attrs(bytes, 20, Policy{parsed.entries}, mode, parsed.table, &parsed.extack);
  return parsed;
}

TEST(Policy, NulStringCasesOfTheSpec) {
  const AttrPolicy name{AttrKind::nul_string, 15};
  const std::string nul(1, '\0');
  EXPECT_EQ(parse_one(name, "").status, EINVAL);
  EXPECT_EQ(parse_one(name, "rr").status, EINVAL);
  EXPECT_TRUE(parse_one(name, "rr" + nul).status.ok());
  EXPECT_TRUE(parse_one(name, std::string(15, 'x') + nul).status.ok());
  EXPECT_EQ(parse_one(name, std::string(16, 'x') + nul).status, EINVAL);
  EXPECT_TRUE(parse_one(name, "rr" + nul + std::string(12, 'j') + nul).status.ok());
  EXPECT_EQ(parse_one(name, "rr" + nul + std::string(13, 'j')).status, ERANGE);
  EXPECT_EQ(parse_one(name, "rr" + std::string(15, '\0')).status, ERANGE);
  EXPECT_TRUE(parse_one({AttrKind::nul_string, 16}, std::string(16, 'x') + nul).status.ok());
}

TEST(Policy, LiberalTakesLongerIntegersAndRefusesShorterOnes) {
  EXPECT_TRUE(parse_one({AttrKind::u16}, "abcd").status.ok());
  EXPECT_EQ(parse_one({AttrKind::u32}, "abc").status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::u64}, "abcdefg").status, ERANGE);
}

TEST(Policy, StrictWantsExactIntegers) {
  const auto parsed = parse_one({AttrKind::u16}, "abcd", Validation::strict);
  EXPECT_EQ(parsed.status, EINVAL);
  EXPECT_EQ(parsed.extack.message, "invalid attribute length");
  EXPECT_EQ(parsed.extack.bad_attr, 20u);
  ASSERT_NE(parsed.extack.policy, nullptr);
  EXPECT_EQ(parsed.extack.policy->kind, AttrKind::u16);
}

TEST(Policy, StrictLooksAtTheNestedBit) {
  EXPECT_EQ(parse_one({AttrKind::nested}, "", Validation::strict).extack.message, "NLA_F_NESTED is missing");
  EXPECT_EQ(parse_one({AttrKind::u32}, "abcd", Validation::strict, kNlaFNested).extack.message,
            "NLA_F_NESTED not expected");
  EXPECT_TRUE(parse_one({AttrKind::u32}, "abcd", Validation::liberal, kNlaFNested).status.ok());
}

TEST(Policy, StrictRefusesUnspecifiedWithoutNamingAPolicy) {
  const auto parsed = parse_one({}, "abcd", Validation::strict);
  EXPECT_EQ(parsed.status, EINVAL);
  EXPECT_EQ(parsed.extack.message, "Unsupported attribute");
  EXPECT_EQ(parsed.extack.policy, nullptr);
}

TEST(Policy, NestOfOneToThreeBytesIsOutOfRange) {
  EXPECT_TRUE(parse_one({AttrKind::nested}, "").status.ok());
  EXPECT_EQ(parse_one({AttrKind::nested}, "abc").status, ERANGE);
  EXPECT_TRUE(parse_one({AttrKind::nested}, "abcd").status.ok());
}

TEST(Policy, BinaryFlagStringAndUnspecLengths) {
  EXPECT_TRUE(parse_one({AttrKind::binary, 16}, "").status.ok());
  EXPECT_EQ(parse_one({AttrKind::binary, 16}, std::string(17, 'x')).status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::flag}, "x").status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::string, 3}, "").status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::string, 3}, "abcd").status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::unspec, 16}, std::string(15, 'x')).status, ERANGE);
  EXPECT_EQ(parse_one({AttrKind::reject}, "").status, EINVAL);
}

TEST(Policy, UnknownTypesAreSkippedWhenLiberalAndRefusedWhenStrict) {
  const std::vector<AttrPolicy> entries{{}, {AttrKind::u32}};
  auto bytes = attr(7, "x");
  const auto known = attr(1, "abcd");
  bytes.insert(bytes.end(), known.begin(), known.end());
  AttrTable table;
  ExtAck extack;
  EXPECT_TRUE(parse_attrs(bytes, 20, Policy{entries}, Validation::liberal, table, &extack).ok());
  EXPECT_TRUE(table.has(1));
  EXPECT_TRUE(extack.message.empty());
  EXPECT_EQ(parse_attrs(bytes, 20, Policy{entries}, Validation::strict, table, &extack), EINVAL);
  EXPECT_EQ(extack.message, "Unknown attribute type");
  EXPECT_EQ(extack.bad_attr, 20u);
}

TEST(Policy, LastInstanceWinsButEachIsValidated) {
  const std::vector<AttrPolicy> entries{{}, {AttrKind::u16}};
  auto twice = attr(1, "aa");
  const auto second = attr(1, "bb");
  twice.insert(twice.end(), second.begin(), second.end());
  AttrTable table;
  EXPECT_TRUE(parse_attrs(twice, 0, Policy{entries}, Validation::liberal, table, nullptr).ok());
  EXPECT_EQ(table.find(1)->string(), "bb");
  auto bad_first = attr(1, "x");
  bad_first.insert(bad_first.end(), second.begin(), second.end());
  EXPECT_EQ(parse_attrs(bad_first, 0, Policy{entries}, Validation::liberal, table, nullptr), ERANGE);
}

TEST(Policy, LeftoverBytesAreTold) {
  const std::vector<AttrPolicy> entries{{}, {AttrKind::u32}};
  auto bytes = attr(1, "abcd");
  bytes.push_back(9);
  AttrTable table;
  ExtAck extack;
  EXPECT_TRUE(parse_attrs(bytes, 0, Policy{entries}, Validation::liberal, table, &extack).ok());
  EXPECT_EQ(extack.message, "bytes leftover after parsing attributes");
  EXPECT_FALSE(extack.bad_attr.has_value());
  EXPECT_EQ(parse_attrs(bytes, 0, Policy{entries}, Validation::strict, table, &extack), EINVAL);
}

TEST(Policy, InnerPoliciesStopAtTenLevels) {
  std::vector<AttrPolicy> entries{{}, {AttrKind::nested}};
  const Policy policy{entries};
  entries[1].inner = &policy;
  std::vector<uint8_t> bytes;
  for (int level = 0; level < 14; ++level) {
    std::string inner(bytes.begin(), bytes.end());
    bytes = attr(1, inner);
  }
  AttrTable table;
  ExtAck extack;
  EXPECT_EQ(parse_attrs(bytes, 0, policy, Validation::liberal, table, &extack), EINVAL);
  EXPECT_EQ(extack.message, "allowed policy recursion depth exceeded");
}

TEST(AttrStream, MissingFinalPaddingIsFineAndABadLengthStopsTheWalk) {
  const std::vector<uint8_t> unpadded{5, 0, 1, 0, 9};
  AttrStream stream(unpadded, 0);
  Attr out;
  EXPECT_TRUE(stream.next(out));
  EXPECT_EQ(out.u8(), 9);
  EXPECT_FALSE(stream.next(out));
  EXPECT_EQ(stream.leftover(), 0u);
  for (const uint8_t length : std::vector<uint8_t>{0, 3, 9}) {
    const std::vector<uint8_t> bad{length, 0, 1, 0, 1, 2, 3, 4};
    AttrStream broken(bad, 0);
    EXPECT_FALSE(broken.next(out));
    EXPECT_EQ(broken.leftover(), 8u);
  }
}

TEST(Attr, ShortValuesAreZeroFilled) {
  const std::vector<uint8_t> one{0x12};
  const Attr attr_one{1, false, one, 0};
  EXPECT_EQ(attr_one.u32(), 0x12u);
  EXPECT_EQ(attr_one.be16(), 0x1200u);
  EXPECT_EQ(Attr{}.u16(), 0u);
}

TEST(Skb, TruesizeTableOfTheSpec) {
  for (const auto& [last, charge] : {std::pair<size_t, size_t>{192, 768},
                                     {704, 1280},
                                     {1728, 2304},
                                     {3776, 4352},
                                     {7872, 8448},
                                     {16064, 16640},
                                     {32448, 33024}}) {
    EXPECT_EQ(truesize(last), charge);
    EXPECT_GT(truesize(last + 1), charge);
  }
  EXPECT_EQ(truesize(1), 768u);
}

TEST(Cursor, WriteThatDoesNotFitWritesNothingAndSpoils) {
  Skb skb(32);
  Cursor cursor(skb);
  uint8_t* start = cursor.begin_message(0x20, 0, 1, 2, 3, 1);
  const Cursor saved = cursor;
  cursor.put(1, "123456789", 9);
  EXPECT_FALSE(cursor.ok());
  cursor = saved;
  cursor.put(1, "12345678", 8);
  EXPECT_TRUE(cursor.ok());
  cursor.end_message(start);
  cursor.commit(skb);
  EXPECT_EQ(skb.size(), 32u);
  EXPECT_EQ(load<uapi::NlMsgHdr>(skb.bytes(), 0)->len, 32u);
}

TEST(Cursor, PadsSixtyFourBitValuesByDatagramOffset) {
  Skb skb(64, Pad64::yes);
  Cursor cursor(skb);
  cursor.put_u64(5, 11, 7);  // at 0: PAD first, value then at 8
  cursor.put_u64(5, 11, 8);  // at 16: PAD again
  cursor.put_u32(1, 1);      // at 32
  cursor.put_raw(std::vector<uint8_t>{1, 2, 3, 4});
  cursor.put_u64(5, 11, 9);  // at 44: no PAD
  cursor.commit(skb);
  EXPECT_EQ(skb.size(), 16u + 16u + 8u + 4u + 12u);
  EXPECT_EQ(load<uapi::NlAttr>(skb.bytes(), 0)->type, 11);
  EXPECT_EQ(load<uapi::NlAttr>(skb.bytes(), 0)->len, 4);
  EXPECT_EQ(load<uint64_t>(skb.bytes(), 8), 7u);
  EXPECT_EQ(load<uapi::NlAttr>(skb.bytes(), 44)->type, 5);
}

TEST(Cursor, AttributePaddingIsZero) {
  Skb skb(16);
  std::memset(skb.begin(), 0xff, 16);
  Cursor cursor(skb);
  cursor.put_string(6, "ab");
  cursor.put_be16(4, 80);
  cursor.commit(skb);
  EXPECT_EQ(std::vector<uint8_t>(skb.bytes().begin(), skb.bytes().end()),
            (std::vector<uint8_t>{7, 0, 6, 0, 'a', 'b', 0, 0, 6, 0, 4, 0, 0, 80, 0, 0}));
}

}  // namespace
}  // namespace ipvsim::wire
