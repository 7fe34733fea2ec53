// The ways to read a whole table that are compared: N+1 requests, or GET_SERVICE_DEST of some variant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/values/read_options.h"
#include "sim/profile.h"

namespace ipvsim::tools::bench {

struct Way {
  std::string name;     // "N+1", "rfc-v1", ...
  DumpVariant variant;  // of the kernel that is read
  client::ReadMethod method;

  bool n_plus_1() const { return method == client::ReadMethod::n_plus_1; }
  // Counts from the start at each chunk, and so costs the square of the table.
  bool quadratic() const { return n_plus_1() || variant == DumpVariant::rfc_v1; }
};

// In this order: N+1, rfc-v1, rfc-v2, rfc-v3, serial.
const std::vector<Way>& all_ways();
const Way* find_way(const std::string& name);

}  // namespace ipvsim::tools::bench
