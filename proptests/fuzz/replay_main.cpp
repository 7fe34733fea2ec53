// A plain main for a fuzz target: replays each file given, and the files of each folder given. Exit 0: all
// went through; 2: usage or an unreadable file; a fault aborts, as under a fuzzer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;

constexpr char kUsage[] =
    "Replays inputs of a fuzz target without a fuzzer.\n"
    "usage: request_fuzz_replay FILE|FOLDER...\n"
    "example: request_fuzz_replay proptests/fuzz/corpus\n";

bool replay(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    std::fprintf(stderr, "request_fuzz_replay: cannot read %s\n", path.c_str());
    return false;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // an input that aborts is the last one named
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return true;
}

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments == std::vector<std::string_view>{"--help"}) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (arguments.empty()) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  size_t count = 0;
  for (const std::string_view argument : arguments) {
    for (const fs::path& file : files_of(argument)) {
      if (!replay(file)) return 2;
      ++count;
    }
  }
  if (count == 0) {
    std::fputs("request_fuzz_replay: no input there\n", stderr);
    return 2;
  }
  std::printf("%zu inputs, no fault\n", count);
  return 0;
}
