// Drawing, judging, shrinking.
#include "proptests/client_laws/campaign.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>

#include "ipvsim/version.h"
#include "laws/generate.h"
#include "proptests/client_laws/compare.h"

namespace ipvsim::client_laws {

namespace {

constexpr uint64_t kSeed = 1;

bool fragmented(const laws::Reading& reading) {
  for (const laws::MergedService& service : laws::merge(reading))
    if (service.messages > 1) return true;
  return false;
}

void classify(const Finished& run, laws::Classes& classes) {
  ++classes.cases;
  classes.resumed += run.raw->reading().data_datagrams() > 1 ? 1 : 0;
  classes.edited_under_cursor += run.outcome.edits_under_cursor > 0 ? 1 : 0;
  classes.fragmented += fragmented(run.raw->reading()) ? 1 : 0;
}

// The law in a counterexample only labels; the complaint is the caller's.
std::optional<laws::Counterexample> judge(const laws::Case& which, const Complain& complain) {
  const Finished run = run_both(which);
  auto complaint = complain(run);
  if (!complaint) return std::nullopt;
  return laws::Counterexample{{}, which, std::move(*complaint), laws::measure(which, run.raw->reading())};
}

std::string test_name() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("{}.{}", test->test_suite_name(), test->name());
}

std::optional<laws::Case> replayed(DumpVariant variant) {
  const char* const text = std::getenv("IPVSIM_CASE");
  if (text == nullptr) return std::nullopt;
  laws::Case which = laws::parse_case(text);
  if (which.variant != variant) return std::nullopt;
  return which;
}

}  // namespace

Finished run_both(const laws::Case& which) {
  Finished run{which, laws::run(which), {}};
  run.outcome = CaseReader(run.which).read();
  return run;
}

Result run_campaign(DumpVariant variant, const Complain& complain, uint64_t cases) {
  Result result;
  if (const auto only = replayed(variant)) {
    std::cout << "replaying " << laws::to_text(*only) << "\n";
    if (auto broken = judge(*only, complain)) result.found = {0, std::move(*broken)};
    return result;
  }
  std::cout << fmt::format("seed {}, {} cases of {}{}\n", kSeed, cases, dump_variant_name(variant),
                           kSanitized ? " (fewer under sanitizers)" : "");
  for (uint64_t i = 0; i < cases; ++i) {
    Rng rng(laws::case_seed(kSeed, variant, i));
    laws::Case which = laws::generate(variant, rng);
    // The client reads whole tables.
    which.services_only = false;
    const Finished run = run_both(which);
    classify(run, result.classes);
    if (!complain(run)) continue;
    const auto judged = [&](const laws::Case& next) { return judge(next, complain); };
    result.found = {i, laws::shrink(*judged(run.which), judged)};
    return result;
  }
  return result;
}

std::string report(const Result& result) {
  if (!result.found) return {};
  const laws::Counterexample& example = result.found->smallest;
  const Outcome outcome = CaseReader(example.which).read();
  return fmt::format(
      "case {}, shrunk:\n  {}\n  the client's result:\n{}\nreplay: IPVSIM_CASE='{}' {} --gtest_filter={}  # "
      "ipvsim {}\n",
      result.found->index, example.complaint, describe(outcome), laws::to_text(example.which),
      "proptests_client_laws_test", test_name(), kVersion);
}

void expect_kept(const Result& result, DumpVariant variant) {
  EXPECT_FALSE(result.found) << report(result);
  const laws::Classes& classes = result.classes;
  if (result.found || classes.cases == 0) return;
  constexpr uint64_t kPercent = 100;
  const std::string shares = fmt::format(
      "{} cases: {} % resumed a dump, {} % edited under its cursor, {} % had a service in fragments",
      classes.cases, classes.resumed * kPercent / classes.cases,
      classes.edited_under_cursor * kPercent / classes.cases, classes.fragmented * kPercent / classes.cases);
  std::cout << shares << "\n";
  // Below these a campaign tested nothing. A flat stream or N+1 says a service once, unless an edit repeats
  // it.
  constexpr uint64_t kResumedFloor = 20;
  constexpr uint64_t kUnderCursorFloor = 5;
  constexpr uint64_t kFragmentsFloor = 10;
  EXPECT_GE(classes.resumed * kPercent, classes.cases * kResumedFloor) << shares;
  EXPECT_GE(classes.edited_under_cursor * kPercent, classes.cases * kUnderCursorFloor) << shares;
  if (variant != DumpVariant::stock && variant != DumpVariant::rfc_v1) {
    EXPECT_GE(classes.fragmented * kPercent, classes.cases * kFragmentsFloor) << shares;
  }
}

}  // namespace ipvsim::client_laws
