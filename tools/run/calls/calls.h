// The system calls we answer, one function each: what the caller wants is read from its memory, the world is
// asked, results are written to its memory. Each knows whether the call concerns us and passes it on if not.
#pragma once

#include "tools/run/calls/waiting_lengths.h"
#include "tools/run/files/listed_folder.h"
#include "tools/run/files/listings.h"
#include "tools/run/files/written_files.h"
#include "tools/run/trap/caller.h"
#include "tools/run/trap/outcome.h"
#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

// socket_calls.cpp (netlink.md 7)
Outcome socket_call(KernelAccess& world, const Caller& caller);
Outcome bind_call(KernelAccess& world, const Caller& caller);
Outcome connect_call(KernelAccess& world, const Caller& caller);
Outcome getsockname_call(KernelAccess& world, const Caller& caller);
Outcome getpeername_call(KernelAccess& world, const Caller& caller);
Outcome shutdown_call(KernelAccess& world, const Caller& caller);

// option_calls.cpp (netlink.md 6, ipvs-control.md 15)
Outcome setsockopt_call(KernelAccess& world, const Caller& caller);
Outcome getsockopt_call(KernelAccess& world, const Caller& caller);

// receive_calls.cpp (netlink.md 9)
Outcome recvfrom_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths);
Outcome recvmsg_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths);
Outcome recvmmsg_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths);

// file_calls.cpp
Outcome open_call(KernelAccess& world, const Caller& caller, WrittenFiles& written, ListedFolder& listed);
// stat_calls.cpp
Outcome stat_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                  const ListedFolder& listed);
Outcome statx_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                   const ListedFolder& listed);
Outcome link_call(const Caller& caller, const ListedFolder& listed);
Outcome xattr_call(const Caller& caller, const ListedFolder& listed);
Outcome access_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                    const ListedFolder& listed);

// listing_calls.cpp
Outcome getdents_call(KernelAccess& world, const Caller& caller, const ListedFolder& listed,
                      Listings& listings);

}  // namespace ipvsim::run
