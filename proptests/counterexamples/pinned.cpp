// Found by `ipvsim explore --cases 5000 --seed 1`, which prints each with its timeline.
#include "proptests/counterexamples/pinned.h"

namespace ipvsim::laws {

const std::vector<Pinned>& pinned_counterexamples() {
  static const std::vector<Pinned> pinned = {
      {Law::terminates, "stock s0 services 320 0:+f0"},
      {Law::exactly_once, "stock s0 services 320 0:+f0"},
      {Law::no_silent_cut, "stock s0 all 20 -"},
      {Law::interruption_told, "stock s0 services 320 0:+f0"},
      {Law::linear_cost, "stock s0:d0,d1,d2,d3,d4,d5,d6 s0 2136 -"},
      {Law::terminates, "rfc-v1 s0:d0 all 676 0:+s0.d1"},
      {Law::exactly_once, "rfc-v1 s5 all 292 -"},
      {Law::quiet_equals_table, "rfc-v1 s5 all 292 -"},
      {Law::no_silent_cut, "rfc-v1 s0 all 20 -"},
      {Law::single_service, "rfc-v1 - s0 20 -"},
      {Law::interruption_told, "rfc-v1 s5 all 292 -"},
      {Law::linear_cost, "rfc-v1 s0:d0,d1,d2 s0 1032 -"},
      {Law::terminates, "rfc-v2 s0:d0 all 324 1:-s0"},
      {Law::exactly_once, "rfc-v2 s0:d1,d0 all 660 0:-s0.d0"},
      {Law::no_silent_cut, "rfc-v2 s0 all 20 -"},
      {Law::single_service, "rfc-v2 - s0 20 -"},
      {Law::interruption_told, "rfc-v2 s0:d1,d0 all 660 0:-s0.d0"},
      {Law::linear_cost, "rfc-v2 s5:d0,d1,d2 s5 968,296,632 -"},
      {Law::terminates, "rfc-v3 s0:d0 all 324 1:-s0"},
      {Law::exactly_once, "rfc-v3 s0:d1,d0 all 660 0:-s0.d0"},
      {Law::no_silent_cut, "rfc-v3 s0 all 20 -"},
      {Law::single_service, "rfc-v3 - s0 20 -"},
      {Law::interruption_told, "rfc-v3 s0:d1,d0 all 660 0:-s0.d0"},
      {Law::linear_cost, "rfc-v3 s0:d0,d1,d2,d3 s0 996 0:+s0.d4"},
  };
  return pinned;
}

const Pinned* find_pinned(DumpVariant variant, Law law) {
  for (const Pinned& pinned : pinned_counterexamples())
    if (pinned.law == law && parse_case(pinned.text).variant == variant) return &pinned;
  return nullptr;
}

}  // namespace ipvsim::laws
