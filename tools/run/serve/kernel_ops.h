// The operations of a KernelAccess as messages: what a joined run asks, and what the run that has the kernel
// answers.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

// An answer, and the descriptor that goes with it.
// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws nothing
struct OpAnswer {
  nlohmann::json body;
  endpoint::Fd fd;
};

// Does what a message {"op": NAME, ...} asks. Throws nlohmann::json::exception for a message that is not as
// remote_world.cpp makes them, and std::runtime_error for an unknown operation.
OpAnswer do_world_op(KernelAccess& world, const nlohmann::json& message);

}  // namespace ipvsim::run
