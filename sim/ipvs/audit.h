// Re-derives every invariant of the table from scratch (ARCHITECTURE.md numbers them). Tests and replays run
// it after every command; it costs O(entries).
#pragma once

#include <string>
#include <vector>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs {

// One line for each broken invariant; empty when all hold. Changes nothing, not even the step counter.
std::vector<std::string> audit(const Ipvs& ipvs);

}  // namespace ipvsim::ipvs
