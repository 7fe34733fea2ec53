// Which kernel and which requests each way needs.
#include "tools/bench/compare/ways.h"

#include <algorithm>

namespace ipvsim::tools::bench {

const std::vector<Way>& all_ways() {
  static const std::vector<Way> ways = [] {
    std::vector<Way> out = {{"N+1", DumpVariant::stock, client::ReadMethod::n_plus_1}};
    for (const DumpVariant variant :
         {DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3, DumpVariant::serial})
      out.push_back({std::string(dump_variant_name(variant)), variant, client::ReadMethod::combined});
    return out;
  }();
  return ways;
}

const Way* find_way(const std::string& name) {
  const auto& ways = all_ways();
  const auto at = std::find_if(ways.begin(), ways.end(), [&](const Way& way) { return way.name == name; });
  return at == ways.end() ? nullptr : &*at;
}

}  // namespace ipvsim::tools::bench
