// The client on top of each variant: what it returns is what merging the raw reading gives, and each law that
// the variant keeps holds for it. `terminates` and `linear-cost` speak of datagrams and of the kernel's
// steps, which a merged table does not show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <set>

#include "laws/verdicts.h"
#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/compare.h"

namespace ipvsim::client_laws {
namespace {

using laws::Law;

// What is wrong with the outcome of a case whose raw reading is finished, if anything.
using Check = std::optional<std::string> (*)(const laws::Case& which, const laws::CaseRun& raw,
                                             const Outcome& outcome);

std::optional<std::string> differs(const laws::Case&, const laws::CaseRun& raw, const Outcome& outcome) {
  return difference(raw, outcome);
}

bool speaks_of_tables(Law law) { return law != Law::terminates && law != Law::linear_cost; }

// The first law broken by what the client returned, of those the variant keeps.
std::optional<std::string> breaks_a_law(const laws::Case& which, const laws::CaseRun& raw,
                                        const Outcome& outcome) {
  const laws::Evidence evidence = evidence_of(raw, outcome);
  for (const Law law : laws::kAllLaws) {
    if (!speaks_of_tables(law) || laws::expected_broken(which.variant, law)) continue;
    if (auto complaint = laws::check(law, evidence))
      return std::string(laws::law_name(law)) + ": " + std::move(*complaint);
  }
  return std::nullopt;
}

void expect_never(DumpVariant variant, Check check) {
  expect_kept(
      run_campaign(variant, [&](const Finished& run) { return check(run.which, *run.raw, run.outcome); }),
      variant);
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

// The tests are tested: a client that loses the first destination of each fragment that continues a service
// must be found. What it would return is made of what the client returned and what came.
Outcome with_merge_fault(const laws::Reading& raw, Outcome outcome) {
  if (!outcome.table) return outcome;
  std::set<laws::ServiceIndex> begun;
  bool continues = false;
  for (const laws::Datagram& datagram : raw.datagrams)
    for (const laws::Entry& entry : datagram.entries) {
      if (!entry.is_dest) {
        continues = !begun.insert(entry.service).second;
        continue;
      }
      if (!std::exchange(continues, false)) continue;
      for (client::ServiceEntry& service : outcome.table->services) {
        if (service.service.id != id_of(entry.service)) continue;
        auto& list = service.destinations;
        const auto lost = std::find_if(list.begin(), list.end(), [&](const client::Destination& each) {
          return each.id.port == laws::dest_facts(entry.dest).port &&
                 each.id.address.bytes == laws::dest_facts(entry.dest).addr;
        });
        if (lost != list.end()) list.erase(lost);
      }
    }
  return outcome;
}

// Of cases: the share of fragments makes it likely much earlier.
constexpr uint64_t kFaultBudget = 200;

// Found, and shrunk to one service whose second fragment is short of a destination.
void expect_found(DumpVariant variant, Check check) {
  const Result result = run_campaign(
      variant,
      [&](const Finished& run) {
        return check(run.which, *run.raw, with_merge_fault(run.raw->reading(), run.outcome));
      },
      kFaultBudget);
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

}  // namespace
}  // namespace ipvsim::client_laws
