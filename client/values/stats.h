// Counters and rates of a service or a destination, in the two forms in which a kernel reports them
// (ipvs-control.md 14).
#pragma once

#include <cstdint>

namespace ipvsim::client {

// Counters since the last zeroing and rates a second. Packets and bytes are "in" from the client to the
// service.
struct Counters {
  uint64_t conns = 0;
  uint64_t in_packets = 0;
  uint64_t out_packets = 0;
  uint64_t in_bytes = 0;
  uint64_t out_bytes = 0;
  uint64_t cps = 0;  // connections a second
  uint64_t in_pps = 0;
  uint64_t out_pps = 0;
  uint64_t in_bps = 0;  // bytes, not bits, a second
  uint64_t out_bps = 0;

  bool operator==(const Counters&) const = default;
};

// The old form, attribute STATS: 32-bit counters (the kernel keeps their low halves) with 64-bit byte counts.
struct Counters32 {
  uint32_t conns = 0;
  uint32_t in_packets = 0;
  uint32_t out_packets = 0;
  uint32_t cps = 0;
  uint64_t in_bytes = 0;
  uint64_t out_bytes = 0;
  uint32_t in_pps = 0;
  uint32_t out_pps = 0;
  uint32_t in_bps = 0;
  uint32_t out_bps = 0;

  bool operator==(const Counters32&) const = default;
};

// Both forms as they came. A form that was not in the message is all zero and its `has` is false.
struct Stats {
  bool has_narrow = false;
  bool has_wide = false;
  Counters32 narrow;
  Counters wide;

  // What to show: STATS64 where the kernel sent it, else STATS widened, else zeros.
  Counters best() const {
    if (has_wide || !has_narrow) return wide;
    return {narrow.conns, narrow.in_packets, narrow.out_packets, narrow.in_bytes, narrow.out_bytes,
            narrow.cps,   narrow.in_pps,     narrow.out_pps,     narrow.in_bps,   narrow.out_bps};
  }

  bool operator==(const Stats&) const = default;
};

}  // namespace ipvsim::client
