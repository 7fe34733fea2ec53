// Misbehaviour on request, for tests of clients: what a real kernel does rarely (sockets-and-builds.md 4) or
// only when something is broken.
#pragma once

namespace ipvsim::genl {

struct Faults {
  // So many of the next replies and acknowledgements vanish; neither side is told. Chunks of dumps do not.
  unsigned lost_answers = 0;
  // So many of the next requests to families other than the controller fail with this errno before anything
  // is done.
  unsigned failing_requests = 0;
  int failing_errno = 0;

  // Whether it is this one's turn.
  bool lose_answer() { return lost_answers != 0 && lost_answers-- != 0; }
  bool fail_request() { return failing_requests != 0 && failing_requests-- != 0; }
};

}  // namespace ipvsim::genl
