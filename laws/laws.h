// The ten laws of a dump (ARCHITECTURE.md 5). Each is a function from what was seen to a complaint.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/case_run.h"
#include "laws/model.h"
#include "laws/reading.h"

namespace ipvsim::laws {

enum class Law : uint8_t {
  terminates,
  nothing_invented,
  exactly_once,
  owner,
  order,
  quiet_equals_table,
  no_silent_cut,
  single_service,
  interruption_told,
  linear_cost,
};
inline constexpr size_t kLaws = 10;
inline constexpr std::array<Law, kLaws> kAllLaws = {Law::terminates,
                                                    Law::nothing_invented,
                                                    Law::exactly_once,
                                                    Law::owner,
                                                    Law::order,
                                                    Law::quiet_equals_table,
                                                    Law::no_silent_cut,
                                                    Law::single_service,
                                                    Law::interruption_told,
                                                    Law::linear_cost};

// The name: "exactly-once".
std::string_view law_name(Law law);
std::optional<Law> find_law(std::string_view name);
// One sentence: what the law says.
std::string_view law_text(Law law);

// Table steps of a reading may be this many times its entries and datagrams together: each entry is passed
// once, each datagram finds its place and meets one entry that does not fit, and as much again to spare.
inline constexpr uint64_t kStepsPerEntryOrChunk = 2;

// All that a law looks at.
struct Evidence {
  DumpVariant variant = DumpVariant::stock;
  std::optional<ServiceIndex> single;
  bool services_only = false;
  std::vector<uint32_t> sizes;
  Reading reading;
  Model model;
  // The same reading with chunks that hold everything; only where no_silent_cut needs it.
  std::optional<Reading> generous;
};
// What a finished world shows. Where no_silent_cut asks for it, a second world is run.
Evidence gather(const CaseRun& world);

// Nothing when the law holds, or does not apply to this case; else what is wrong, in one sentence.
std::optional<std::string> check(Law law, const Evidence& evidence);

// The largest thing the variant must fit into one chunk for the table of this evidence.
size_t largest_entry(const Evidence& evidence);

}  // namespace ipvsim::laws
