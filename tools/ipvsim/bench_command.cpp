// Options in, tables and pictures out.
#include "tools/ipvsim/bench_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "client/values/error.h"
#include "tools/bench/bench.h"
#include "tools/bench/compare/real_kernel.h"
#include "tools/bench/report/report.h"
#include "tools/bench/report/svg.h"
#include "tools/text/file.h"

namespace ipvsim::tools {
namespace {

using namespace bench;

struct Options {
  std::vector<std::string> shapes;
  std::vector<std::string> ways;
  size_t rounds = BenchOptions().rounds;
  bool growth = false;
  size_t growth_most = 1'000'000;
  bool only_growth = false;
  bool real_kernel = false;
  std::string format = "table";
  std::string svg;
  std::string against;
};

// A value on the command line that names nothing; what() is the one line for the user.
class BadName : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

BenchOptions bench_options(const Options& options) {
  BenchOptions out;
  out.rounds = options.rounds;
  out.real_kernel = options.real_kernel;
  out.growth_most = options.growth ? options.growth_most : 0;
  for (const std::string& name : options.shapes) {
    const Shape* const shape = find_shape(name);
    if (shape == nullptr) throw BadName(fmt::format("there is no shape '{}'", name));
    out.shapes.push_back(*shape);
  }
  for (const std::string& name : options.ways) {
    const Way* const way = find_way(name);
    if (way == nullptr) throw BadName(fmt::format("there is no way '{}'", name));
    out.ways.push_back(*way);
  }
  if (out.shapes.empty() && !options.only_growth) out.shapes = rfc_shapes();
  if (out.ways.empty()) out.ways = all_ways();
  return out;
}

// One line that is written over, where somebody watches.
void show_progress(const std::string& what, size_t round, size_t rounds) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K{}: {} of {}", what, round + 1, rounds);
  std::fflush(stderr);
}
void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
}

int measure(const Options& options) {
  const BenchOptions wanted = bench_options(options);
  std::vector<std::pair<std::string, double>> there;
  try {
    if (!options.against.empty()) there = n_plus_1_of_json(options.against);
  } catch (const std::runtime_error& error) {
    throw BadName(error.what());
  }
  // Where the picture cannot be written, better now than after minutes.
  if (!options.svg.empty()) write_file(options.svg, "");
  const BenchResult result = run_bench(wanted, show_progress);
  clear_progress();
  if (options.format == "json")
    fmt::print("{}", bench_json(result));
  else if (options.format == "csv")
    fmt::print("{}", bench_csv(result));
  else
    fmt::print("{}{}", bench_table(result),
               there.empty() ? "" : side_by_side(result, there, options.against));
  if (!options.svg.empty()) write_file(options.svg, bench_svg(result));
  return kExitFine;
}

int run(const Options& options) {
  try {
    return measure(options);
  } catch (const BadName& error) {
    fmt::print(stderr, "ipvsim bench: {}\n", error.what());
    return kExitUsage;
  } catch (const NoRealKernel& error) {
    clear_progress();
    fmt::print(stderr, "ipvsim bench: {}\n", error.what());
    return kExitSystem;
  } catch (const client::Error& error) {
    clear_progress();
    fmt::print(stderr, "ipvsim bench: {}\n", error.what());
    return kExitSystem;
  } catch (const FileError& error) {
    fmt::print(stderr, "ipvsim bench: {}\n", error.what());
    return kExitSystem;
  }
}

std::string names_of_shapes() {
  std::string out;
  for (const Shape& shape : rfc_shapes()) out += (out.empty() ? "'" : ", '") + shape.name + "'";
  return out;
}

}  // namespace

Command add_bench(CLI::App& root) {
  auto options = std::make_shared<Options>();
  CLI::App* app = root.add_subcommand(
      "bench",
      "Read whole tables in every way, N+1 requests and GET_SERVICE_DEST of each variant, and compare.");
  app->add_option("--shape", options->shapes, "only these tables: " + names_of_shapes())->type_name("SHAPE");
  app->add_option("--way", options->ways, "only these ways: N+1, rfc-v1, rfc-v2, rfc-v3, serial")
      ->type_name("WAY");
  app->add_option("--runs", options->rounds, "runs of each way, taken in turn")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  CLI::Option* growth = app->add_flag("--growth", options->growth,
                                      "also tables from 1 000 services up, with the exponents of time and "
                                      "table steps");
  app->add_option("--growth-most", options->growth_most, "services of the largest of these")
      ->check(CLI::Range(3'162, 10'000'000))
      ->capture_default_str()
      ->needs(growth);
  app->add_flag("--only-growth", options->only_growth, "none of the shapes")->needs(growth);
  CLI::Option* real = app->add_flag("--kernel", options->real_kernel,
                                    "N+1 on this system's own kernel instead (needs CAP_NET_ADMIN and an "
                                    "empty table, which is empty again afterwards)");
  real->excludes(growth);
  app->add_option("--format", options->format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->capture_default_str();
  app->add_option("--svg", options->svg, "also draw bars and growth curves into this file")
      ->type_name("FILE");
  app->add_option("--against", options->against,
                  "the --format json of `ipvsim bench --kernel`: print N+1 of both side by side")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  app->footer(
      "Example:\n  ipvsim bench --shape '16000 x 1' --growth --svg bench.svg\n\n"
      "tools/bench/uml.sh compares with a real kernel under User-Mode Linux.\n"
      "Exit code: 0 measured, 2 wrong usage, 3 there is no kernel to measure, or a file cannot be written.");
  return {app, [options] { return run(*options); }};
}

}  // namespace ipvsim::tools
