// Draws a session for a real kernel to record: what sockets send and receive, as the lines of a recording
// without their results. Played there by record.py, and then replayed like any other recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ipvsim::conformance {

struct Session {
  uint64_t seed = 1;
  uint16_t family = 0x20;  // of IPVS in the kernel that will play it
  size_t steps = 1000;
  // Of a hundred requests so many are mutated.
  uint32_t mutated = 50;
  // A socket in a second network namespace too.
  bool two_namespaces = true;
};

// The events of the recordings: `ns`, `sock`, `opt`, `rcvbuf`, `send`, `recv`, `peek`, `close`; and `drain S
// CAP`, receives until there is nothing. What depends on more than the session is left out: requests to other
// families, the list of all families, and DEL_DAEMON, which a kernel may leave unanswered
// (sockets-and-builds.md 4).
std::string draw(const Session& session);

}  // namespace ipvsim::conformance
