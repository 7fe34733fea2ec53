// Integers in files under /proc/sys: each row was observed on a running kernel (int_text.h).
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>

#include "sim/ipvs_proc/int_text.h"

namespace ipvsim::ipvs_proc {
namespace {

constexpr int64_t kBefore = 7;

struct Accepted {
  std::string text;
  int64_t value;
  size_t consumed;
};

TEST(IntText, AcceptsWhatTheKernelAccepts) {
  const Accepted rows[] = {
      {"5", 5, 1},
      {"5\n", 5, 2},
      {"  6\n", 6, 4},
      {"\t6", 6, 2},
      {"\v5", 5, 2},
      {"\r5", 5, 2},
      {"-3", -3, 2},
      {"0", 0, 1},
      {"0x1f", 31, 4},
      {"0X1F", 31, 4},
      {"-0x10", -16, 5},
      {"010", 8, 3},
      {"2147483647", 2147483647, 10},
      {"-2147483648", -2147483647 - 1, 11},
      {std::string(19, '0') + "5", 5, 20},
      {"-" + std::string(18, '0') + "5", -5, 20},
      {"0x" + std::string(17, '0') + "5", 5, 20},
      {"", kBefore, 0},
  };
  for (const Accepted& row : rows) {
    int64_t value = kBefore;
    const IntsWritten written = write_ints(row.text, {&value, 1});
    EXPECT_TRUE(written.status.ok()) << row.text;
    EXPECT_EQ(value, row.value) << row.text;
    EXPECT_EQ(written.consumed, row.consumed) << row.text;
  }
}

TEST(IntText, RefusesWhatTheKernelRefusesAndChangesNothing) {
  const std::string rows[] = {
      "+3",
      "- 3",
      "-",
      "--5",
      "08",
      "0x",
      "abc",
      "5abc",
      "5,6",
      "1.5",
      "1e3",
      "0b1",
      "0o7",
      "\n",
      " ",
      "5\v",
      "5\r\n",
      "5\f",
      "5\xa0",
      std::string("5\0", 2),
      std::string("5\0006", 3),
      "2147483648",
      "-2147483649",
      "4294967296",
      "18446744073709551617",
      "99999999999999999999999",
      std::string(20, '0') + "5",
      "-" + std::string(19, '0') + "5",
      "0x" + std::string(18, '0') + "5",
  };
  for (const std::string& row : rows) {
    int64_t value = kBefore;
    EXPECT_EQ(write_ints(row, {&value, 1}).status.err(), EINVAL) << row;
    EXPECT_EQ(value, kBefore) << row;
  }
}

TEST(IntText, TextBehindTheLastValueIsNotConsumed) {
  const Accepted rows[] = {
      {"5 6", 5, 2},    {"5 abc", 5, 2},    {"5\n6", 5, 2},
      {"5    6", 5, 5}, {"5   \n 6", 5, 6}, {"5\t\r\n\v\f 6", 5, 7},
  };
  for (const Accepted& row : rows) {
    int64_t value = kBefore;
    EXPECT_EQ(write_ints(row.text, {&value, 1}).consumed, row.consumed) << row.text;
    EXPECT_EQ(value, row.value) << row.text;
  }
}

TEST(IntText, OnlyTheFirst4095BytesCount) {
  int64_t value = kBefore;
  EXPECT_EQ(write_ints("5" + std::string(4093, ' ') + "7", {&value, 1}).consumed, 4094u);
  EXPECT_EQ(write_ints("5" + std::string(4094, ' ') + "7", {&value, 1}).consumed, 4096u);
  EXPECT_EQ(write_ints("5" + std::string(5000, ' '), {&value, 1}).consumed, 5001u);
  EXPECT_EQ(write_ints(std::string(4094, ' ') + "5", {&value, 1}).consumed, 4095u);
  EXPECT_EQ(write_ints(std::string(5000, ' ') + "5", {&value, 1}).status.err(), EINVAL);
}

TEST(IntText, FewerNumbersLeaveTheRest) {
  std::array<int64_t, 3> values = {1, 2, 3};
  EXPECT_EQ(write_ints("50 60\n", values).consumed, 6u);
  EXPECT_EQ(values, (std::array<int64_t, 3>{50, 60, 3}));
  EXPECT_EQ(write_ints("", values).consumed, 0u);
  EXPECT_EQ(values, (std::array<int64_t, 3>{50, 60, 3}));
}

TEST(IntText, MoreNumbersAreLeftOver) {
  std::array<int64_t, 3> values = {1, 2, 3};
  EXPECT_EQ(write_ints("5000 6000 7000 8000", values).consumed, 15u);
  EXPECT_EQ(values, (std::array<int64_t, 3>{5000, 6000, 7000}));
}

TEST(IntText, NumbersBeforeABadOneAreStored) {
  std::array<int64_t, 3> values = {1, 2, 3};
  EXPECT_EQ(write_ints("5000 6000abc", values).status.err(), EINVAL);
  EXPECT_EQ(values, (std::array<int64_t, 3>{5000, 2, 3}));
  EXPECT_EQ(write_ints("4000,6000", values).status.err(), EINVAL);
  EXPECT_EQ(values, (std::array<int64_t, 3>{5000, 2, 3}));
}

TEST(IntText, SeveralValuesAreShownWithTabs) {
  const std::array<int64_t, 2> values = {3, 50};
  EXPECT_EQ(ints_text(values), "3\t50\n");
  EXPECT_EQ(ints_text(std::span(values).first(1)), "3\n");
}

}  // namespace
}  // namespace ipvsim::ipvs_proc
