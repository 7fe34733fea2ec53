// What `ipvsim ctl` can do to a kernel while programs run on it.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/run/world/local_kernel.h"

namespace ipvsim::run {

// Does what a message {"op": "control", "command": NAME, "arguments": [TEXT...], "netns": N} asks; gives an
// object whose "text", if there is one, is for the user. Commands and their arguments are as `ipvsim ctl
// --help` says. Throws std::exception with one line when it cannot be done; then nothing has changed.
nlohmann::json control(LocalKernel& world, const nlohmann::json& message);

}  // namespace ipvsim::run
