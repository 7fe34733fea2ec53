// `ipvsim explore` as a user meets it.
#include "ipvsim/version.h"
#include "tools/ipvsim/cli_fixture.h"

namespace ipvsim::tools {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Cli, ExplorePrintsTheSameBytesForTheSameSeedWhateverTheJobs) {
  const Outcome first = run("explore --cases 300 --seed 9 --jobs 1");
  const Outcome second = run("explore --cases 300 --seed 9 --jobs 3");
  EXPECT_EQ(first.out, second.out);
  EXPECT_TRUE(has(first.out, "no-silent-cut"));
  EXPECT_TRUE(has(first.err, "cases a second"));
}

TEST_F(Cli, ExploreOfAnotherSeedDiffers) {
  EXPECT_NE(run("explore --cases 300 --seed 9").out, run("explore --cases 300 --seed 10").out);
}

TEST_F(Cli, ExploreReplayLineReplays) {
  const Outcome found = run("explore --variant rfc-v2 --law no-silent-cut --cases 200");
  EXPECT_EQ(found.code, 0);
  const size_t at = found.out.find("ipvsim explore --law no-silent-cut --replay '");
  ASSERT_NE(at, std::string::npos);
  const std::string line = found.out.substr(at + 7, found.out.find('\n', at) - at - 7);
  EXPECT_TRUE(has(line, std::string("'  # ipvsim ") + kVersion));
  const Outcome replayed = run(line);
  EXPECT_EQ(replayed.code, 0);
  EXPECT_EQ(replayed.out, found.out.substr(found.out.find("rfc-v2 breaks")));
}

TEST_F(Cli, ExploreShardsMergeToTheWholeCampaign) {
  const Outcome whole = run("explore --cases 400");
  for (const char* shard : {"1", "2", "3"}) {
    const Outcome part = run(std::string("explore --cases 400 --json --shard ") + shard + "/3");
    EXPECT_EQ(part.code, 0);
    write(std::string("part") + shard, part.out);
  }
  const Outcome merged = run("explore --merge part1 part2 part3");
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_EQ(merged.code, whole.code);
  const Outcome missing = run("explore --merge part1 part3");
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(has(missing.err, "shard 2/3 is missing"));
  const Outcome twice = run("explore --merge part1 part1 part2 part3");
  EXPECT_EQ(twice.code, 2);
  EXPECT_TRUE(has(twice.err, "shard 1/3 twice"));
}

TEST_F(Cli, ExploreDrawsItsCounterexamples) {
  const Outcome outcome = run("explore --variant rfc-v1 --law single-service --cases 200 --svg picture.svg");
  EXPECT_EQ(outcome.code, 0);
  const std::string picture = read_file(folder_ / "picture.svg");
  EXPECT_TRUE(has(picture, "<svg"));
  EXPECT_TRUE(has(picture, "rfc-v1 breaks single-service"));
}

TEST_F(Cli, ExploreWithAnUnexpectedVerdictIsOne) {
  // Too few cases to find the break that is expected.
  EXPECT_EQ(run("explore --variant rfc-v2 --law exactly-once --cases 1 --seed 5").code, 1);
}

TEST_F(Cli, ExploreWithWrongUsageIsTwoAndOneLine) {
  for (const char* arguments : {"explore --variant nonsense", "explore --law nonsense", "explore --cases 0",
                                "explore --shard 3/2", "explore --shard x", "explore --replay nonsense",
                                "explore --replay 'stock s0 all 19 -'", "explore --merge nowhere"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_FALSE(outcome.err.empty()) << arguments;
  }
}

}  // namespace
}  // namespace ipvsim::tools
