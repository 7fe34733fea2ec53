// Each verdict "law x variant" is a test of its own: a law that holds, over all cases of a budget; a law that
// is broken is found broken within the budget, and shrinks to the committed counterexample.
#include <gtest/gtest.h>

#include <iostream>

#include "laws/campaign.h"
#include "laws/report.h"
#include "laws/verdicts.h"
#include "proptests/counterexamples/pinned.h"

namespace ipvsim::laws {
namespace {

struct Pair {
  DumpVariant variant;
  Law law;
};

// What ctest shows beside the name.
void PrintTo(const Pair& pair, std::ostream* out) {
  *out << dump_variant_name(pair.variant) << " " << law_name(pair.law);
}

std::vector<Pair> pairs(bool broken) {
  std::vector<Pair> out;
  for (const DumpVariant variant : kAllVariants)
    for (const Law law : kAllLaws)
      if (expected_broken(variant, law) == broken) out.push_back({variant, law});
  return out;
}

std::string pair_name(const testing::TestParamInfo<Pair>& info) {
  std::string name =
      std::string(dump_variant_name(info.param.variant)) + "_" + std::string(law_name(info.param.law));
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

Outcome campaign(DumpVariant variant, Law law, uint64_t cases = kPinnedCases) {
  Plan plan;
  plan.variants = {variant};
  plan.laws = {law};
  plan.cases = cases;
  plan.seed = kPinnedSeed;
  std::cout << "seed " << plan.seed << ", " << plan.cases << " cases of " << dump_variant_name(variant)
            << "\n";
  return run_campaign(plan);
}

// Below these shares of the cases a campaign tested nothing.
void expect_worthwhile(const Classes& classes) {
  EXPECT_GE(classes.resumed * 100, classes.cases * 20) << "too few cases resumed a dump";
  EXPECT_GE(classes.edited_under_cursor * 100, classes.cases * 8) << "too few edits under the cursor";
}

class DumpLawHolds : public testing::TestWithParam<Pair> {};
class DumpLawIsBroken : public testing::TestWithParam<Pair> {};

TEST_P(DumpLawHolds, InEveryCase) {
  const auto [variant, law] = GetParam();
  const Outcome outcome = campaign(variant, law);
  const Verdict& verdict = outcome.verdicts.at(variant).at(law);
  EXPECT_EQ(verdict.broken, 0u) << timeline_text(shrink(*verdict.smallest));
  expect_worthwhile(outcome.classes.at(variant));
}

TEST_P(DumpLawIsBroken, AndShrinksToThePinnedCounterexample) {
  const auto [variant, law] = GetParam();
  const Outcome outcome = campaign(variant, law);
  const Verdict& verdict = outcome.verdicts.at(variant).at(law);
  ASSERT_TRUE(verdict.smallest) << "not found in " << kPinnedCases << " cases";
  const Counterexample smallest = shrink(*verdict.smallest);
  const Pinned* const pinned = find_pinned(variant, law);
  ASSERT_NE(pinned, nullptr) << "commit this one in proptests/counterexamples/pinned.cpp:\n"
                             << timeline_text(smallest);
  EXPECT_EQ(to_text(smallest.which), pinned->text) << timeline_text(smallest);
  EXPECT_LE(smallest.which.table.size(), 4u);
  // Three with entries; a DONE of its own may be a fourth.
  EXPECT_LE(run(smallest.which)->reading().data_datagrams(), 3u);
  EXPECT_LE(run(smallest.which)->reading().datagrams.size(), 4u);
  expect_worthwhile(outcome.classes.at(variant));
}

INSTANTIATE_TEST_SUITE_P(Laws, DumpLawHolds, testing::ValuesIn(pairs(false)), pair_name);
INSTANTIATE_TEST_SUITE_P(Laws, DumpLawIsBroken, testing::ValuesIn(pairs(true)), pair_name);

TEST(PinnedCounterexamples, AreThoseOfTheExpectedVerdictsAndNoOther) {
  EXPECT_EQ(pinned_counterexamples().size(), pairs(true).size());
  for (const Pinned& pinned : pinned_counterexamples()) {
    EXPECT_TRUE(expected_broken(parse_case(pinned.text).variant, pinned.law)) << pinned.text;
    EXPECT_TRUE(judge(pinned.law, parse_case(pinned.text))) << pinned.text;
  }
}

TEST(Campaign, OutcomeDoesNotDependOnJobsOrShards) {
  Plan plan;
  plan.variants = {DumpVariant::rfc_v2};
  plan.laws = {kAllLaws.begin(), kAllLaws.end()};
  plan.cases = 500;
  const Outcome whole = run_campaign(plan);
  plan.jobs = 3;
  const Outcome threaded = run_campaign(plan);
  plan.jobs = 1;
  plan.shards = 3;
  Outcome sharded;
  for (plan.shard = 0; plan.shard < plan.shards; ++plan.shard) sharded.merge(run_campaign(plan));
  for (const Outcome* const other : std::initializer_list<const Outcome*>{&threaded, &sharded}) {
    EXPECT_EQ(other->classes.at(DumpVariant::rfc_v2).cases, 500u);
    for (const Law law : kAllLaws) {
      const Verdict& expected = whole.verdicts.at(DumpVariant::rfc_v2).at(law);
      const Verdict& got = other->verdicts.at(DumpVariant::rfc_v2).at(law);
      EXPECT_EQ(got.broken, expected.broken) << law_name(law);
      ASSERT_EQ(got.smallest.has_value(), expected.smallest.has_value());
      if (expected.smallest) {
        EXPECT_EQ(to_text(got.smallest->which), to_text(expected.smallest->which));
      }
    }
  }
}

}  // namespace
}  // namespace ipvsim::laws
