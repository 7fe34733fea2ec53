// A counterexample as a person reads it: a timeline, and one line that replays it (body.h: a test to paste).
#pragma once

#include <string>
#include <vector>

#include "laws/shrink.h"

namespace ipvsim::laws {

// What happened, in order; what both the text and the picture show.
struct Step {
  enum class Kind { datagram, edit } kind = Kind::datagram;
  size_t number = 0;  // of the datagram, from 1
  const Datagram* datagram = nullptr;
  Edit edit;
  bool taken = true;       // the kernel accepted the edit
  size_t already_cut = 0;  // of an edit: datagrams that were built before it
};
struct Timeline {
  std::unique_ptr<CaseRun> world;
  std::vector<Step> steps;
};
Timeline replay(const Case& which);

// "TCP 10.0.0.1:80 [192.168.0.2:8080, 192.168.0.1:8080]", a datagram's content, entry by entry.
std::string describe(const Datagram& datagram);

// " 2 times" where a flat stream told a service more than once; nested fragments repeat it by design.
std::string repeats(const Case& which, const MergedService& merged);

// "everything", "the services alone", or the service's name.
std::string_view asked_for(const Case& which);

std::string timeline_text(const Counterexample& example);
// The command that shows this counterexample again; the version it was found with stands behind it as a
// comment of the shell, since what a case leads to may differ between versions.
std::string replay_line(const Counterexample& example);
}  // namespace ipvsim::laws
