// The client on top of each variant: what it returns is what merging the raw reading gives, and each law that
// the variant keeps holds for it. `terminates` and `linear-cost` speak of datagrams and of the kernel's
// steps, which a merged table does not show.
#include <gtest/gtest.h>

#include <cerrno>
#include <iostream>

#include "client/bytes/merge_fault.h"
#include "laws/verdicts.h"
#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/compare.h"

namespace ipvsim::client_laws {
namespace {

using laws::Law;

std::optional<std::string> differs(const Finished& run) { return difference(*run.raw, run.outcome); }

bool speaks_of_tables(Law law) { return law != Law::terminates && law != Law::linear_cost; }

// The first law broken by what the client returned, of those the variant keeps.
std::optional<std::string> breaks_a_law(const Finished& run) {
  const laws::Evidence evidence = evidence_of(*run.raw, run.outcome);
  for (const Law law : laws::kAllLaws) {
    if (!speaks_of_tables(law) || laws::expected_broken(run.which.variant, law)) continue;
    if (auto complaint = laws::check(law, evidence))
      return std::string(laws::law_name(law)) + ": " + std::move(*complaint);
  }
  return std::nullopt;
}

void expect_never(DumpVariant variant, const Complain& complain) {
  expect_kept(run_campaign(variant, complain), variant);
}

TEST(ClientLaws, StockReadByNPlus1EqualsTheRawReadingMerged) { expect_never(DumpVariant::stock, differs); }
TEST(ClientLaws, RfcV1ReadThroughTheClientEqualsTheRawReadingMerged) {
  expect_never(DumpVariant::rfc_v1, differs);
}
TEST(ClientLaws, RfcV2ReadThroughTheClientEqualsTheRawReadingMerged) {
  expect_never(DumpVariant::rfc_v2, differs);
}
TEST(ClientLaws, RfcV3ReadThroughTheClientEqualsTheRawReadingMerged) {
  expect_never(DumpVariant::rfc_v3, differs);
}
TEST(ClientLaws, SerialReadThroughTheClientEqualsTheRawReadingMerged) {
  expect_never(DumpVariant::serial, differs);
}

TEST(ClientLaws, StockReadByNPlus1KeepsTheLawsThatStockKeeps) {
  expect_never(DumpVariant::stock, breaks_a_law);
}
TEST(ClientLaws, RfcV1ReadThroughTheClientKeepsTheLawsThatV1Keeps) {
  expect_never(DumpVariant::rfc_v1, breaks_a_law);
}
TEST(ClientLaws, RfcV2ReadThroughTheClientKeepsTheLawsThatV2Keeps) {
  expect_never(DumpVariant::rfc_v2, breaks_a_law);
}
TEST(ClientLaws, RfcV3ReadThroughTheClientKeepsTheLawsThatV3Keeps) {
  expect_never(DumpVariant::rfc_v3, breaks_a_law);
}
TEST(ClientLaws, SerialReadThroughTheClientKeepsEveryLaw) {
  for (const Law law : laws::kAllLaws) ASSERT_FALSE(laws::expected_broken(DumpVariant::serial, law));
  expect_never(DumpVariant::serial, breaks_a_law);
}

// The case's question, or else service 0, by read_service().
std::optional<std::string> does_not_hold_one_service_alone(const Finished& run) {
  laws::Case one = run.which;
  one.single = one.single.value_or(0);
  const auto raw = laws::run(one);
  CaseReader reader(one);
  return laws::check(Law::single_service, evidence_of(*raw, reader.read_service()));
}

// One entry or ESRCH, also where the kernel sends everything (v1) or an empty success (v2, v3) for a service
// that does not exist.
TEST(ClientLaws, ReadingOneServiceHoldsItAloneOrThrowsOnEveryVariant) {
  for (const DumpVariant variant : laws::kAllVariants)
    expect_kept(run_campaign(variant, does_not_hold_one_service_alone, kCases / 5), variant);
}

// Datagrams that repeat an empty service for ever (rfc-dumps.md 3).
TEST(ClientLaws, AnEndlessDumpIsAnErrorAndNotAHang) {
  for (const char* const text : {"rfc-v2 s0:d0 all 400 -", "rfc-v3 s0:d0 all 400 -"}) {
    const Finished run = run_both(laws::parse_case(text));
    ASSERT_FALSE(run.raw->reading().ended);
    ASSERT_TRUE(run.outcome.threw()) << text;
    EXPECT_EQ(run.outcome.error->code(), ELOOP) << text;
  }
}

// The tests are tested: with the mistake in the client's merge switched on, they must fail.
class PlantedMergeFault {
 public:
  PlantedMergeFault() { client::testing::plant_merge_fault(true); }
  ~PlantedMergeFault() { client::testing::plant_merge_fault(false); }
  PlantedMergeFault(const PlantedMergeFault&) = delete;
  PlantedMergeFault& operator=(const PlantedMergeFault&) = delete;
};

// Of cases: the share of fragments makes it likely much earlier.
constexpr uint64_t kFaultBudget = 200;

// Found, and shrunk to one service whose second fragment is short of a destination.
void expect_found(DumpVariant variant, const Complain& complain) {
  const PlantedMergeFault fault;
  const Result result = run_campaign(variant, complain, kFaultBudget);
  ASSERT_TRUE(result.found) << "not found in " << kFaultBudget << " cases";
  const laws::Counterexample& smallest = result.found->smallest;
  std::cout << "found in case " << result.found->index << ": " << laws::to_text(smallest.which) << "\n";
  EXPECT_EQ(smallest.which.table.size(), 1u) << report(result);
  EXPECT_TRUE(smallest.which.edits.empty()) << report(result);
  EXPECT_EQ(laws::run(smallest.which)->reading().data_datagrams(), 2u) << report(result);
}

TEST(PlantedInTheMerge, IsFoundByComparingWithTheRawReading) {
  for (const DumpVariant nested : {DumpVariant::rfc_v2, DumpVariant::rfc_v3, DumpVariant::serial})
    expect_found(nested, differs);
}

TEST(PlantedInTheMerge, BreaksALawThatSerialKeeps) { expect_found(DumpVariant::serial, breaks_a_law); }

TEST(PlantedInTheMerge, IsNotSeenWhereNothingIsMerged) {
  const PlantedMergeFault fault;
  for (const DumpVariant flat : {DumpVariant::stock, DumpVariant::rfc_v1})
    expect_kept(run_campaign(flat, differs, kCases / 5), flat);
}

}  // namespace
}  // namespace ipvsim::client_laws
