// Retry policies: an interrupted serial dump is read again until nothing changed under it, and what the
// policy says happens where the reads do not suffice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/model_table.h"

namespace ipvsim::client_laws {
namespace {

using Then = client::RetryPolicy::Then;

// No case has as many edits as this, and each spoils one read at most.
constexpr unsigned kEnough = 8;

Outcome read(const laws::Case& which, unsigned retries, Then then) {
  return CaseReader(which).read({retries, then});
}

bool is_of_one_moment(const Outcome& outcome, const laws::Case& which) {
  const auto all = moments(which);
  return std::any_of(all.begin(), all.end(),
                     [&](const laws::Model& model) { return is_table(outcome, model); });
}

// How many cases came to an end, and how many needed more than one read. A chunk too small for an entry is no
// matter of retries.
struct Reads {
  size_t cases = 0;
  size_t read_again = 0;
};

std::optional<std::string> breaks_its_policy(const Finished& run, Reads& reads) {
  laws::Case which = run.which;
  which.single.reset();
  const Outcome quiet = read(which, kEnough, Then::error);
  if (quiet.threw()) {
    if (quiet.error->code() == EMSGSIZE) return std::nullopt;
    return "reading again until quiet threw: " + std::string(quiet.error->what());
  }
  const unsigned needed = quiet.table->attempts;
  ++reads.cases;
  reads.read_again += needed > 1 ? 1 : 0;
  if (quiet.table->interrupted) return "a quiet result is marked as interrupted";
  if (!is_of_one_moment(quiet, which)) return "a quiet result is not the table of any one moment";
  for (unsigned retries = 0; retries < needed + 1; ++retries) {
    const bool suffices = retries + 1 >= needed;
    const Outcome marked = read(which, retries, Then::return_marked);
    if (marked.threw()) return "a policy that returns what it has threw";
    if (marked.table->attempts != std::min(retries + 1, needed)) return "read more or less often than it may";
    if (marked.table->interrupted == suffices) return "the mark does not say what the last read was";
    const Outcome strict = read(which, retries, Then::error);
    if (strict.threw() == suffices) return "a strict policy throws exactly when its reads do not suffice";
    if (strict.threw() &&
        (strict.error->kind() != client::Error::Kind::interrupted || strict.error->code() != EINTR))
      return "interrupted is another error: " + std::string(strict.error->what());
  }
  return std::nullopt;
}

TEST(ClientRetry, SerialIsReadAgainUntilItIsTheTableOfOneMoment) {
  Reads reads;
  const Result result = run_campaign(
      DumpVariant::serial, [&](const Finished& run) { return breaks_its_policy(run, reads); }, kCases / 5);
  expect_kept(result, DumpVariant::serial);
  if (result.found || reads.cases == 0) return;
  // A campaign in which hardly any dump was read again tested nothing.
  constexpr size_t kPercent = 100;
  constexpr size_t kFloor = 15;
  EXPECT_GE(reads.read_again * kPercent, reads.cases * kFloor)
      << reads.read_again << " of " << reads.cases << " were read again";
}

// The other variants never say that they were interrupted (netlink.md 12.5), so nothing is read twice.
TEST(ClientRetry, AVariantThatTellsNoInterruptionIsReadOnce) {
  const auto read_twice = [](const Finished& run) -> std::optional<std::string> {
    const Outcome outcome = read(run.which, kEnough, Then::error);
    if (outcome.threw() || outcome.table->attempts == 1) return std::nullopt;
    return "was read again";
  };
  for (const DumpVariant silent :
       {DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3})
    expect_kept(run_campaign(silent, read_twice, kCases / 20), silent);
}

}  // namespace
}  // namespace ipvsim::client_laws
