// Random commands. Every field is drawn from a short list whose first value is the most usual one, so that
// commands meet each other often, and shrink towards what everybody does. Odd values are drawn seldom and
// listed behind.
#pragma once

#include "proptests/stateful/commands.h"

namespace ipvsim::stateful {

// Each run draws its own mix: all commands, or those that build tables up and do not tear them down, so that
// the rare meets what takes long to grow.
enum class Mix : uint8_t { building, all };

// A command for a kernel in this state. While a client is shut out (no module, no privileges), mostly one
// that repairs it.
rc::Gen<CommandPtr> any_command(const Model& model, Mix mix);

}  // namespace ipvsim::stateful
