// The matrix.
#include "laws/verdicts.h"

namespace ipvsim::laws {

bool expected_broken(DumpVariant variant, Law law) {
  if (variant == DumpVariant::serial) return false;
  switch (law) {
    case Law::nothing_invented:
    case Law::owner:
      return false;
    case Law::order:
      // By the three edits at most that campaigns draw. Four of them can put the destinations out of order
      // wherever a cursor counts (proptests/client_laws/order_test.cpp).
      return false;
    case Law::quiet_equals_table:
      return variant == DumpVariant::rfc_v1;  // firewall-mark services are forgotten
    case Law::single_service:
      return variant !=
             DumpVariant::stock;  // an unknown service: everything (v1) or an empty success (v2, v3)
    case Law::terminates:
    case Law::exactly_once:
    case Law::no_silent_cut:
    case Law::interruption_told:
    case Law::linear_cost:
      return true;
  }
  return true;
}

}  // namespace ipvsim::laws
