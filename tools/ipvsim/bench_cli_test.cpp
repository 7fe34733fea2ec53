// `ipvsim bench` as a user meets it; what it measures is not looked at.
#include "tools/ipvsim/cli_fixture.h"

namespace ipvsim::tools {
namespace {

TEST_F(Cli, BenchPrintsEveryWayAndItsFloor) {
  const Outcome outcome = run("bench --shape 100x100 --runs 1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* const part :
       {"100 x 100", "N+1", "rfc-v1", "rfc-v2", "rfc-v3", "serial", "read/floor", "explained"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
}

TEST_F(Cli, BenchMeasuresTheSystemsKernelAndLeavesNothingThere) {
  const Outcome outcome = run("run -- sh -c \"'" IPVSIM_BINARY
                              "' bench --kernel --shape 100x100 --runs 1 --format json && ipvsadm -Sn\"");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("\"real_kernel\": true"), std::string::npos);
  EXPECT_NE(outcome.out.find("\"requests\": 101"), std::string::npos);
  EXPECT_EQ(outcome.out.find("-A -t"), std::string::npos);
}

TEST_F(Cli, BenchAgainstAKernelPrintsBothSideBySide) {
  write("there.json",
        run("run -- '" IPVSIM_BINARY "' bench --kernel --shape 100x100 --runs 1 --format json").out);
  const Outcome outcome = run("bench --way N+1 --shape 100x100 --runs 1 --against there.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find(" x\n"), std::string::npos);
}

TEST_F(Cli, BenchWithoutAKernelOrWithATableThereSaysSoAndExitsWith3) {
  for (const char* const command :
       {"run --module absent -- '" IPVSIM_BINARY "' bench --kernel --runs 1",
        "run -- sh -c \"ipvsadm -A -t 10.0.0.1:80; '" IPVSIM_BINARY "' bench --kernel --runs 1\"",
        "bench --shape 100x100 --runs 1 --svg /nosuch/picture.svg"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 3) << command;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.err.rfind("ipvsim bench: ", 0), 0u) << outcome.err;
  }
}

TEST_F(Cli, BenchRefusesWhatIsNoArgument) {
  write("other.json", "{}");
  for (const char* const arguments :
       {"--shape 3x3", "--way tcp", "--runs 0", "--format xml", "--only-growth", "--growth-most 5 --growth",
        "--kernel --growth", "--against nosuch.json", "--against other.json"}) {
    const Outcome outcome = run(std::string("bench ") + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace ipvsim::tools
