// What `ipvsim bench` compares is the same table, and its counters say what each way costs. Nothing here is
// about time.
#include "tools/bench/bench.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "tools/bench/compare/fill_table.h"
#include "tools/bench/compare/fit.h"
#include "tools/bench/compare/growth.h"
#include "tools/bench/compare/loaded_kernel.h"
#include "tools/bench/compare/reading.h"
#include "tools/bench/report/report.h"
#include "tools/bench/report/svg.h"

namespace ipvsim::tools::bench {
namespace {

const Shape kSmall{"20 x 3", 20, 0, 3, -60.5, -70.0, std::nullopt};
const Shape kWithFwmarks{"6 + 4 fwmark x 1", 6, 4, 1, {}, {}, {}};

void no_progress(const std::string&, size_t, size_t) {}

BenchResult small_result() {
  BenchResult result;
  result.machine = "a machine";
  result.shapes.push_back(compare(kSmall, all_ways(), 2, no_progress));
  result.growth = measure_growth({*find_way("serial")}, 3162, no_progress);
  return result;
}

std::string printed(const Way& way, const Shape& shape) {
  LoadedKernel world(way, shape);
  Reader reader;
  (void)reader.read_and_print(world.by_socketpair(), way.method);
  return reader.text();
}

TEST(Bench, EveryWayReadsTheSameTable) {
  const std::string expected = printed(*find_way("N+1"), kSmall);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 80);
  for (const Way& way : all_ways()) EXPECT_EQ(printed(way, kSmall), expected) << way.name;
}

TEST(Bench, NPlus1AsksForEachServiceAndTheOthersOnce) {
  for (const WayResult& way : compare(kSmall, all_ways(), 1, no_progress).ways) {
    EXPECT_EQ(way.counters.requests, way.way == "N+1" ? 21u : 1u) << way.way;
    EXPECT_EQ(way.services, 20u) << way.way;
    EXPECT_EQ(way.dests, 60u) << way.way;
  }
}

TEST(Bench, RfcV1ForgetsFwmarkServicesAndTheReportSaysSo) {
  BenchResult result;
  result.shapes.push_back(compare(kWithFwmarks, all_ways(), 1, no_progress));
  for (const WayResult& way : result.shapes[0].ways)
    EXPECT_EQ(way.services, way.way == "rfc-v1" ? 6u : 10u) << way.way;
  EXPECT_NE(bench_table(result).find("reads 6 of 10 services"), std::string::npos);
}

TEST(Bench, TheFloorPassesTheBytesThatTheReadPassed) {
  for (const Way& way : all_ways()) {
    LoadedKernel world(way, kSmall);
    const genl::Counters counters = counters_of_read(world);
    (void)world.bare_transfer().socketpair();
    // A message for each service or destination, each request, each DONE; fragments hold many.
    EXPECT_GE(world.bare_transfer().messages(), counters.requests + counters.datagrams) << way.name;
    EXPECT_EQ(counters_of_read(world).bytes, counters.bytes) << way.name;
  }
}

TEST(Bench, SerialGrowsLinearlyInStepsAndNPlus1AndV1DoNot) {
  const auto exponent = [](const char* name) {
    std::vector<std::pair<double, double>> points;
    for (const size_t services : {1000, 4000, 16000}) {
      LoadedKernel world(*find_way(name), growth_shape(services));
      points.emplace_back(services, counters_of_read(world).table_steps);
    }
    return fitted_exponent(points);
  };
  EXPECT_LE(exponent("serial"), 1.01);
  EXPECT_GE(exponent("N+1"), 1.3);
  EXPECT_GE(exponent("rfc-v1"), 1.3);
}

TEST(Bench, RequestsFillTheTableThatCallsFill) {
  LoadedKernel by_calls(*find_way("N+1"), kWithFwmarks);
  LoadedKernel by_requests(*find_way("N+1"), Shape{"empty", 0, 0, 0, {}, {}, {}});
  fill_table(by_requests.by_socketpair(), kWithFwmarks);
  Reader reader;
  (void)reader.read_and_print(by_calls.by_socketpair(), client::ReadMethod::n_plus_1);
  const std::string expected = reader.text();
  (void)reader.read_and_print(by_requests.by_socketpair(), client::ReadMethod::n_plus_1);
  EXPECT_EQ(reader.text(), expected);
}

TEST(BenchShapes, AreFoundWithAndWithoutSpaces) {
  EXPECT_EQ(find_shape("16000x1"), find_shape("16000 x 1"));
  ASSERT_NE(find_shape("8000+8000fwmarkx1"), nullptr);
  EXPECT_EQ(find_shape("8000+8000fwmarkx1")->entries(), 32000u);
  EXPECT_EQ(find_shape("3 x 3"), nullptr);
}

TEST(BenchFit, FindsTheExponentOfAPower) {
  std::vector<std::pair<double, double>> points;
  for (const double x : {10.0, 100.0, 5000.0}) points.emplace_back(x, 3 * std::pow(x, 1.7));
  EXPECT_NEAR(fitted_exponent(points), 1.7, 1e-9);
}

TEST(BenchFit, GrowthSizesAreHalfADecadeApart) {
  EXPECT_EQ(growth_sizes(100000), (std::vector<size_t>{1000, 3162, 10000, 31623, 100000}));
}

TEST(BenchTiming, SpreadIsMedianAndQuartiles) {
  const Spread spread = spread_of({5, 1, 4, 2, 3});
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.low, 2);
  EXPECT_EQ(spread.high, 4);
  EXPECT_EQ(spread.least, 1);
}

TEST(BenchReport, JsonHoldsEveryWayWithItsCountersAndReportedFigures) {
  const auto json = nlohmann::json::parse(bench_json(small_result()));
  const auto& ways = json.at("shapes").at(0).at("ways");
  ASSERT_EQ(ways.size(), 5u);
  EXPECT_EQ(ways[0].at("way"), "N+1");
  EXPECT_EQ(ways[0].at("requests"), 21);
  EXPECT_FALSE(ways[0].contains("change_percent"));
  EXPECT_EQ(ways[1].at("reported_percent"), -60.5);
  EXPECT_EQ(ways[2].at("reported_percent"), -70.0);
  EXPECT_FALSE(ways[4].contains("reported_percent"));
  EXPECT_TRUE(ways[4].contains("change_percent"));
  EXPECT_EQ(json.at("growth").at(0).at("points").size(), 2u);
}

TEST(BenchReport, CsvLinesHaveTheColumnsOfTheHead) {
  const std::string csv = bench_csv(small_result());
  size_t lines = 0;
  for (size_t at = 0; at < csv.size(); ++lines) {
    const size_t end = csv.find('\n', at);
    const std::string line = csv.substr(at, end - at);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 16) << line;
    at = end + 1;
  }
  EXPECT_EQ(lines, 1u + 5u + 2u);
}

TEST(BenchReport, TableColumnsAreApart) {
  const std::string table = bench_table(small_result());
  EXPECT_NE(table.find(" read/floor "), std::string::npos);
  EXPECT_NE(table.find(" printed/floor\n"), std::string::npos);
}

TEST(BenchSvg, DrawsABarForEachWayAndACurveForEachGrowth) {
  const std::string svg = bench_svg(small_result());
  EXPECT_EQ(svg.rfind("<svg", 0) != std::string::npos || svg.rfind("<?xml", 0) != std::string::npos, true);
  for (const Way& way : all_ways()) EXPECT_NE(svg.find(">" + way.name), std::string::npos) << way.name;
  EXPECT_NE(svg.find("<polyline"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

}  // namespace
}  // namespace ipvsim::tools::bench
