// A campaign's outcome as JSON lines, so that shards run anywhere can be merged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "laws/campaign.h"

namespace ipvsim::laws {

// The plan line, a line for each variant, a line for each verdict. A verdict's case is the smallest found,
// not shrunk: so the merged outcome of all shards is that of one run.
std::vector<std::string> to_json_lines(const Plan& plan, const Outcome& outcome);

// Reads the lines of several shards. Throws std::invalid_argument, saying what is wrong: a line that is none
// of ours, shards of different campaigns, the same shard twice.
class ShardMerger {
 public:
  void add_line(std::string_view line);
  // The plan of the whole campaign; shards that are missing are named in missing_shards().
  const Plan& plan() const { return plan_; }
  const Outcome& outcome() const { return outcome_; }
  std::vector<uint64_t> missing_shards() const;

 private:
  Plan plan_;
  Outcome outcome_;
  std::vector<uint64_t> seen_;
  bool begun_ = false;
};

}  // namespace ipvsim::laws
