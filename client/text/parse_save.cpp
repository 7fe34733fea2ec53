// ipvsadm-save text to a table.
#include "client/text/parse_save.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "client/text/save_line.h"
#include "client/values/load.h"
#include "client/values/service_index.h"

namespace ipvsim::client {
namespace {

// A destination and the position of its service.
struct Place {
  uint32_t service;
  DestinationId destination;
  bool operator==(const Place&) const = default;
};

struct PlaceHash {
  size_t operator()(const Place& p) const {
    const auto* bytes = reinterpret_cast<const std::byte*>(p.destination.address.bytes.data());
    uint64_t h = load<uint64_t>(bytes) * 0x9e3779b97f4a7c15 + load<uint64_t>(bytes + 8);
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9 + (uint64_t{p.service} << 16 | p.destination.port);
    return static_cast<size_t>(h ^ (h >> 32));
  }
};

// The table as far as it is read.
class Collector {
 public:
  void enter(SaveLine&& line) {
    const ServiceId id = line.service.id;
    const uint32_t known = index_.find(entries, id);
    if (!line.is_destination) {
      if (known != ServiceIndex::kNone)
        throw LineProblem{fmt::format("service {} is already there", to_string(id))};
      entries.push_back({std::move(line.service), {}});
      (void)index_.find_or_add_last(entries, index_.prepare(id));
      return;
    }
    if (known == ServiceIndex::kNone)
      throw LineProblem{fmt::format("service {} is not defined before this line", to_string(id))};
    if (!places_.insert({known, line.destination.id}).second)
      throw LineProblem{fmt::format("service {} has this destination already", to_string(id))};
    entries[known].destinations.push_back(line.destination);
  }

  std::vector<ServiceEntry> entries;

 private:
  ServiceIndex index_;
  std::unordered_set<Place, PlaceHash> places_;
};

}  // namespace

BadSaveLine::BadSaveLine(std::string_view file, size_t line, std::string_view reason)
    : std::runtime_error(fmt::format("{}:{}: {}", file, line, reason)),
      file_(file),
      line_(line),
      reason_(reason) {}

std::vector<ServiceEntry> parse_save(std::string_view text, std::string_view file) {
  Collector table;
  size_t number = 0;
  while (!text.empty()) {
    ++number;
    const size_t end = std::min(text.find('\n'), text.size());
    try {
      if (std::optional<SaveLine> line = read_save_line(text.substr(0, end))) table.enter(std::move(*line));
    } catch (const LineProblem& problem) {
      throw BadSaveLine(file, number, problem.reason);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(table.entries);
}

}  // namespace ipvsim::client
