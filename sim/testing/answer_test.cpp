// The tests' own reader refuses what is not netlink: a reader that took anything would prove nothing.
#include "sim/testing/answer.h"

#include <gtest/gtest.h>

namespace ipvsim::testing {
namespace {

Data answer(const Attrs& attrs) { return genl_request(0x20, 1, 0, attrs); }
bool sound(const Data& datagram) { return !malformed(datagram).has_value(); }

TEST(AnswerReader, TakesWhatIsWellFormed) {
  EXPECT_TRUE(sound(answer({})));
  EXPECT_TRUE(sound(answer(Attrs().u32(1, 2).text(2, "a").nest(3, Attrs().u8(1, 1)))));
  EXPECT_TRUE(sound(batch({answer({}), answer(Attrs().u64(1, 2))})));
  EXPECT_TRUE(sound(netlink_message(uapi::kNlmsgDone, uapi::kNlmFMulti, 1, Data(4, 0))));
}

TEST(AnswerReader, RefusesLengthsThatDoNotFit) {
  const Data good = answer(Attrs().u32(1, 2));
  EXPECT_FALSE(sound({}));
  EXPECT_FALSE(sound(Data(good.begin(), good.end() - 1)));
  EXPECT_FALSE(sound(with_length(good, static_cast<uint32_t>(good.size() + 4))));
  EXPECT_FALSE(sound(with_length(good, static_cast<uint32_t>(good.size() - 4))));
  EXPECT_FALSE(sound(with_length(good, 15)));
  EXPECT_FALSE(sound(with_length(good, 0)));
}

TEST(AnswerReader, RefusesMessagesThatAreNotAligned) {
  EXPECT_FALSE(sound(netlink_message(0x20, 0, 1, Data(5, 0))));
}

TEST(AnswerReader, RefusesAttributesThatDoNotTileTheirMessage) {
  for (const uint8_t length : std::initializer_list<uint8_t>{0, 3, 9, 200}) {
    Data bad = answer(Attrs().u32(1, 2));
    bad[20] = length;
    EXPECT_FALSE(sound(bad)) << int{length};
  }
}

TEST(AnswerReader, RefusesPaddingThatIsNotZero) {
  Data bad = answer(Attrs().u8(1, 2));
  bad.back() = 1;
  EXPECT_FALSE(sound(bad));
}

TEST(AnswerReader, RefusesAnErrorWithoutItsRequestsHeader) {
  EXPECT_FALSE(sound(netlink_message(uapi::kNlmsgError, uapi::kNlmFAckTlvs, 1, Data(8, 0))));
}

TEST(AnswerReader, ReadsNumbersOfTheirSizeOnly) {
  const auto attrs = read_attrs(Attrs().u32(1, 7).text(2, "ab").be16(3, 0x1234).data());
  EXPECT_EQ(find(attrs, 1).u32(), 7u);
  EXPECT_THROW((void)find(attrs, 1).u16(), std::runtime_error);
  EXPECT_EQ(find(attrs, 2).text(), "ab");
  EXPECT_THROW((void)find(attrs, 1).text(), std::runtime_error);
  EXPECT_EQ(find(attrs, 3).be16(), 0x1234);
  EXPECT_THROW((void)find(attrs, 9), std::runtime_error);
}

}  // namespace
}  // namespace ipvsim::testing
