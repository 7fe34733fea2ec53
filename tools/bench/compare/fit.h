// Growth as one number.
#pragma once

#include <utility>
#include <vector>

namespace ipvsim::tools::bench {

// The exponent e of y = c * x^e that lies nearest to the points in a log-log plot (least squares). At least
// two points with different x, all above 0.
double fitted_exponent(const std::vector<std::pair<double, double>>& points);

}  // namespace ipvsim::tools::bench
