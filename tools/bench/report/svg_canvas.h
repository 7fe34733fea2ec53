// Drawing: the few SVG elements a chart needs.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ipvsim::tools::bench {

enum class Anchor { start, middle, end };

// Elements are drawn in the order of the calls, the origin at the upper left, units are pixels.
class SvgCanvas {
 public:
  void rect(double x, double y, double width, double height, std::string_view colour);
  void line(double x1, double y1, double x2, double y2, std::string_view colour, double width = 1);
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view colour);
  void circle(double x, double y, double radius, std::string_view colour);
  // `text` is escaped.
  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start, int size = 12,
            bool bold = false);
  // The document, on white.
  std::string document(double width, double height) const;

 private:
  std::string body_;
};

}  // namespace ipvsim::tools::bench
