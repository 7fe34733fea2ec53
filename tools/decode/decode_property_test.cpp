// Property: whatever the bytes, the decoder ends, stays inside them and covers each of them. RapidCheck
// prints the seed and, after a failure, the line that replays it.
#include <algorithm>
#include <memory>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tools/decode/decode.h"
#include "tools/decode/summary.h"
#include "tools/decode/test_message.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

using Data = std::vector<uint8_t>;

// A datagram with every layer in it, for mutation to start from.
Data rich_datagram() {
  TestMessage m = new_service();
  m.genl(kTestFamily, uapi::kIpvsNewService, uapi::kNlmFMulti).nest(1).attr_number<uint16_t>(1, 2).nest(10);
  m.attr_number<uint32_t>(1, 0).attr(11, {}).attr_number<uint64_t>(4, 0).end_nest().nest(13).nest(1);
  m.attr(1, v4(10, 0, 0, 9)).attr_number<uint16_t>(11, 10).end_nest().end_nest().end_nest().end();
  m.message(uapi::kNlmsgError, uapi::kNlmFAckTlvs).u32(static_cast<uint32_t>(-34));
  m.genl(kTestFamily, uapi::kIpvsSetConfig, uapi::kNlmFRequest).attr(4, {1, 0}).end();
  m.attr_string(1, "Attribute failed policy validation").nest(4).attr_number<uint32_t>(1, 4).end_nest().end();
  m.genl(uapi::kGenlIdCtrl, uapi::kCtrlGetPolicy, uapi::kNlmFMulti).nest(8).nest(0).nest(3);
  m.attr_number<uint32_t>(1, 13).end_nest().end_nest().end_nest().end();
  m.message(uapi::kNlmsgDone, uapi::kNlmFMulti | uapi::kNlmFAckTlvs).u32(0).attr_string(1, "left").end();
  return m.data();
}

// The lines tile [0, size): none begins before its predecessor ended, none leaves a gap, none goes beyond.
void check_covered(const Data& data) {
  // Exactly as large as the datagram, so that the address sanitizer sees any read behind it.
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[data.size()]);
  std::copy(data.begin(), data.end(), exact.get());
  const Bytes bytes(exact.get(), data.size());
  size_t at = 0;
  for (const Line& line : decode(bytes, {kTestFamily})) {
    RC_ASSERT(line.begin == at);
    RC_ASSERT(line.end >= line.begin);
    RC_ASSERT(!line_text(line).empty());
    at = line.end;
  }
  RC_ASSERT(at == data.size());
  for (const std::string& line : summaries(bytes, {kTestFamily})) {
    RC_ASSERT(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST(DecodeProperty, TheRichDatagramItselfIsCovered) { check_covered(rich_datagram()); }

RC_GTEST_PROP(DecodeProperty, AnyBytesAreCovered, (const Data& data)) { check_covered(data); }

RC_GTEST_PROP(DecodeProperty, AnyTailBehindAHeaderIsCovered, (const Data& tail)) {
  const auto type = *rc::gen::element<uint16_t>(2, 3, uapi::kGenlIdCtrl, kTestFamily);
  const auto cmd = *rc::gen::inRange<uint8_t>(0, 20);
  TestMessage m;
  m.genl(type, cmd, *rc::gen::arbitrary<uint16_t>()).bytes(tail).end();
  check_covered(m.data());
}

RC_GTEST_PROP(DecodeProperty, MutatedMessagesAreCovered, ()) {
  Data data = rich_datagram();
  const auto count = *rc::gen::inRange<size_t>(1, 12);
  for (size_t i = 0; i < count; ++i) {
    data[*rc::gen::inRange<size_t>(0, data.size())] = *rc::gen::arbitrary<uint8_t>();
  }
  data.resize(*rc::gen::inRange<size_t>(0, data.size() + 1));
  check_covered(data);
}

}  // namespace
}  // namespace ipvsim::tools
