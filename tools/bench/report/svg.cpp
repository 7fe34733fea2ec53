// Two kinds of chart, one below the other.
#include "tools/bench/report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tools/bench/compare/ways.h"
#include "tools/bench/report/svg_canvas.h"

namespace ipvsim::tools::bench {

namespace {

constexpr double kWidth = 1100;
constexpr double kMargin = 60;
constexpr const char* kGrid = "#dddddd";
constexpr const char* kAxis = "#444444";

// One colour a way, told apart also by the colour-blind.
const char* colour_of(const std::string& way) {
  static constexpr const char* kColours[] = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00"};
  const auto& ways = all_ways();
  for (size_t i = 0; i < ways.size() && i < std::size(kColours); ++i)
    if (ways[i].name == way) return kColours[i];
  return "#999999";
}

void legend(SvgCanvas& canvas, double y, const std::vector<std::string>& ways) {
  double x = kMargin;
  for (const std::string& way : ways) {
    canvas.rect(x, y - 10, 12, 12, colour_of(way));
    canvas.text(x + 17, y, way);
    x += 90;
  }
}

// Bars of the time against N+1, in per cent of it; the reported ones as marks. Returns the height used.
double draw_bars(SvgCanvas& canvas, double top, const BenchResult& result) {
  constexpr double kHeight = 300;
  const double base = top + 60 + kHeight;
  canvas.text(kMargin, top + 20,
              "Time to read and print a table, in per cent of N+1 (mark: reported with the RFC)",
              Anchor::start, 16, true);
  std::vector<std::string> ways;
  for (const WayResult& way : result.shapes.front().ways) ways.push_back(way.way);
  legend(canvas, top + 45, ways);
  for (int percent = 0; percent <= 100; percent += 20) {
    const double y = base - kHeight * percent / 100;
    canvas.line(kMargin, y, kWidth - kMargin, y, kGrid);
    canvas.text(kMargin - 8, y + 4, fmt::format("{} %", percent), Anchor::end);
  }
  const double group = (kWidth - 2 * kMargin) / static_cast<double>(result.shapes.size());
  double x = kMargin;
  for (const ShapeResult& shape : result.shapes) {
    const double bar = group * 0.8 / static_cast<double>(shape.ways.size());
    double at = x + group * 0.1;
    for (const WayResult& way : shape.ways) {
      const double share = std::min(1.2, 1 + way.change.value_or(0) / 100);
      canvas.rect(at, base - kHeight * share, bar - 2, kHeight * share, colour_of(way.way));
      canvas.text(at + bar / 2 - 1, base - kHeight * share - 4,
                  fmt::format("{:.1f}", way.total.cpu_ms.median), Anchor::middle, 9);
      if (way.reported) {
        const double y = base - kHeight * (1 + *way.reported / 100);
        canvas.line(at - 2, y, at + bar, y, "#cc0000", 2);
      }
      at += bar;
    }
    canvas.text(x + group / 2, base + 18, shape.shape.name, Anchor::middle);
    x += group;
  }
  canvas.line(kMargin, base, kWidth - kMargin, base, kAxis);
  canvas.text(kMargin, base + 38, fmt::format("above a bar: ms, median; {}", result.machine), Anchor::start,
              10);
  return base + 50 - top;
}

using ValueOf = std::function<double(const GrowthPoint&)>;
using ExponentOf = std::function<double(const GrowthCurve&)>;

// One log-log chart in the box that begins at (left, top).
void draw_curves(SvgCanvas& canvas, double left, double top, const char* title,
                 const std::vector<GrowthCurve>& curves, const ValueOf& value, const ExponentOf& exponent) {
  constexpr double kBoxWidth = 420;
  constexpr double kBoxHeight = 320;
  double low_x = 1e300, high_x = 0, low_y = 1e300, high_y = 0;
  for (const GrowthCurve& curve : curves) {
    for (const GrowthPoint& point : curve.points) {
      const auto x = static_cast<double>(point.services);
      low_x = std::min(low_x, x);
      high_x = std::max(high_x, x);
      low_y = std::min(low_y, value(point));
      high_y = std::max(high_y, value(point));
    }
  }
  const double x0 = std::floor(std::log10(low_x)), x1 = std::ceil(std::log10(high_x));
  const double y0 = std::floor(std::log10(low_y)), y1 = std::ceil(std::log10(high_y));
  const auto at_x = [&](double v) { return left + kBoxWidth * (std::log10(v) - x0) / (x1 - x0); };
  const auto at_y = [&](double v) { return top + kBoxHeight * (y1 - std::log10(v)) / (y1 - y0); };
  canvas.text(left, top - 14, title, Anchor::start, 14, true);
  for (double decade = x0; decade <= x1; ++decade) {
    const double x = at_x(std::pow(10, decade));
    canvas.line(x, top, x, top + kBoxHeight, kGrid);
    canvas.text(x, top + kBoxHeight + 16, fmt::format("{:g}", std::pow(10, decade)), Anchor::middle, 11);
  }
  for (double decade = y0; decade <= y1; ++decade) {
    const double y = at_y(std::pow(10, decade));
    canvas.line(left, y, left + kBoxWidth, y, kGrid);
    canvas.text(left - 6, y + 4, fmt::format("{:g}", std::pow(10, decade)), Anchor::end, 11);
  }
  canvas.text(left + kBoxWidth / 2, top + kBoxHeight + 34, "services, one destination each", Anchor::middle,
              11);
  double label = top + 14;
  for (const GrowthCurve& curve : curves) {
    std::vector<std::pair<double, double>> points;
    for (const GrowthPoint& point : curve.points) {
      points.emplace_back(at_x(static_cast<double>(point.services)), at_y(value(point)));
      canvas.circle(points.back().first, points.back().second, 2.5, colour_of(curve.way));
    }
    canvas.polyline(points, colour_of(curve.way));
    canvas.rect(left + 10, label - 9, 10, 10, colour_of(curve.way));
    canvas.text(left + 25, label, fmt::format("{}: N^{:.2f}", curve.way, exponent(curve)), Anchor::start, 11);
    label += 15;
  }
}

}  // namespace

std::string bench_svg(const BenchResult& result) {
  SvgCanvas canvas;
  double height = 20;
  if (!result.shapes.empty() && !result.real_kernel) height += draw_bars(canvas, height, result);
  if (!result.growth.empty()) {
    const double top = height + 40;
    draw_curves(
        canvas, 90, top, "Time to read the table, ms", result.growth,
        [](const GrowthPoint& point) { return point.read.cpu_ms.median; },
        [](const GrowthCurve& curve) { return curve.time_exponent; });
    draw_curves(
        canvas, 630, top, "Table steps", result.growth,
        [](const GrowthPoint& point) { return static_cast<double>(point.steps); },
        [](const GrowthCurve& curve) { return curve.step_exponent; });
    height = top + 380;
  }
  return canvas.document(kWidth, height);
}

}  // namespace ipvsim::tools::bench
