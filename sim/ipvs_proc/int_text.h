// Integers as they are written to and read from files under /proc/sys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/status.h"

namespace ipvsim::ipvs_proc {

// What a number may be.
struct IntRange {
  int64_t least = std::numeric_limits<int32_t>::min();
  uint64_t most = std::numeric_limits<int32_t>::max();
};

struct IntsWritten {
  Status status;
  size_t consumed = 0;  // what write() returns when the status is ok
};

// Stores the numbers of `text` in `values`, one after the other; fewer numbers leave the rest as it is, an
// empty text leaves all. EINVAL for what is no number or not in `range`, which is as wide as an unsigned long
// at most (where its `least` is 0; stored by its bits); the numbers before it are stored nevertheless. Text
// behind the last value is not consumed. Not in the spec; observed on a running 6.18.44 with plain sysctls of
// integers (net.ipv4.conf.lo.tag and tcp_rmem):
// - blanks of C's isspace come before a number, of which a number is ended only by blank, tab and newline;
// - decimal, octal after 0 and hexadecimal after 0x, with one '-' but no '+', at most 20 characters;
// - only the first 4095 bytes count, what is behind them is taken as consumed.
IntsWritten write_ints(std::string_view text, std::span<int64_t> values, IntRange range = {});

// "3\t50\n".
std::string ints_text(std::span<const int64_t> values);

}  // namespace ipvsim::ipvs_proc
