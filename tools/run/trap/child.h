// Starting the command under the filter.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "sim/endpoint/fd.h"
#include "tools/run/trap/filter.h"

namespace ipvsim::run {

// Exit codes of `ipvsim run` when there is no program whose code it could be; the same as those of env and
// timeout.
inline constexpr int kExitOurFault = 125;
inline constexpr int kExitNotExecutable = 126;
inline constexpr int kExitNotFound = 127;

struct Child {
  pid_t process = 0;
  endpoint::Fd listener;
};

// Forks; the child loads the filter, hands the listener over, and becomes the command (looked up in PATH).
// When the command cannot be executed the child says so on stderr and exits with one of the codes above.
// Throws std::system_error when the system refuses the filter or the process.
Child start_child(Filter& filter, const std::vector<std::string>& command);

}  // namespace ipvsim::run
