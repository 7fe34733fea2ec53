// Small worlds, all of them: up to three services with up to three destinations each, every chunk size from
// 20 to 2000 that changes the cut, every single edit at every datagram boundary. Each law a variant keeps is
// checked in each, and for `serial` also what the validation scripts of the RFC's author looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>

#include "laws/laws.h"
#include "laws/verdicts.h"

namespace ipvsim::laws {
namespace {

// Under sanitizers a run is an order of magnitude slower; there the worlds are smaller, and the test says so.
#ifdef IPVSIM_SANITIZED
constexpr size_t kMostServices = 2;
#else
constexpr size_t kMostServices = 3;
#endif
constexpr size_t kMostDests = 3;
constexpr uint32_t kSmallestChunk = 20;
constexpr uint32_t kLargestChunk = 2000;
constexpr uint32_t kSizeGrain =
    4;  // every entry's size is a multiple of it, so the cut changes at multiples only

using Layout = std::array<ServiceIndex, kMostDests>;
constexpr Layout kOneRow = {0, 1, 2};
constexpr Layout kManyRows = {3, 4, 5};

struct Setting {
  DumpVariant variant;
  Layout layout;
  const char* name;
};

// What ctest shows beside the name.
void PrintTo(const Setting& setting, std::ostream* out) {
  *out << dump_variant_name(setting.variant) << " " << setting.name;
}

std::vector<std::vector<TableService>> tables(const Layout& layout) {
  std::vector<std::vector<TableService>> out = {{}};
  size_t begin = 0;
  for (size_t services = 1; services <= kMostServices; ++services) {
    const size_t end = out.size();
    for (size_t i = begin; i < end; ++i)
      for (size_t dests = 0; dests <= kMostDests; ++dests) {
        auto table = out[i];
        TableService entry{layout[services - 1], {}};
        for (size_t d = 0; d < dests; ++d) entry.dests.push_back(static_cast<DestIndex>(d));
        table.push_back(entry);
        out.push_back(std::move(table));
      }
    begin = end;
  }
  return out;
}

// Every single edit that could matter to this table.
std::vector<Edit> edits(const Case& which, const Layout& layout) {
  std::vector<Edit> out = {{EditKind::flush, 0, 0, 0}, {EditKind::add_foreign, layout[0], 0, 0}};
  for (const ServiceIndex service : layout) {
    const auto at = std::find_if(which.table.begin(), which.table.end(),
                                 [&](const TableService& entry) { return entry.service == service; });
    if (at == which.table.end()) {
      out.push_back({EditKind::add_service, service, 0, 0});
      continue;
    }
    out.push_back({EditKind::del_service, service, 0, 0});
    out.push_back({EditKind::set_service, service, 0, 2});
    out.push_back({EditKind::add_dest, service, kMostDests, 1});
    for (const DestIndex dest : at->dests) {
      out.push_back({EditKind::del_dest, service, dest, 0});
      out.push_back({EditKind::set_dest, service, dest, 2});
    }
  }
  return out;
}

std::vector<uint32_t> cut(const Reading& reading) {
  std::vector<uint32_t> lengths;
  for (const Datagram& datagram : reading.datagrams) lengths.push_back(datagram.length);
  return lengths;
}

using Content = std::map<ServiceIndex, std::vector<DestIndex>>;

Content content(const Reading& reading) {
  Content out;
  for (const MergedService& merged : merge(reading)) out[merged.service] = merged.dests;
  return out;
}

// The table at the dump's beginning without what the edit is about.
Content without(Content table, const Edit& edit) {
  if (edit.kind == EditKind::flush) return {};
  const bool of_dest =
      edit.kind == EditKind::add_dest || edit.kind == EditKind::del_dest || edit.kind == EditKind::set_dest;
  const bool of_service = edit.kind == EditKind::add_service || edit.kind == EditKind::del_service;
  if (of_service) table.erase(edit.service);
  if (of_dest && table.contains(edit.service)) std::erase(table[edit.service], edit.dest);
  return table;
}

Content begun_with(const Model& model) {
  Content out;
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    if (model.initial(service).present) out[service] = model.initial(service).dests;
  }
  return out;
}

class SmallWorlds : public testing::TestWithParam<Setting> {
 protected:
  // Checks one case; returns the reading's number of datagrams.
  size_t check_case(const Case& which) {
    ++cases_;
    const auto world = run(which);
    const Evidence evidence = gather(*world);
    for (const Law law : kAllLaws) {
      if (expected_broken(which.variant, law)) continue;
      const auto complaint = check(law, evidence);
      EXPECT_FALSE(complaint) << to_text(which) << "\n" << law_name(law) << ": " << complaint.value_or("");
    }
    if (which.variant == DumpVariant::serial) check_as_the_author_did(which, evidence);
    return evidence.reading.datagrams.size();
  }

  // Without an edit the merged dump is the N+1 dump, sorted, and the destinations also unsorted. With one,
  // whatever it was about may show or not; nothing else may differ: a service added hides nothing, one
  // removed invents nothing.
  void check_as_the_author_did(const Case& which, const Evidence& evidence) {
    if (evidence.reading.error != 0) return;  // a chunk too small for an entry: told, not hidden
    const Content got = content(evidence.reading);
    if (which.edits.empty()) {
      Case n_plus_1 = which;
      n_plus_1.variant = DumpVariant::stock;
      n_plus_1.sizes = {32448};
      EXPECT_EQ(got, content(run(n_plus_1)->reading())) << to_text(which);
      return;
    }
    const Edit& edit = which.edits[0].edit;
    EXPECT_EQ(without(got, edit), without(begun_with(evidence.model), edit)) << to_text(which);
  }

  size_t cases_ = 0;
};

TEST_P(SmallWorlds, KeepTheLawsAtEveryCutAndEdit) {
  const Setting setting = GetParam();
  for (const auto& table : tables(setting.layout)) {
    std::vector<uint32_t> last_cut;
    for (uint32_t size = kSmallestChunk; size <= kLargestChunk; size += kSizeGrain) {
      Case which;
      which.variant = setting.variant;
      which.table = table;
      which.sizes = {size};
      const auto lengths = cut(run(which)->reading());
      if (lengths == last_cut) continue;
      last_cut = lengths;
      const size_t datagrams = check_case(which);
      for (const Edit& edit : edits(which, setting.layout))
        for (uint32_t boundary = 0; boundary < datagrams; ++boundary) {
          which.edits = {{boundary, edit}};
          check_case(which);
        }
      if (HasFailure()) return;
    }
  }
  std::cout << cases_ << " cases of worlds with up to " << kMostServices << " services\n";
  EXPECT_GT(cases_, 1000u);
}

std::vector<Setting> settings() {
  std::vector<Setting> out;
  for (const DumpVariant variant : kAllVariants) {
    out.push_back({variant, kOneRow, "one_row"});
    out.push_back({variant, kManyRows, "many_rows"});
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Laws, SmallWorlds, testing::ValuesIn(settings()),
                         [](const testing::TestParamInfo<Setting>& setting) {
                           std::string name = std::string(dump_variant_name(setting.param.variant)) + "_" +
                                              setting.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace ipvsim::laws
