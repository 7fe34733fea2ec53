// The table shapes of the RFC's benchmark (rfc-dumps.md) and what was reported of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ipvsim::tools::bench {

struct Shape {
  std::string name;     // "1000 x 4"
  size_t services = 0;  // normal ones
  size_t fwmark_services = 0;
  size_t dests = 0;  // of each service
  // Run time of `ipvsadm -Sn` against N+1 as the RFC's author reported it, in per cent; negative is less.
  std::optional<double> reported_v1;
  std::optional<double> reported_v2;
  // N+1 under User-Mode Linux 6.1, measured once on two cores, in ms.
  std::optional<double> uml_ms;

  size_t all_services() const { return services + fwmark_services; }
  size_t entries() const { return all_services() * (1 + dests); }
};

const std::vector<Shape>& rfc_shapes();
// The shape of that name, spaces or not ("1000x4"); nothing for any other.
const Shape* find_shape(const std::string& name);
// What grows: `services` with one destination each.
Shape growth_shape(size_t services);

}  // namespace ipvsim::tools::bench
