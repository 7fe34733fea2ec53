// The matrix law x variant and the smallest counterexample of each broken law. What depends on the machine,
// the speed, goes to stderr; stdout is the same for the same seed.
#include "tools/ipvsim/explore_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

#include "laws/body.h"
#include "laws/campaign.h"
#include "laws/campaign_json.h"
#include "laws/report.h"
#include "laws/svg.h"
#include "laws/verdicts.h"
#include "tools/text/file.h"

namespace ipvsim::tools {
namespace {

struct Options {
  std::string variant = "all";
  std::string law = "all";
  uint64_t cases = 20000;
  uint64_t seed = 1;
  unsigned jobs = 0;
  std::string shard = "1/1";
  std::string svg;
  std::string replay;
  std::vector<std::string> merge;
  bool json = false;
  bool brief = false;
};

std::vector<DumpVariant> variants_of(const Options& options) {
  if (options.variant == "all") return {laws::kAllVariants.begin(), laws::kAllVariants.end()};
  return {dump_variant(options.variant)};
}

std::vector<laws::Law> laws_of(const Options& options) {
  if (options.law == "all") return {laws::kAllLaws.begin(), laws::kAllLaws.end()};
  const auto law = laws::find_law(options.law);
  if (!law) throw std::invalid_argument(fmt::format("unknown law '{}'", options.law));
  return {*law};
}

void set_shard(const std::string& text, laws::Plan& plan) {
  unsigned long long part = 0;
  unsigned long long parts = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%llu/%llu%c", &part, &parts, &rest) != 2 || part < 1 || part > parts)
    throw std::invalid_argument(fmt::format("--shard wants I/N with 1 <= I <= N, not '{}'", text));
  plan.shard = part - 1;
  plan.shards = parts;
}

laws::Plan plan_of(const Options& options) {
  laws::Plan plan;
  plan.variants = variants_of(options);
  plan.laws = laws_of(options);
  plan.cases = options.cases;
  plan.seed = options.seed;
  plan.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  set_shard(options.shard, plan);
  return plan;
}

void draw_progress(uint64_t done, uint64_t all) {
  constexpr uint64_t kWidth = 40;
  const uint64_t full = all == 0 ? kWidth : done * kWidth / all;
  fmt::print(stderr, "\rexplore [{:<{}}] {:3} %", std::string(full, '#'), kWidth,
             all == 0 ? 100 : done * 100 / all);
  std::fflush(stderr);
}

laws::Outcome run_plan(const laws::Plan& plan) {
  const uint64_t all = laws::shard_cases(plan);
  const auto begin = std::chrono::steady_clock::now();
  const bool bar = isatty(STDERR_FILENO) != 0;
  laws::Outcome outcome = laws::run_campaign(plan, [&](uint64_t done) {
    if (bar) draw_progress(done, all);
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double rate = seconds > 0 ? static_cast<double>(all) / seconds : 0;
  fmt::print(stderr, "{}{} cases in {:.2f} s with {} jobs: {:.0f} cases a second, {:.0f} a job\n",
             bar ? "\n" : "", all, seconds, plan.jobs, rate, rate / plan.jobs);
  return outcome;
}

// Whether every verdict is the expected one.
bool print_matrix(const laws::Plan& plan, const laws::Outcome& outcome) {
  const bool colour = isatty(STDOUT_FILENO) != 0;
  bool expected = true;
  fmt::print("seed {}, {} cases a variant; broken: how many cases broke the law\n\n{:<20}", plan.seed,
             plan.cases, "law");
  for (const DumpVariant variant : plan.variants) fmt::print("{:>14}", dump_variant_name(variant));
  fmt::print("\n");
  for (const laws::Law law : plan.laws) {
    fmt::print("{:<20}", laws::law_name(law));
    for (const DumpVariant variant : plan.variants) {
      const laws::Verdict& verdict = outcome.verdicts.at(variant).at(law);
      const bool surprise = (verdict.broken > 0) != laws::expected_broken(variant, law);
      expected &= !surprise;
      const std::string cell =
          (verdict.broken == 0 ? std::string("holds") : fmt::format("broken {}", verdict.broken)) +
          (surprise ? " !" : "");
      const std::string_view paint = surprise ? "\033[35m" : verdict.broken == 0 ? "\033[32m" : "\033[31m";
      fmt::print("{}{:>14}{}", colour ? paint : "", cell, colour ? "\033[0m" : "");
    }
    fmt::print("\n");
  }
  fmt::print("\n");
  for (const auto& [variant, classes] : outcome.classes)
    fmt::print(
        "{:<8} {} cases: {} resumed a dump, {} of them with an edit under the cursor, {} fragmented a "
        "service\n",
        dump_variant_name(variant), classes.cases, classes.resumed, classes.edited_under_cursor,
        classes.fragmented);
  if (!expected) fmt::print("\n! a verdict that was not expected (laws/verdicts.cpp)\n");
  fmt::print("\n");
  return expected;
}

std::string indented(const std::string& text) {
  std::string out = "    ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

void print_example(const laws::Counterexample& example) {
  fmt::print("{}  as a test:\n{}\n", laws::timeline_text(example), indented(laws::cpp_test(example)));
}

int finish(const Options& options, const laws::Plan& plan, const laws::Outcome& outcome) {
  if (options.json) {
    for (const std::string& line : laws::to_json_lines(plan, outcome)) fmt::print("{}\n", line);
    if (plan.shards > 1 && options.merge.empty()) return kExitFine;  // a part has no verdict
  }
  bool expected = true;
  if (!options.json) expected = print_matrix(plan, outcome);
  std::vector<laws::Counterexample> examples;
  for (const DumpVariant variant : plan.variants)
    for (const laws::Law law : plan.laws) {
      const laws::Verdict& verdict = outcome.verdicts.at(variant).at(law);
      expected &= (verdict.broken > 0) == laws::expected_broken(variant, law);
      if (verdict.smallest && (!options.json || !options.svg.empty()) && !options.brief)
        examples.push_back(laws::shrink(*verdict.smallest));
    }
  if (!options.json)
    for (const laws::Counterexample& example : examples) print_example(example);
  if (!options.svg.empty()) write_file(options.svg, laws::timelines_svg(examples));
  return expected ? kExitFine : kExitDifference;
}

int merge_files(const Options& options) {
  laws::ShardMerger merger;
  for (const std::string& path : options.merge) {
    std::ifstream file(path);
    if (!file) throw std::invalid_argument(fmt::format("{}: cannot be read", path));
    size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      try {
        merger.add_line(line);
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}:{}: {}", path, number, error.what()));
      }
    }
  }
  for (const uint64_t shard : merger.missing_shards())
    throw std::invalid_argument(fmt::format("shard {}/{} is missing", shard, merger.plan().shards));
  return finish(options, merger.plan(), merger.outcome());
}

// A case of its own, as a replay line gives it: every law it breaks, or the one that was named.
int replay_case(const Options& options) {
  const laws::Case which = laws::parse_case(options.replay);
  std::vector<laws::Counterexample> examples;
  for (const laws::Law law : laws_of(options))
    if (auto example = laws::judge(law, which)) examples.push_back(std::move(*example));
  for (const laws::Counterexample& example : examples) print_example(example);
  if (examples.empty()) fmt::print("no law that was asked about is broken by this case\n");
  if (!options.svg.empty()) write_file(options.svg, laws::timelines_svg(examples));
  bool expected = true;
  for (const laws::Counterexample& example : examples)
    expected &= laws::expected_broken(which.variant, example.law);
  return expected ? kExitFine : kExitDifference;
}

int run(const Options& options) {
  try {
    if (!options.replay.empty()) return replay_case(options);
    if (!options.merge.empty()) return merge_files(options);
    const laws::Plan plan = plan_of(options);
    return finish(options, plan, run_plan(plan));
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "ipvsim explore: {}\n", error.what());
  }
  return kExitUsage;
}

}  // namespace

Command add_explore(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app = root.add_subcommand(
      "explore",
      "Look for counterexamples: random tables, chunk sizes and edits against the ten laws of a dump.");
  app->add_option("--variant", options->variant, "stock, rfc-v1, rfc-v2, rfc-v3, serial or all")
      ->capture_default_str();
  app->add_option("--law", options->law, "the name of a law, or all")->capture_default_str();
  app->add_option("--cases", options->cases, "cases for each variant")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
      ->capture_default_str();
  app->add_option("--seed", options->seed, "decides every case")->capture_default_str();
  app->add_option("--jobs", options->jobs,
                  "threads; without it one for each processor. The result is the same")
      ->check(CLI::Range(1u, 1024u));
  app->add_option("--shard", options->shard,
                  "I/N: run only the I-th of N disjoint parts, for --json and --merge");
  app->add_flag("--json", options->json, "JSON lines instead of text");
  app->add_option("--svg", options->svg, "draw the smallest counterexamples' timelines into this file")
      ->type_name("FILE");
  app->add_option("--merge", options->merge, "put the JSON lines of all shards together, run nothing")
      ->type_name("FILE");
  app->add_option("--replay", options->replay, "run this one case, as a replay line gives it")
      ->type_name("CASE");
  app->add_flag("--brief", options->brief, "the matrix only, no counterexamples");
  app->footer(
      "Example:\n  ipvsim explore --variant rfc-v2 --law exactly-once --cases 5000 --svg timeline.svg\n\n"
      "A campaign in four parts, then together:\n"
      "  parallel 'ipvsim explore --cases 1000000 --shard {}/4 --json > part{}' ::: 1 2 3 4\n"
      "  ipvsim explore --merge part1 part2 part3 part4\n\n"
      "Exit code: 0 every verdict is the expected one, 1 one is not, 2 wrong usage.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
