// The table for people.
#include <fmt/format.h>

#include "tools/bench/report/report.h"

namespace ipvsim::tools::bench {

namespace {

// "8.41 (8.30-8.66)": the median and where half of the runs lie.
std::string ms(const Spread& spread) {
  return fmt::format("{:.2f} ({:.2f}-{:.2f})", spread.median, spread.low, spread.high);
}

std::string per_cent(const std::optional<double>& value) {
  return value ? fmt::format("{:+.1f} %", *value) : "-";
}

void add_shape(std::string& out, const ShapeResult& shape) {
  const size_t runs = shape.ways.empty() ? 0 : shape.ways.front().total.runs;
  out += fmt::format("\n{} ({} runs each, in turn)\n", shape.shape.name, runs);
  out += fmt::format("  {:<8}{:>24}{:>10}{:>10}{:>10}{:>10}{:>10}{:>11}{:>12}{:>13}\n", "",
                     "ms, median (half of runs)", "wall ms", "change", "reported", "explained", "requests",
                     "datagrams", "bytes", "table steps");
  for (const WayResult& way : shape.ways) {
    out += fmt::format("  {:<8}{:>24}{:>10.2f}{:>10}{:>10}{:>10}{:>10}{:>11}{:>12}{:>13}", way.way,
                       ms(way.total.cpu_ms), way.total.wall_ms.median, per_cent(way.change),
                       per_cent(way.reported), per_cent(way.explained), way.counters.requests,
                       way.counters.datagrams, way.counters.bytes, way.counters.table_steps);
    if (way.services != shape.shape.all_services())
      out += fmt::format("  reads {} of {} services", way.services, shape.shape.all_services());
    out += '\n';
  }
}

void add_floor(std::string& out, const std::vector<ShapeResult>& shapes) {
  out +=
      "\nThe floor: the same datagrams through a socketpair, only walked from header to header (ms, "
      "medians)\n";
  out += fmt::format("  {:<24}{:<8}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>15}\n", "", "", "memcpy", "floor",
                     "by call", "read", "printed", "read/floor", "printed/floor");
  for (const ShapeResult& shape : shapes)
    for (const WayResult& way : shape.ways)
      out += fmt::format("  {:<24}{:<8}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>12.2f}{:>15.2f}\n",
                         shape.shape.name, way.way, way.copy.cpu_ms.median, way.floor.cpu_ms.median,
                         way.by_call.cpu_ms.median, way.read.cpu_ms.median, way.total.cpu_ms.median,
                         way.read.cpu_ms.median / way.floor.cpu_ms.median,
                         way.total.cpu_ms.median / way.floor.cpu_ms.median);
  out += "  by call: the same client without the socketpair\n";
}

void add_growth(std::string& out, const std::vector<GrowthCurve>& growth) {
  out += "\nGrowth: reading N services with one destination each (ms, medians; table steps)\n";
  out += fmt::format("  {:<10}", "services");
  for (const GrowthCurve& curve : growth) out += fmt::format("{:>26}", curve.way);
  out += '\n';
  for (size_t i = 0; !growth.empty() && i < growth.front().points.size(); ++i) {
    out += fmt::format("  {:<10}", growth.front().points[i].services);
    for (const GrowthCurve& curve : growth)
      out += fmt::format("{:>11.2f}{:>15}", curve.points[i].read.cpu_ms.median, curve.points[i].steps);
    out += '\n';
  }
  out += fmt::format("  {:<10}", "~ N to the");
  for (const GrowthCurve& curve : growth)
    out += fmt::format("{:>11.3f}{:>15.3f}", curve.time_exponent, curve.step_exponent);
  out += '\n';
}

}  // namespace

std::string bench_table(const BenchResult& result) {
  std::string out =
      fmt::format("{}{}\n", result.machine, result.real_kernel ? "; N+1 on the system's own kernel" : "");
  if (!result.shapes.empty())
    out +=
        "Reading a whole table and printing it as `ipvsadm -Sn`, each way in a process of its own; "
        "ms of CPU time unless it says wall\n";
  for (const ShapeResult& shape : result.shapes) add_shape(out, shape);
  if (result.costs)
    out += fmt::format(
        "\nCost of a request {:.2f} us, of a datagram {:.2f} us, of an entry {:.3f} us (16000 x 1); "
        "`explained` is the\n"
        "change that these and the counters give.\n",
        result.costs->request_us, result.costs->datagram_us, result.costs->entry_us);
  if (!result.shapes.empty() && !result.real_kernel) add_floor(out, result.shapes);
  if (!result.growth.empty()) add_growth(out, result.growth);
  return out;
}

std::string side_by_side(const BenchResult& here, const std::vector<std::pair<std::string, double>>& there,
                         const std::string& there_name) {
  std::string out =
      fmt::format("\nN+1, wall ms, medians{:>21}{:>16}{:>10}\n", "ipvsim", there_name, "faster");
  for (const ShapeResult& shape : here.shapes) {
    for (const WayResult& way : shape.ways) {
      if (way.way != "N+1") continue;
      for (const auto& [name, ms] : there)
        if (name == shape.shape.name)
          out += fmt::format("  {:<24}{:>16.2f}{:>16.2f}{:>8.1f} x\n", name, way.total.wall_ms.median, ms,
                             ms / way.total.wall_ms.median);
    }
  }
  return out;
}

}  // namespace ipvsim::tools::bench
