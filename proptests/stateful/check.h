// The property: after any sequence of commands, each told the errno that the model predicts, the simulator
// holds what the model holds.
#pragma once

#include <array>

#include "proptests/stateful/commands.h"

namespace ipvsim::stateful {

// What the cases of a property were like; a property that mostly drew errors, or empty tables, tested
// nothing.
struct Shares {
  uint64_t cases = 0;
  Tally tally;
  uint64_t with_table = 0;  // cases that ended with at least two services and two destinations
  uint64_t trashed = 0;     // in which something was in the trash at the end
};

// One case, to be called inside a property. Draws the commands (about `size` of them at RapidCheck's largest
// size).
void check_any_commands(DumpVariant variant, Fault fault, Shares& shares);

// The commands one by one, and the comparison at the end; fails the property around it.
void check_commands(DumpVariant variant, const std::vector<CommandPtr>& commands, Model model,
                    Shares& shares);

}  // namespace ipvsim::stateful
