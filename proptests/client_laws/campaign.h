// Many cases of one variant, each read raw and by the client: judged, classified, and, when a complaint is
// found, shrunk and shown with the line that replays it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "laws/campaign.h"
#include "proptests/client_laws/case_reader.h"

namespace ipvsim::client_laws {

// One case, finished both ways.
struct Finished {
  laws::Case which;
  std::unique_ptr<laws::CaseRun> raw;
  Outcome outcome;
};
Finished run_both(const laws::Case& which);

// What is wrong with a run, if anything.
using Complain = std::function<std::optional<std::string>(const Finished&)>;

struct Found {
  uint64_t index = 0;  // of the case in its campaign: 0 is the first
  laws::Counterexample smallest;
};

struct Result {
  laws::Classes classes;
  std::optional<Found> found;  // the first one; the campaign ends there
};

// Under sanitizers a run is an order of magnitude slower; there a campaign is smaller, and prints so.
#ifdef IPVSIM_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
inline constexpr uint64_t kCases = kSanitized ? 7500 : 30000;

// Prints the seed first. The environment's IPVSIM_CASE, the text of a case, takes the place of the drawn ones
// where it is of this variant: a replay.
Result run_campaign(DumpVariant variant, const Complain& complain, uint64_t cases = kCases);

// What was found, as a person reads it, with the replay line last; "" when nothing was found.
std::string report(const Result& result);

// Asserts that nothing was found, and that the campaign was worth its time: shares of resumed dumps, of edits
// under the cursor and of fragments.
void expect_kept(const Result& result, DumpVariant variant);

}  // namespace ipvsim::client_laws
