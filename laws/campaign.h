// Many cases over variants and laws: which laws broke how often, and the smallest counterexample of each.
// Case i of a variant depends on the seed and i alone, so jobs and shards can split a campaign without
// changing it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "laws/shrink.h"

namespace ipvsim::laws {

struct Plan {
  std::vector<DumpVariant> variants;
  std::vector<Law> laws;
  uint64_t cases = 20000;  // a variant, over all shards
  uint64_t seed = 1;
  unsigned jobs = 1;
  uint64_t shard = 0;  // this shard takes the cases i with i % shards == shard
  uint64_t shards = 1;
  PrepareKernel prepare;  // called on each thread of the campaign
};

// What the cases of a variant were like; a campaign of cases that never resumed a dump tested nothing.
struct Classes {
  uint64_t cases = 0;
  uint64_t resumed = 0;              // more than one datagram with content
  uint64_t edited_under_cursor = 0;  // an edit took effect while a dump was half read
  uint64_t fragmented = 0;           // a service came in more than one message
  Classes& operator+=(const Classes& other);
};

struct Verdict {
  uint64_t broken = 0;                     // cases that broke the law
  std::optional<Counterexample> smallest;  // found, not yet shrunk
};

struct Outcome {
  std::map<DumpVariant, Classes> classes;
  std::map<DumpVariant, std::map<Law, Verdict>> verdicts;
  // Adds another shard's outcome.
  void merge(const Outcome& other);
};

// The seed of one case; any tool can run that case alone.
uint64_t case_seed(uint64_t seed, DumpVariant variant, uint64_t index);

// Runs the plan on `jobs` threads. `progress`, if set, is called from the calling thread now and then with
// the number of cases done so far. The outcome does not depend on jobs.
Outcome run_campaign(const Plan& plan, const std::function<void(uint64_t done)>& progress = {});

// How many cases this plan's shard runs.
uint64_t shard_cases(const Plan& plan);

}  // namespace ipvsim::laws
