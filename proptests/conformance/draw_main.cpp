// Writes drawn sessions into a folder, a file each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "proptests/conformance/draw.h"
#include "tools/text/file.h"

int main(int argc, char** argv) {
  using namespace ipvsim;  // NOLINT(google-build-using-namespace): a main program.
  CLI::App app("Draw sessions for a real kernel to record.", "draw_sessions");
  app.footer("Example:\n  draw_sessions --family 28 --count 100 sessions");
  conformance::Session session;
  uint32_t count = 1;
  std::string folder;
  bool one_namespace = false;
  app.add_option("folder", folder, "an existing folder for the files, named after their seeds")
      ->required()
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
  app.add_option("--family", session.family, "the netlink type of IPVS in that kernel")
      ->capture_default_str();
  app.add_option("--seed", session.seed,
                 "of the first session; each further one has the next. It also decides how many requests are "
                 "mutated: "
                 "none, a quarter, half, three quarters")
      ->capture_default_str();
  app.add_option("--count", count, "how many sessions")->capture_default_str()->check(CLI::Range(1, 100'000));
  app.add_option("--steps", session.steps, "of each session")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  app.add_flag("--one-namespace", one_namespace, "no second network namespace");
  CLI11_PARSE(app, argc, argv);
  session.two_namespaces = !one_namespace;
  try {
    for (; count != 0; --count, ++session.seed) {
      session.mutated = static_cast<uint32_t>(session.seed % 4 * 25);
      tools::write_file(fmt::format("{}/{}.session", folder, session.seed), conformance::draw(session));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "draw_sessions: {}\n", error.what());
    return 3;
  }
  return 0;
}
