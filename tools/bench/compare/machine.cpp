// Asking the system.
#include "tools/bench/compare/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>

namespace ipvsim::tools::bench {

namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line)) {
    constexpr std::string_view kKey = "model name";
    if (line.compare(0, kKey.size(), kKey) != 0) continue;
    const size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
    return value == std::string::npos ? "" : line.substr(value);
  }
  return {};
}

}  // namespace

std::string machine_kind() {
  utsname name{};
  (void)uname(&name);
  std::string model = processor();
  if (model.empty()) model = name.machine;
  return fmt::format("{}, {} cores, {} {}", model, sysconf(_SC_NPROCESSORS_ONLN), name.sysname, name.release);
}

}  // namespace ipvsim::tools::bench
