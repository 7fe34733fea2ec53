// What a campaign's three edits cannot do: four of them, well placed, put untouched destinations out of order
// wherever a dump's cursor counts entries. A removal makes the reader skip one, two insertions bring the
// reader back to it, a removal skips what would be repeated. Nobody's merge can repair that. `serial` is not
// impressed.
#include <gtest/gtest.h>

#include <algorithm>

#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/compare.h"

namespace ipvsim::client_laws {
namespace {

using laws::Law;

std::string complaint(Law law, const Finished& run) {
  return laws::check(law, laws::gather(*run.raw)).value_or("");
}

std::optional<std::string> disorder(const char* text) {
  const Finished run = run_both(laws::parse_case(text));
  EXPECT_EQ(difference(*run.raw, run.outcome), std::nullopt) << text;
  EXPECT_EQ(complaint(Law::exactly_once, run), "") << text;
  return laws::check(Law::order, evidence_of(*run.raw, run.outcome));
}

bool repeats_a_destination(const laws::Reading& reading) {
  for (const laws::MergedService& service : laws::merge(reading))
    for (const laws::DestIndex dest : service.dests)
      if (std::count(service.dests.begin(), service.dests.end(), dest) > 1) return true;
  return false;
}

TEST(ClientOrder, FourEditsPutDestinationsOutOfOrderWhereACursorCounts) {
  EXPECT_TRUE(disorder("stock s0:d0,d1,d2,d3 all 356 3:-s0.d3;4:+s0.d4;4:+s0.d5;5:-s0.d5"));
  EXPECT_TRUE(disorder("rfc-v1 s0:d0,d1,d2,d3 all 676,356 0:-s0.d3;1:+s0.d4;1:+s0.d5;2:-s0.d5"));
  EXPECT_TRUE(disorder("rfc-v2 s0:d0,d1,d2,d3 all 664 0:-s0.d3;1:+s0.d4;1:+s0.d5;2:-s0.d5"));
  EXPECT_TRUE(disorder("rfc-v3 s0:d0,d1,d2,d3 all 664 0:-s0.d3;1:+s0.d4;1:+s0.d5;2:-s0.d5"));
}

TEST(ClientOrder, FourEditsDoNotPutDestinationsOfSerialOutOfOrder) {
  EXPECT_EQ(disorder("serial s0:d0,d1,d2,d3 all 664 0:-s0.d3;1:+s0.d4;1:+s0.d5;2:-s0.d5"), std::nullopt);
}

// Found by the 25 285th case of v2: a row whose service vanished and came back has its successor's
// destinations reported from the second one on, and then all of them. That is a repeat, not a disorder.
TEST(ClientOrder, ADestinationReportedTwiceHasNoPlace) {
  for (const char* const text : {"rfc-v2 s1:d1,d0,d2;s0:d1,d0 all 324,664 1:-s0;2:+s0",
                                 "rfc-v3 s0:d2,d0,d3,d4,d5,d6,d7,d1 all 324,1332 1:-s0.d1;2:+s1"}) {
    const Finished run = run_both(laws::parse_case(text));
    EXPECT_TRUE(repeats_a_destination(run.raw->reading())) << text;
    EXPECT_EQ(complaint(Law::order, run), "") << text;
  }
}

}  // namespace
}  // namespace ipvsim::client_laws
