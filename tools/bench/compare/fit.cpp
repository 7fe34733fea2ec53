// Least squares over logarithms.
#include "tools/bench/compare/fit.h"

#include <cmath>

namespace ipvsim::tools::bench {

double fitted_exponent(const std::vector<std::pair<double, double>>& points) {
  double sum_x = 0;
  double sum_y = 0;
  for (const auto& [x, y] : points) {
    sum_x += std::log(x);
    sum_y += std::log(y);
  }
  const auto n = static_cast<double>(points.size());
  double covariance = 0;
  double variance = 0;
  for (const auto& [x, y] : points) {
    const double dx = std::log(x) - sum_x / n;
    covariance += dx * (std::log(y) - sum_y / n);
    variance += dx * dx;
  }
  return covariance / variance;
}

}  // namespace ipvsim::tools::bench
