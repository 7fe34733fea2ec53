// The tests are tested: a mistake in each law's checker and in the cursor of `serial` is switched on, and
// must be found.
#include <gtest/gtest.h>

#include "laws/campaign.h"
#include "laws/verdicts.h"
#include "proptests/counterexamples/pinned.h"

namespace ipvsim::laws {
namespace {

Evidence evidence_of(const char* text) { return gather(*run(parse_case(text))); }

// Evidence that breaks the law: from a pinned counterexample, or, for laws that no variant breaks, a sound
// reading that was tampered with.
Evidence broken_evidence(Law law) {
  for (const Pinned& pinned : pinned_counterexamples())
    if (pinned.law == law && (law != Law::exactly_once || parse_case(pinned.text).edits.size() > 0))
      return evidence_of(std::string(pinned.text).c_str());
  Evidence evidence = evidence_of("serial s0:d0,d1;s3:d2 all 8000 -");
  std::vector<Entry>& entries = evidence.reading.datagrams.at(0).entries;
  switch (law) {
    case Law::nothing_invented:
      entries.at(1).value = 3;  // a destination's weight that it never had
      break;
    case Law::owner:
      entries.at(1).service = 3;
      break;
    case Law::order:
      std::swap(entries.at(1), entries.at(2));
      break;
    default:
      ADD_FAILURE() << "no evidence against " << law_name(law);
  }
  return evidence;
}

class PlantedInChecker : public testing::TestWithParam<Law> {};

TEST_P(PlantedInChecker, IsFoundBecauseTheComplaintIsMissing) {
  const Evidence evidence = broken_evidence(GetParam());
  EXPECT_TRUE(check(GetParam(), evidence).has_value());
  EXPECT_FALSE(check(GetParam(), evidence, Checker::faulty).has_value());
}

std::string law_test_name(const testing::TestParamInfo<Law>& param) {
  std::string name(law_name(param.param));
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Laws, PlantedInChecker, testing::ValuesIn(kAllLaws), law_test_name);

// Which laws a campaign over a faulty `serial` sees broken.
std::vector<Law> broken_by(SerialFault fault) {
  Plan plan;
  plan.variants = {DumpVariant::serial};
  plan.laws = {kAllLaws.begin(), kAllLaws.end()};
  plan.cases = kPinnedCases;
  plan.fault = fault;
  const Outcome outcome = run_campaign(plan);
  std::vector<Law> broken;
  for (const auto& [law, verdict] : outcome.verdicts.at(DumpVariant::serial))
    if (verdict.broken > 0) broken.push_back(law);
  return broken;
}

TEST(PlantedInSerial, SkippingASuccessorBreaksExactlyOnce) {
  EXPECT_EQ(broken_by(SerialFault::skips_after_vanished), (std::vector<Law>{Law::exactly_once}));
}

TEST(PlantedInSerial, RepeatingADestinationBreaksExactlyOnceAndTermination) {
  const auto broken = broken_by(SerialFault::repeats_destination);
  EXPECT_NE(std::find(broken.begin(), broken.end(), Law::exactly_once), broken.end());
  EXPECT_NE(std::find(broken.begin(), broken.end(), Law::terminates), broken.end());
}

TEST(PlantedInSerial, SilenceAboutEditsIsSeenWhereADumpWasEdited) {
  const Case edited = parse_case("serial s0:d0,d1,d2 all 664 0:=s0.1");
  EXPECT_TRUE(run(edited)->reading().interrupted());
  EXPECT_FALSE(run(edited, SerialFault::silent_about_edits)->reading().interrupted());
}

TEST(PlantedInSerial, NothingPlantedNothingFound) { EXPECT_TRUE(broken_by(SerialFault::none).empty()); }

// The generation number is honest in both directions.
TEST(Serial, InterruptionIsToldExactlyWhenTheTableChangedBetweenChunks) {
  EXPECT_FALSE(run(parse_case("serial s0:d0,d1,d2 all 664 -"))->reading().interrupted());
  EXPECT_TRUE(run(parse_case("serial s0:d0,d1,d2 all 664 0:+s3"))->reading().interrupted());
  EXPECT_FALSE(run(parse_case("serial s0:d0,d1,d2 all 664 0:+f3"))->reading().interrupted());
  EXPECT_FALSE(
      run(parse_case("serial s0:d0,d1,d2 all 664 0:+s0"))->reading().interrupted());  // refused: no change
}

}  // namespace
}  // namespace ipvsim::laws
