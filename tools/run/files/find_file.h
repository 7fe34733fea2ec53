// From a path in a call to a file of the simulated kernel.
#pragma once

#include <optional>

#include "tools/run/files/listed_folder.h"
#include "tools/run/files/proc_path.h"
#include "tools/run/trap/caller.h"

namespace ipvsim::run {

// The path at `path_at` in the caller's memory, relative to its descriptor `folder` or AT_FDCWD. Nothing: it
// is no such file, or the system will refuse the call.
std::optional<ProcPath> find_file(const Caller& caller, const ListedFolder& listed, int folder,
                                  uint64_t path_at);

// Whose file it is.
NetnsKey netns_of(const Caller& caller, const ProcPath& path);

}  // namespace ipvsim::run
