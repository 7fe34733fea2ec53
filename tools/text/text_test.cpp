// Tests of the two small translations: error numbers and hexadecimal text.
#include <cerrno>
#include <climits>

#include <gtest/gtest.h>

#include "tools/text/errno_name.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {
namespace {

TEST(ErrnoName, SignDoesNotMatter) {
  EXPECT_EQ(errno_name(EINVAL), "EINVAL");
  EXPECT_EQ(errno_name(-EINVAL), "EINVAL");
}

TEST(ErrnoName, CommonerOfTwoNames) {
  EXPECT_EQ(errno_name(EAGAIN), "EAGAIN");
  EXPECT_EQ(errno_name(EOPNOTSUPP), "EOPNOTSUPP");
}

TEST(ErrnoName, ZeroAndUnknownNumbers) {
  EXPECT_EQ(errno_name(0), "0");
  EXPECT_EQ(errno_name(-4095), "errno -4095");
  EXPECT_EQ(errno_name(INT_MIN), "errno -2147483648");
}

TEST(ErrnoName, EveryNameTheSpecUsesGoesBothWays) {
  const std::pair<int, const char*> rows[] = {
      {EPERM, "EPERM"},
      {ENOENT, "ENOENT"},
      {ESRCH, "ESRCH"},
      {EINTR, "EINTR"},
      {EAGAIN, "EAGAIN"},
      {ENOMEM, "ENOMEM"},
      {EBUSY, "EBUSY"},
      {EEXIST, "EEXIST"},
      {ENODEV, "ENODEV"},
      {EINVAL, "EINVAL"},
      {ERANGE, "ERANGE"},
      {ENODATA, "ENODATA"},
      {EMSGSIZE, "EMSGSIZE"},
      {ENOPROTOOPT, "ENOPROTOOPT"},
      {EPROTONOSUPPORT, "EPROTONOSUPPORT"},
      {EOPNOTSUPP, "EOPNOTSUPP"},
      {EAFNOSUPPORT, "EAFNOSUPPORT"},
      {EADDRINUSE, "EADDRINUSE"},
      {ENOBUFS, "ENOBUFS"},
      {ECONNREFUSED, "ECONNREFUSED"},
  };
  for (const auto& [number, name] : rows) {
    EXPECT_EQ(errno_name(number), name);
    EXPECT_EQ(errno_number(name), number) << name;
  }
}

TEST(ErrnoNumber, SecondNamesAndNonsense) {
  EXPECT_EQ(errno_number("EWOULDBLOCK"), EAGAIN);
  EXPECT_EQ(errno_number("einval"), std::nullopt);
  EXPECT_EQ(errno_number(""), std::nullopt);
}

TEST(Hex, GoesBothWays) {
  const std::vector<uint8_t> bytes = {0x00, 0x0f, 0xa0, 0xff};
  EXPECT_EQ(to_hex(bytes), "000fa0ff");
  EXPECT_EQ(from_hex("000fa0ff"), bytes);
  EXPECT_EQ(from_hex(""), std::vector<uint8_t>{});
}

TEST(Hex, RefusesOddLengthUpperCaseAndOtherCharacters) {
  EXPECT_EQ(from_hex("abc"), std::nullopt);
  EXPECT_EQ(from_hex("AB"), std::nullopt);
  EXPECT_EQ(from_hex("0x"), std::nullopt);
}

TEST(Hex, ShortFormTellsTheWholeLength) {
  const std::vector<uint8_t> bytes(40, 0xaa);
  EXPECT_EQ(to_hex_short(bytes, 2), "aaaa.. (40 bytes)");
  EXPECT_EQ(to_hex_short(bytes, 40), to_hex(bytes));
}

}  // namespace
}  // namespace ipvsim::tools
