// Writing and reading the lines.
#include "laws/campaign_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ipvsim::laws {

namespace {

using nlohmann::json;

std::vector<std::string> names(const Plan& plan, bool variants) {
  std::vector<std::string> out;
  if (variants)
    for (const DumpVariant variant : plan.variants) out.emplace_back(dump_variant_name(variant));
  else
    for (const Law law : plan.laws) out.emplace_back(law_name(law));
  return out;
}

Law law_of(const std::string& name) {
  const auto law = find_law(name);
  if (!law) throw std::invalid_argument(fmt::format("unknown law '{}'", name));
  return *law;
}

}  // namespace

std::vector<std::string> to_json_lines(const Plan& plan, const Outcome& outcome) {
  std::vector<std::string> lines;
  lines.push_back(json{{"campaign", "ipvsim"},
                       {"seed", plan.seed},
                       {"cases", plan.cases},
                       {"shard", plan.shard + 1},
                       {"shards", plan.shards},
                       {"variants", names(plan, true)},
                       {"laws", names(plan, false)}}
                      .dump());
  for (const auto& [variant, classes] : outcome.classes)
    lines.push_back(json{{"variant", dump_variant_name(variant)},
                         {"cases", classes.cases},
                         {"resumed", classes.resumed},
                         {"edited_under_cursor", classes.edited_under_cursor},
                         {"fragmented", classes.fragmented}}
                        .dump());
  for (const auto& [variant, laws] : outcome.verdicts)
    for (const auto& [law, verdict] : laws) {
      json line{{"variant", dump_variant_name(variant)}, {"law", law_name(law)}, {"broken", verdict.broken}};
      if (verdict.smallest) {
        line["case"] = to_text(verdict.smallest->which);
        line["complaint"] = verdict.smallest->complaint;
      }
      lines.push_back(line.dump());
    }
  return lines;
}

void ShardMerger::add_line(std::string_view text) {
  json line;
  try {
    line = json::parse(text);
    if (line.contains("campaign")) {
      Plan plan;
      plan.seed = line.at("seed");
      plan.cases = line.at("cases");
      plan.shards = line.at("shards");
      for (const auto& name : line.at("variants"))
        plan.variants.push_back(dump_variant(name.get<std::string>()));
      for (const auto& name : line.at("laws")) plan.laws.push_back(law_of(name));
      const uint64_t shard = line.at("shard");
      if (shard < 1 || shard > plan.shards) throw std::invalid_argument("a shard outside its campaign");
      if (begun_ && (plan.seed != plan_.seed || plan.cases != plan_.cases || plan.shards != plan_.shards ||
                     plan.variants != plan_.variants || plan.laws != plan_.laws))
        throw std::invalid_argument("shards of different campaigns");
      if (std::find(seen_.begin(), seen_.end(), shard) != seen_.end())
        throw std::invalid_argument(fmt::format("shard {}/{} twice", shard, plan.shards));
      plan_ = plan;
      begun_ = true;
      seen_.push_back(shard);
      return;
    }
    if (!begun_) throw std::invalid_argument("no campaign line before it");
    Outcome part;
    const DumpVariant variant = dump_variant(line.at("variant").get<std::string>());
    if (line.contains("law")) {
      const Law law = law_of(line.at("law"));
      Verdict& verdict = part.verdicts[variant][law];
      verdict.broken = line.at("broken");
      if (line.contains("case")) {
        verdict.smallest = judge(law, parse_case(line.at("case").get<std::string>()));
        if (!verdict.smallest)
          throw std::invalid_argument("a case that breaks nothing here: another version?");
      }
    } else {
      part.classes[variant] = {line.at("cases"), line.at("resumed"), line.at("edited_under_cursor"),
                               line.at("fragmented")};
    }
    outcome_.merge(part);
  } catch (const json::exception&) {
    throw std::invalid_argument("not a line of `ipvsim explore --json`");
  }
}

std::vector<uint64_t> ShardMerger::missing_shards() const {
  std::vector<uint64_t> missing;
  for (uint64_t shard = 1; shard <= plan_.shards; ++shard)
    if (std::find(seen_.begin(), seen_.end(), shard) == seen_.end()) missing.push_back(shard);
  return missing;
}

}  // namespace ipvsim::laws
