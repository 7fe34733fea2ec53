// What is drawn: reproducible, and nothing that a kernel's other guests or its timing decide.
#include "proptests/conformance/draw.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace ipvsim::conformance {
namespace {

std::map<std::string, size_t> words(const std::string& text) {
  std::map<std::string, size_t> count;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) ++count[line.substr(0, line.find(' '))];
  return count;
}

TEST(DrawnSession, OneSeedIsOneSession) {
  EXPECT_EQ(draw({.seed = 7}), draw({.seed = 7}));
  EXPECT_NE(draw({.seed = 7}), draw({.seed = 8}));
}

TEST(DrawnSession, HoldsEveryEventOfARecording) {
  std::map<std::string, size_t> count = words(draw({.steps = 3000}));
  EXPECT_EQ(count["ns"], 1u);
  for (const char* word : {"#", "sock", "opt", "rcvbuf", "send", "drain", "recv", "peek", "close"})
    EXPECT_GT(count[word], 0u) << word;
  EXPECT_EQ(count.size(), 10u);
}

TEST(DrawnSession, WithOneNamespaceHasNoOther) {
  const std::string text = draw({.steps = 300, .two_namespaces = false});
  EXPECT_EQ(text.find("ns 1"), std::string::npos);
  EXPECT_EQ(text.find("sock 2"), std::string::npos);
}

// Of requests that are not mutated, the command stands in byte 16 of each datagram's first message.
TEST(DrawnSession, NeverStopsADaemonOrListsAllFamilies) {
  std::istringstream lines(draw({.steps = 3000, .mutated = 0}));
  size_t starts = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("send ")) continue;
    const std::string hex = line.substr(7);
    const bool ipvs = hex.substr(8, 4) == "2000";
    const std::string command = hex.substr(32, 2);
    starts += ipvs && command == "09";
    EXPECT_FALSE(ipvs && command == "0a") << line;
    EXPECT_FALSE(hex.substr(8, 4) == "1000" && command == "03" && hex.substr(14, 2) == "03") << line;
  }
  EXPECT_GT(starts, 10u);
}

}  // namespace
}  // namespace ipvsim::conformance
