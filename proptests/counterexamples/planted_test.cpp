// The tests are tested: a mistake is planted in what each law's checker sees and in the cursor of `serial`,
// and must be found.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/campaign.h"
#include "laws/verdicts.h"
#include "proptests/counterexamples/pinned.h"
#include "uapi/ipvs.h"

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

// The evidence as a checker would see it that has one mistake about the law.
Evidence seen_wrongly(Law law, Evidence evidence) {
  Reading& reading = evidence.reading;
  const auto forget_destinations = [&] {
    for (Datagram& datagram : reading.datagrams)
      datagram.entries.erase(std::remove_if(datagram.entries.begin(), datagram.entries.end(),
                                            [](const Entry& entry) { return entry.is_dest; }),
                             datagram.entries.end());
  };
  switch (law) {
    case Law::terminates:  // looks at the beginning alone
      reading.datagrams.resize(1);
      reading.ended = true;
      break;
    case Law::nothing_invented:
    case Law::owner:
    case Law::order:
      forget_destinations();
      break;
    case Law::exactly_once:  // takes each chunk for too small to hold an entry
      evidence.sizes = {0};
      break;
    case Law::quiet_equals_table:  // takes each dump for an edited one
      reading.edits = 1;
      break;
    case Law::no_silent_cut:
      evidence.generous.reset();
      break;
    case Law::single_service:
      evidence.single.reset();
      break;
    case Law::interruption_told:
      reading.datagrams.at(0).interrupted = true;
      break;
    case Law::linear_cost:
      reading.steps = 0;
      break;
  }
  return evidence;
}

class PlantedInChecker : public testing::TestWithParam<Law> {};

TEST_P(PlantedInChecker, IsFoundBecauseTheComplaintIsMissing) {
  const Evidence evidence = broken_evidence(GetParam());
  EXPECT_TRUE(check(GetParam(), evidence).has_value());
  EXPECT_FALSE(check(GetParam(), seen_wrongly(GetParam(), evidence)).has_value());
}

std::string law_test_name(const testing::TestParamInfo<Law>& param) {
  std::string name(law_name(param.param));
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Laws, PlantedInChecker, testing::ValuesIn(kAllLaws), law_test_name);

// A mistake in `serial`: what is done to the cursor of a dump before each of its chunks. Its words are those
// of dump_serial.cpp: the service last begun, its destination told last.
using Mistake = void (*)(const ipvs::ServiceTable& table, genl::DumpCallback& callback);

// When the service in progress is gone, its successor is skipped.
void skips_after_vanished(const ipvs::ServiceTable& table, genl::DumpCallback& callback) {
  const auto& order = table.by_serial();
  const auto next = order.lower_bound(callback.args[0]);
  if (callback.args[1] == 0 || next == order.end() || next->serial == callback.args[0]) return;
  callback.args[0] = next->serial;
  callback.args[1] = 0;
}

// A resumed service starts with the destination told last.
void repeats_destination(const ipvs::ServiceTable&, genl::DumpCallback& callback) {
  if (callback.args[1] != 0) ++callback.args[1];
}

// The generation is not maintained, so NLM_F_DUMP_INTR never appears.
void silent_about_edits(const ipvs::ServiceTable&, genl::DumpCallback& callback) { callback.prev_seq = 0; }

// Puts the mistake before GET_SERVICE_DEST of the registered family.
PrepareKernel planted(Mistake mistake) {
  return [mistake](sim::Kernel& kernel) {
    genl::Registry& registry = kernel.netlink().registry();
    auto family = std::make_unique<genl::Family>(*registry.by_id(kernel.family_id()));
    for (genl::Op& op : family->ops) {
      if (op.cmd != uapi::kIpvsGetServiceDest) continue;
      op.dump = [&kernel, mistake, sound = op.dump](wire::Skb& skb, genl::DumpCallback& callback) {
        mistake(kernel.ipvs().table(), callback);
        return sound(skb, callback);
      };
    }
    registry.remove(kernel.family_id());
    registry.add(std::move(family));
  };
}

// Which laws a campaign over `serial` sees broken.
std::vector<Law> broken_by(const PrepareKernel& prepare) {
  Plan plan;
  plan.variants = {DumpVariant::serial};
  plan.laws = {kAllLaws.begin(), kAllLaws.end()};
  plan.cases = kPinnedCases;
  plan.prepare = prepare;
  const Outcome outcome = run_campaign(plan);
  std::vector<Law> broken;
  for (const auto& [law, verdict] : outcome.verdicts.at(DumpVariant::serial))
    if (verdict.broken > 0) broken.push_back(law);
  return broken;
}

TEST(PlantedInSerial, SkippingASuccessorBreaksExactlyOnce) {
  EXPECT_EQ(broken_by(planted(skips_after_vanished)), (std::vector<Law>{Law::exactly_once}));
}

TEST(PlantedInSerial, RepeatingADestinationBreaksExactlyOnceAndTermination) {
  const auto broken = broken_by(planted(repeats_destination));
  EXPECT_NE(std::find(broken.begin(), broken.end(), Law::exactly_once), broken.end());
  EXPECT_NE(std::find(broken.begin(), broken.end(), Law::terminates), broken.end());
}

TEST(PlantedInSerial, SilenceAboutEditsIsSeenWhereADumpWasEdited) {
  const Case edited = parse_case("serial s0:d0,d1,d2 all 664 0:=s0.1");
  EXPECT_TRUE(run(edited)->reading().interrupted());
  EXPECT_FALSE(run(edited, planted(silent_about_edits))->reading().interrupted());
}

TEST(PlantedInSerial, NothingPlantedNothingFound) { EXPECT_TRUE(broken_by({}).empty()); }

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
