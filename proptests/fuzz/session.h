// One session with a simulated kernel, played from a script of bytes: two sockets, sound, mutated and random
// requests, receives of any size, peeks, dump buffers of any size, options, time, the module coming and
// going. After each step everything that must hold is checked:
//
//  1. every answer is well-formed netlink, carries the port of its socket and a sequence number that was
//  sent;
//  2. length and truncation are what the receive call was given and the datagram has;
//  3. wherever there is room, a request is acknowledged at most once, and one with NLM_F_ACK exactly once
//  unless it
//     started a dump;
//  4. one receive makes at most one chunk, one send at most one for each request;
//  5. the audit of the table holds;
//  6. nothing crashes, hangs or aborts: the process would not live to say so.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>

namespace ipvsim::fuzz {

struct SessionReport {
  std::string fault;  // what went wrong first; empty when all held
  uint64_t hash = 0;  // of everything received; two plays of a script give the same
  // What happened, so that a test can see that something did.
  size_t refusals = 0;
  size_t successes = 0;
  size_t parts = 0;  // messages of dumps
  size_t dumps_finished = 0;
};

// Which requests are sent.
enum class RequestMix { everything, sound, random_bytes };

// Plays the script to its end or to the first fault. With `steps`, writes each step there before it is taken.
SessionReport play(std::span<const uint8_t> script, RequestMix mix = RequestMix::everything,
                   std::ostream* steps = nullptr);

}  // namespace ipvsim::fuzz
