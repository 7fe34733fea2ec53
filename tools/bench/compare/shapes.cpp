// The figures, as they were reported.
#include "tools/bench/compare/shapes.h"

#include <fmt/format.h>

#include <algorithm>

namespace ipvsim::tools::bench {

namespace {

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

const std::vector<Shape>& rfc_shapes() {
  static const std::vector<Shape> shapes = {
      {"1000 x 4", 1000, 0, 4, -60.63, -62.12, 75},
      {"2000 x 2", 2000, 0, 2, -71.10, -72.97, 147},
      {"8000 x 2", 8000, 0, 2, -52.83, -73.47, 613},
      {"16000 x 1", 16000, 0, 1, -54.13, -81.79, 1360},
      {"100 x 100", 100, 0, 100, -4.76, -9.09, 22},
      {"8000 + 8000 fwmark x 1", 8000, 8000, 1, std::nullopt, -81.10, std::nullopt},
  };
  return shapes;
}

const Shape* find_shape(const std::string& name) {
  const auto& shapes = rfc_shapes();
  const auto at = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& shape) {
    return without_spaces(shape.name) == without_spaces(name);
  });
  return at == shapes.end() ? nullptr : &*at;
}

Shape growth_shape(size_t services) { return {fmt::format("{} x 1", services), services, 0, 1, {}, {}, {}}; }

}  // namespace ipvsim::tools::bench
