// The text form of dump buffer rules.
#include <gtest/gtest.h>

#include <stdexcept>

#include "ipvsim/dump_buffer.h"

namespace ipvsim {
namespace {

TEST(DumpBufferText, IsReadAndToldTheSameWay) {
  for (const char* text : {"kernel", "fixed:700", "script:700,400,32448", "random:20,212960"})
    EXPECT_EQ(DumpBufferRule(text).text(), text);
  EXPECT_EQ(DumpBufferRule("script:40").kind(), DumpBufferRule::Kind::script);
}

TEST(DumpBufferText, SaysWhatIsWrong) {
  const auto complaint = [](const char* text) -> std::string {
    try {
      (void)DumpBufferRule(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_EQ(complaint("fixed:19"), "fixed:19: a size must be 20 to 212960");
  EXPECT_EQ(complaint("fixed:212961"), "fixed:212961: a size must be 20 to 212960");
  EXPECT_EQ(complaint("fixed:40,50"), "fixed:40,50: fixed takes one size");
  EXPECT_EQ(complaint("random:50,40"), "random:50,40: random takes LO,HI with LO <= HI");
  EXPECT_EQ(complaint("script:40,"), "script:40,: a size must be 20 to 212960");
  EXPECT_EQ(complaint("page"), "page: must be fixed:N, script:N,N,..., random:LO,HI or kernel");
}

}  // namespace
}  // namespace ipvsim
