// Merging the fragments of a dump.
#include "client/bytes/table_builder.h"

#include <utility>

#include "uapi/ipvs.h"

namespace ipvsim::client {

using namespace uapi;

TableBuilder::TableBuilder(size_t expected) {
  // A few more may have come; the index is roomy anyway.
  table_.services.reserve(expected + expected / 8);
  index_.reserve(expected);
}

Problem TableBuilder::message(uint8_t command, Bytes attributes) {
  if (command == kIpvsNewService) return service(attributes);
  if (command != kIpvsNewDest) return "neither a service nor a destination";
  if (table_.services.empty()) return "a destination before any service";
  Bytes nest;
  bool found = false;
  if (Problem problem = find_attribute(attributes, kIpvsCmdAttrDest, nest, found); problem != nullptr)
    return problem;
  if (!found) return "a NEW_DEST without its DEST";
  table_.form = WireForm::flat;
  return destination(nest);
}

// The last entry holds a service that was there before: that one takes its settings and what destinations it
// has, the last goes.
void TableBuilder::join_last(size_t known) {
  ServiceEntry& from = table_.services.back();
  ServiceEntry& to = table_.services[known];
  to.service = std::move(from.service);
  to.destinations.insert(to.destinations.end(), from.destinations.begin(), from.destinations.end());
  table_.services.pop_back();
  current_ = known;
}

// Grows in steps of four: half the moves of a vector's own growth, and room that is never touched costs no
// memory.
void TableBuilder::make_room() {
  constexpr size_t kLarge = size_t{1} << 20;
  auto& entries = table_.services;
  if (entries.size() < entries.capacity()) return;
  entries.reserve(entries.empty() ? 16 : entries.size() * (entries.size() < kLarge ? 4 : 2));
}

Problem TableBuilder::service(Bytes attributes) {
  Bytes nest;
  bool found = false;
  if (Problem problem = find_attribute(attributes, kIpvsCmdAttrService, nest, found); problem != nullptr)
    return problem;
  if (!found) return "a NEW_SERVICE without its SERVICE";
  Bytes dests;
  bool nested = false;
  make_room();
  // Read in place: moving an entry costs as much as reading it.
  ServiceEntry& entry = table_.services.emplace_back();
  if (Problem problem = decode_service(nest, entry.service, dests, nested); problem != nullptr) {
    table_.services.pop_back();
    return problem;
  }
  if (!nested && table_.form == WireForm::n_plus_1) table_.form = WireForm::flat;
  if (nested) table_.form = WireForm::nested;

  const size_t last = table_.services.size() - 1;
  // What came just before is the common case of a continuation, and needs no index.
  if (last != 0 && table_.services[current_].service.id == entry.service.id) {
    join_last(current_);
    return destinations(dests);
  }
  const uint64_t hash = index_.prepare(entry.service.id);
  current_ = last;
  if (Problem problem = destinations(dests); problem != nullptr) return problem;
  if (const size_t known = index_.find_or_add_last(table_.services, hash); known != last) join_last(known);
  return nullptr;
}

// The content of DESTS, for the current service.
Problem TableBuilder::destinations(Bytes dests) {
  // Most often they are all there are of the service, each of the usual size.
  constexpr size_t kUsualSize = 332;
  auto& list = table_.services[current_].destinations;
  if (list.empty()) list.reserve(dests.size() / kUsualSize);
  AttrWalk walk(dests);
  Attr a;
  while (walk.next(a)) {
    if (a.type != kIpvsDestsAttrDest) continue;
    if (Problem problem = destination(a.value); problem != nullptr) return problem;
  }
  return walk.bad() ? "a destination reaches beyond its service" : nullptr;
}

Problem TableBuilder::destination(Bytes nest) {
  ServiceEntry& entry = table_.services[current_];
  Destination& d = entry.destinations.emplace_back();
  if (Problem problem = decode_destination(nest, entry.service.id.family(), d); problem != nullptr) {
    entry.destinations.pop_back();
    return problem;
  }
  ++destinations_;
  return nullptr;
}

Table TableBuilder::take() {
  if (table_.services.empty()) table_.form = WireForm::combined;
  index_ = {};
  destinations_ = current_ = 0;
  return std::exchange(table_, {});
}

}  // namespace ipvsim::client
