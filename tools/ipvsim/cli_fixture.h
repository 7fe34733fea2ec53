// A folder of its own for each test, and the command `ipvsim` run in it.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace ipvsim::tools {

namespace fs = std::filesystem;

inline constexpr char kHeader[] =
    "nltrace 1\nkernel 6.1.0-57-amd64\nvariant stock\nfamily 37\nsalt 16\nhz 250\npad64 no\n"
    "link lo up mtu 65536 addr 127.0.0.1/8\n";
// FLUSH with an ack, and the ack.
inline constexpr char kFlush[] =
    "sock 0 portid 4001\nsend 0 1400000025000500070000000000000011010000\n"
    "recv 0 8192 36 240000000200000107000000a10f000000000000140000002500050007000000";

inline std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Cli : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string("ipvsim-") + info->name() + "-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  struct Outcome {
    int code = -1;
    std::string out;
    std::string err;
  };

  // Runs `ipvsim ARGUMENTS` in the test's own folder; a comment may follow the arguments, as behind a replay
  // line.
  Outcome run(const std::string& arguments) const {
    const std::string command =
        "cd '" + folder_.string() + "' && { '" IPVSIM_BINARY "' " + arguments + "\n} >out 2>err";
    const int status =
        std::system(command.c_str());  // NOLINT(bugprone-command-processor): our own words only.
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder_ / "out"),
            read_file(folder_ / "err")};
  }

  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  static std::string good() { return std::string(kHeader) + kFlush + "00000000\n"; }
  // As if the kernel had echoed another pid.
  static std::string differing() { return std::string(kHeader) + kFlush + "01000000\n"; }

  fs::path folder_;
};

}  // namespace ipvsim::tools
