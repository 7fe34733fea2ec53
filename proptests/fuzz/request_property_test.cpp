// Bad input, as properties: whatever is sent, received and changed in whatever order, the session's rules
// hold (session.h). RapidCheck prints its configuration with the seed first and, after a failure, the line
// that replays it last.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "proptests/fuzz/session.h"

namespace ipvsim::fuzz {
namespace {

using Script = std::vector<uint8_t>;

// Long enough for a table to fill and for dumps to be cut; shrinks like any vector.
Script draw_script() {
  const auto size = *rc::gen::inRange<size_t>(0, 4000);
  return *rc::gen::container<Script>(size, rc::gen::arbitrary<uint8_t>()).as("script");
}

SessionReport play_checked(const Script& script, RequestMix mix) {
  const SessionReport report = play(script, mix);
  if (!report.fault.empty()) {
    // Once more for the reader: the same script takes the same steps.
    std::ostringstream steps;
    (void)play(script, mix, &steps);
    RC_LOG() << steps.str();
    RC_FAIL(report.fault);
  }
  return report;
}

RC_GTEST_PROP(RequestProperty, SoundAndMutatedRequestsOnTwoSockets, ()) {
  play_checked(draw_script(), RequestMix::everything);
}

RC_GTEST_PROP(RequestProperty, SoundRequestsGetOneAnswerOrADump, ()) {
  play_checked(draw_script(), RequestMix::sound);
}

RC_GTEST_PROP(RequestProperty, RandomBytesGetErrorsOrNothing, ()) {
  play_checked(draw_script(), RequestMix::random_bytes);
}

RC_GTEST_PROP(RequestProperty, SameScriptGivesTheSameBytes, ()) {
  const Script script = draw_script();
  RC_ASSERT(play(script).hash == play(script).hash);
}

// The sessions are worth playing: over a few hundred of them everything happens often.
TEST(RequestProperty, SessionsReachWhatTheyShould) {
  SessionReport sum;
  uint64_t state = 1;
  for (int i = 0; i < 200; ++i) {
    Script script(2000);
    for (uint8_t& byte : script) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      byte = static_cast<uint8_t>(state >> 56);
    }
    const SessionReport report = play(script);
    EXPECT_EQ(report.fault, "");
    sum.refusals += report.refusals;
    sum.successes += report.successes;
    sum.parts += report.parts;
    sum.dumps_finished += report.dumps_finished;
  }
  EXPECT_GT(sum.refusals, 1000u);
  EXPECT_GT(sum.successes, 1000u);
  EXPECT_GT(sum.parts, 1000u);
  EXPECT_GT(sum.dumps_finished, 500u);
}

}  // namespace
}  // namespace ipvsim::fuzz
