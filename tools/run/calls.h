// The system calls we answer, one function each: what the caller wants is read from its memory, the world is
// asked, results are written to its memory. Each knows whether the call concerns us and passes it on if not.
#pragma once

#include "tools/run/caller.h"
#include "tools/run/listed_folder.h"
#include "tools/run/listings.h"
#include "tools/run/outcome.h"
#include "tools/run/waiting_lengths.h"
#include "tools/run/world.h"
#include "tools/run/written_files.h"

namespace ipvsim::run {

// socket_calls.cpp (netlink.md 7)
Outcome socket_call(World& world, const Caller& caller);
Outcome bind_call(World& world, const Caller& caller);
Outcome connect_call(World& world, const Caller& caller);
Outcome getsockname_call(World& world, const Caller& caller);
Outcome getpeername_call(World& world, const Caller& caller);
Outcome shutdown_call(World& world, const Caller& caller);

// option_calls.cpp (netlink.md 6, ipvs-control.md 15)
Outcome setsockopt_call(World& world, const Caller& caller);
Outcome getsockopt_call(World& world, const Caller& caller);

// receive_calls.cpp (netlink.md 9)
Outcome recvfrom_call(World& world, const Caller& caller, WaitingLengths& lengths);
Outcome recvmsg_call(World& world, const Caller& caller, WaitingLengths& lengths);
Outcome recvmmsg_call(World& world, const Caller& caller, WaitingLengths& lengths);

// file_calls.cpp
Outcome open_call(World& world, const Caller& caller, WrittenFiles& written, ListedFolder& listed);
// stat_calls.cpp
Outcome stat_call(World& world, const Caller& caller, WrittenFiles& written, const ListedFolder& listed);
Outcome statx_call(World& world, const Caller& caller, WrittenFiles& written, const ListedFolder& listed);
Outcome link_call(const Caller& caller, const ListedFolder& listed);
Outcome xattr_call(const Caller& caller, const ListedFolder& listed);
Outcome access_call(World& world, const Caller& caller, WrittenFiles& written, const ListedFolder& listed);

// listing_calls.cpp
Outcome getdents_call(World& world, const Caller& caller, const ListedFolder& listed, Listings& listings);

}  // namespace ipvsim::run
