// Feeds a recording to a kernel and compares every answer byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/replay/replay_kernel.h"
#include "tools/trace/trace.h"

namespace ipvsim::tools {

// What came out of a receive call, on either side.
struct Answer {
  int error = 0;
  size_t length = 0;
  std::vector<uint8_t> bytes;

  bool operator==(const Answer&) const = default;
};

// The first event at which the kernel did not do as recorded.
struct Difference {
  size_t line = 0;   // of the trace
  std::string what;  // one line: the call, and how it went differently
  // Where a receive call differed: both answers, and the last thing sent on that socket (line 0: nothing
  // was).
  std::optional<Answer> recorded;
  std::optional<Answer> got;
  size_t request_line = 0;
  std::vector<uint8_t> request;
  // Where an invariant broke instead: what the audit said.
  std::vector<std::string> audit;
};

// Plays the events in order and stops at the first difference; after every event the kernel is audited.
// Nothing: all went as recorded. `at_line`, where given, holds the line of the event that is being played,
// for the last words of a program that one of the kernel's own checks stops.
std::optional<Difference> replay(const Trace& trace, ReplayKernel& kernel,
                                 volatile size_t* at_line = nullptr);

// The offset of the first byte at which two datagrams differ (one may be a prefix of the other); both equal:
// nothing.
std::optional<size_t> first_difference(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b);

}  // namespace ipvsim::tools
