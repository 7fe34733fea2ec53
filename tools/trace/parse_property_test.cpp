// Property: whatever the text, the reader gives a trace or a TraceError with a line of the text. RapidCheck
// prints the seed and, after a failure, the line that replays it.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tools/trace/parse.h"

namespace ipvsim::tools {
namespace {

const std::string& sample() {
  static const std::string text =
      "nltrace 1\nkernel 6.1.0-57-amd64\nvariant stock\nfamily 32\nsalt 224\nhz 250\npad64 no\n"
      "link lo up mtu 65536 addr 127.0.0.1/8\n# note\nns 1 salt 16\nsock 0 portid 4001\nsock 1 portid 1 ns "
      "1\n"
      "opt 0 11 1 ok\nrcvbuf 0 4096 EPERM\nsend 0 00ff\nsend 0 00 EMSGSIZE\nrecv 0 8 2 0102\npeek 0 1 2 01\n"
      "recv 0 8 EAGAIN\nclose 0\n";
  return text;
}

void check_read(const std::string& text) {
  std::istringstream in(text);
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  try {
    const Trace trace = parse_trace(in);
    size_t previous = 0;
    for (const TraceEvent& event : trace.events) {
      RC_ASSERT(event.line > previous);
      RC_ASSERT(event.line <= lines);
      previous = event.line;
    }
  } catch (const TraceError& error) {
    RC_ASSERT(error.line() <= lines);
    RC_ASSERT(std::all_of(error.what(), error.what() + std::string_view(error.what()).size(),
                          [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST(TraceParseProperty, TheSampleItselfIsRead) {
  std::istringstream in(sample());
  EXPECT_EQ(parse_trace(in).events.size(), 12U);
}

RC_GTEST_PROP(TraceParseProperty, AnyTextIsReadOrRefused, (const std::string& text)) { check_read(text); }

RC_GTEST_PROP(TraceParseProperty, MutatedTracesAreReadOrRefused, ()) {
  std::string text = sample();
  const auto count = *rc::gen::inRange<size_t>(1, 6);
  for (size_t i = 0; i < count; ++i) {
    const auto at = *rc::gen::inRange<size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 3)) {
      case 0:
        text[at] = *rc::gen::element(' ', '\n', '0', '9', 'E', '-', '#', '\0', '\xff');
        break;
      case 1:
        text.erase(at, *rc::gen::inRange<size_t>(1, 8));
        break;
      default:
        text.insert(at, text.substr(*rc::gen::inRange<size_t>(0, text.size()), 10));
    }
  }
  check_read(text);
}

}  // namespace
}  // namespace ipvsim::tools
