// Drawing cases.
#include "laws/generate.h"

#include <algorithm>

namespace ipvsim::laws {

namespace {

ServiceIndex any_service(Rng& rng) { return static_cast<ServiceIndex>(rng.in_range(0, kServices - 1)); }

// One service in eight worlds gets a long list, for what goes wrong only behind several datagrams.
std::vector<DestIndex> some_dests(Rng& rng) {
  std::vector<DestIndex> dests;
  const uint64_t most = rng.chance(1, 8) ? kDests : 4;
  const uint64_t count = rng.in_range(0, most);
  while (dests.size() < count) {
    const auto dest = static_cast<DestIndex>(rng.in_range(0, most - 1));
    if (std::find(dests.begin(), dests.end(), dest) == dests.end()) dests.push_back(dest);
  }
  return dests;
}

// Sizes at which something changes: around one entry, a service with a destination, a few entries, anything.
uint32_t some_size(Rng& rng) {
  switch (rng.in_range(0, 9)) {
    case 0:
      return static_cast<uint32_t>(rng.in_range(20, 360));
    case 1:
    case 2:
    case 3:
      return static_cast<uint32_t>(rng.in_range(356, 680));
    case 4:
    case 5:
    case 6:
      return static_cast<uint32_t>(rng.in_range(660, 1100));
    case 7:
    case 8:
      return static_cast<uint32_t>(rng.in_range(1000, 2200));
    default:
      return static_cast<uint32_t>(rng.in_range(2000, 8000));
  }
}

// Mostly about what is in the table, so that edits bite.
Edit some_edit(const Case& which, Rng& rng) {
  Edit edit;
  edit.service = which.table.empty() || rng.chance(1, 4)
                     ? any_service(rng)
                     : which.table[rng.in_range(0, which.table.size() - 1)].service;
  edit.dest = static_cast<DestIndex>(rng.in_range(0, 5));
  edit.value = static_cast<uint8_t>(rng.in_range(0, kValues - 1));
  constexpr EditKind kOften[] = {EditKind::add_service, EditKind::del_service, EditKind::del_service,
                                 EditKind::add_dest,    EditKind::del_dest,    EditKind::del_dest,
                                 EditKind::set_service, EditKind::set_dest};
  constexpr EditKind kSeldom[] = {EditKind::flush, EditKind::add_foreign, EditKind::add_foreign,
                                  EditKind::del_foreign};
  edit.kind = rng.chance(1, 8) ? kSeldom[rng.in_range(0, std::size(kSeldom) - 1)]
                               : kOften[rng.in_range(0, std::size(kOften) - 1)];
  return edit;
}

}  // namespace

Case generate(DumpVariant variant, Rng& rng) {
  Case out;
  out.variant = variant;
  const uint64_t services = rng.in_range(0, 4);
  // Half of the worlds live in few rows, where positions can shift.
  const uint64_t last = rng.chance(1, 2) ? 2 : kServices - 1;
  for (uint64_t i = 0; i < services; ++i) {
    const auto service = static_cast<ServiceIndex>(rng.in_range(0, last));
    const bool there = std::any_of(out.table.begin(), out.table.end(),
                                   [&](const TableService& entry) { return entry.service == service; });
    if (!there) out.table.push_back({service, some_dests(rng)});
  }
  if (rng.chance(1, 8))
    out.single = rng.chance(1, 4) || out.table.empty() ? any_service(rng) : out.table[0].service;
  else if (variant == DumpVariant::stock)
    out.services_only = rng.chance(1, 8);
  out.sizes.clear();
  const uint64_t sizes = rng.in_range(1, 3);
  while (out.sizes.size() < sizes) out.sizes.push_back(some_size(rng));
  const uint64_t edits = rng.chance(1, 4) ? 0 : rng.in_range(1, 3);
  for (uint64_t i = 0; i < edits; ++i)
    out.edits.push_back({static_cast<uint32_t>(rng.in_range(0, 5)), some_edit(out, rng)});
  std::stable_sort(out.edits.begin(), out.edits.end(),
                   [](const TimedEdit& a, const TimedEdit& b) { return a.boundary < b.boundary; });
  return out;
}

}  // namespace ipvsim::laws
