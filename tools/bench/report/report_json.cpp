// The same for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tools/bench/report/report.h"
#include "tools/text/file.h"

namespace ipvsim::tools::bench {

namespace {

using nlohmann::json;

json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"low", spread.low}, {"high", spread.high}, {"least", spread.least}};
}

json timing_json(const Timing& timing) {
  return {{"cpu_ms", spread_json(timing.cpu_ms)},
          {"wall_ms", spread_json(timing.wall_ms)},
          {"runs", timing.runs}};
}

json way_json(const WayResult& way) {
  json out = {{"way", way.way},
              {"services", way.services},
              {"destinations", way.dests},
              {"total", timing_json(way.total)},
              {"read", timing_json(way.read)},
              {"requests", way.counters.requests}};
  // A real kernel tells nothing of these.
  if (way.floor.runs != 0) {
    out["by_call"] = timing_json(way.by_call);
    out["floor"] = timing_json(way.floor);
    out["memcpy"] = timing_json(way.copy);
    out["datagrams"] = way.counters.datagrams;
    out["bytes"] = way.counters.bytes;
    out["table_steps"] = way.counters.table_steps;
  }
  const auto optional = [&](const char* key, const std::optional<double>& value) {
    if (value) out[key] = *value;
  };
  optional("change_percent", way.change);
  optional("explained_percent", way.explained);
  optional("reported_percent", way.reported);
  return out;
}

json curve_json(const GrowthCurve& curve) {
  json points = json::array();
  for (const GrowthPoint& point : curve.points)
    points.push_back(
        {{"services", point.services}, {"read", timing_json(point.read)}, {"table_steps", point.steps}});
  return {{"way", curve.way},
          {"points", points},
          {"time_exponent", curve.time_exponent},
          {"step_exponent", curve.step_exponent}};
}

}  // namespace

std::string bench_json(const BenchResult& result) {
  json out = {{"machine", result.machine}, {"real_kernel", result.real_kernel}, {"shapes", json::array()}};
  for (const ShapeResult& shape : result.shapes) {
    json ways = json::array();
    for (const WayResult& way : shape.ways) ways.push_back(way_json(way));
    out["shapes"].push_back({{"shape", shape.shape.name}, {"ways", ways}});
  }
  if (result.costs)
    out["costs"] = {{"request_us", result.costs->request_us},
                    {"datagram_us", result.costs->datagram_us},
                    {"entry_us", result.costs->entry_us}};
  if (!result.growth.empty()) {
    out["growth"] = json::array();
    for (const GrowthCurve& curve : result.growth) out["growth"].push_back(curve_json(curve));
  }
  return out.dump(2) + "\n";
}

std::vector<std::pair<std::string, double>> n_plus_1_of_json(const std::string& path) {
  std::vector<std::pair<std::string, double>> out;
  try {
    const json text = json::parse(read_file(path));
    for (const json& shape : text.at("shapes"))
      for (const json& way : shape.at("ways"))
        if (way.at("way") == "N+1")
          out.emplace_back(shape.at("shape"), way.at("total").at("wall_ms").at("median"));
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format("{} is not the JSON of `ipvsim bench`: {}", path, error.what()));
  }
  return out;
}

std::string bench_csv(const BenchResult& result) {
  std::string out =
      "what,shape,way,runs,cpu_ms,cpu_ms_low,cpu_ms_high,wall_ms,read_cpu_ms,floor_cpu_ms,memcpy_cpu_ms,"
      "change_percent,reported_percent,requests,datagrams,bytes,table_steps\n";
  const auto optional = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.2f}", *value) : std::string();
  };
  for (const ShapeResult& shape : result.shapes)
    for (const WayResult& way : shape.ways)
      out += fmt::format(
          "shape,{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{},{},{},{},{}\n",
          shape.shape.name, way.way, way.total.runs, way.total.cpu_ms.median, way.total.cpu_ms.low,
          way.total.cpu_ms.high, way.total.wall_ms.median, way.read.cpu_ms.median, way.floor.cpu_ms.median,
          way.copy.cpu_ms.median, optional(way.change), optional(way.reported), way.counters.requests,
          way.counters.datagrams, way.counters.bytes, way.counters.table_steps);
  for (const GrowthCurve& curve : result.growth)
    for (const GrowthPoint& point : curve.points)
      out += fmt::format("growth,{} x 1,{},{},,,,,{:.4f},,,,,,,,{}\n", point.services, curve.way,
                         point.read.runs, point.read.cpu_ms.median, point.steps);
  return out;
}

}  // namespace ipvsim::tools::bench
