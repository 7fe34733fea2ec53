// Merging the fragments of a dump.
#include "client/table_builder.h"

#include <utility>

#include "client/merge_fault.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {

using namespace uapi;

Problem TableBuilder::message(uint8_t command, Bytes attributes) {
  if (command == kIpvsNewService) return service(attributes);
  if (command != kIpvsNewDest) return "neither a service nor a destination";
  if (table_.services.empty()) return "a destination before any service";
  Bytes nest;
  bool found = false;
  if (Problem problem = find_attribute(attributes, kIpvsCmdAttrDest, nest, found); problem != nullptr)
    return problem;
  if (!found) return "a NEW_DEST without its DEST";
  table_.form = WireForm::kFlat;
  return destination(nest);
}

// True when the service was there before. Makes it the current one.
bool TableBuilder::enter(Service&& service) {
  auto& entries = table_.services;
  // The common case first: the fragment continues what came last.
  if (entries.empty() || entries[current_].service.id != service.id) {
    const uint32_t known = index_.find(entries, service.id);
    if (known == ServiceIndex::kNone) {
      current_ = entries.size();
      entries.push_back({std::move(service), {}});
      index_.add_last(entries);
      return false;
    }
    current_ = known;
  }
  entries[current_].service = std::move(service);
  return true;
}

Problem TableBuilder::service(Bytes attributes) {
  Bytes nest;
  bool found = false;
  if (Problem problem = find_attribute(attributes, kIpvsCmdAttrService, nest, found); problem != nullptr)
    return problem;
  if (!found) return "a NEW_SERVICE without its SERVICE";
  Service service;
  Bytes dests;
  bool nested = false;
  if (Problem problem = decode_service(nest, service, dests, nested); problem != nullptr) return problem;
  if (!nested && table_.form == WireForm::kNPlus1) table_.form = WireForm::kFlat;
  if (nested) table_.form = WireForm::kNested;
  const bool continued = enter(std::move(service));
  if (!nested) return nullptr;

  bool drop_first = continued && testing::merge_fault_planted();
  AttrWalk walk(dests);
  Attr a;
  while (walk.next(a)) {
    if (a.type != kIpvsDestsAttrDest) continue;
    if (std::exchange(drop_first, false)) continue;
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
  if (table_.services.empty()) table_.form = WireForm::kCombined;
  index_ = {};
  destinations_ = current_ = 0;
  return std::exchange(table_, {});
}

}  // namespace ipvsim::client
