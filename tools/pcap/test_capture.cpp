// Asking, capturing, and running tshark.
#include "tools/pcap/test_capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "tools/pcap/newfamily.h"

namespace ipvsim::tools {

using testing::Data;
using testing::Received;

Capture::Capture(sim::Kernel& kernel, const std::string& name)
    : kernel_(kernel),
      path_((std::filesystem::temp_directory_path() / name).string()),
      writer_(path_),
      user_(kernel) {
  const auto family = newfamily_answer(kernel);
  if (!family.empty()) writer_.datagram(Direction::to_program, family, 0);
}

Capture::~Capture() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void Capture::ask(const Data& datagram) {
  writer_.datagram(Direction::to_kernel, datagram, kernel_.now() * 1000);
  for (const Received& received : user_.ask(datagram))
    writer_.datagram(Direction::to_program, received.bytes, kernel_.now() * 1000);
}

void Capture::ask(uint8_t cmd, const testing::Attrs& top, uint16_t flags) {
  ask(user_.request(cmd, top, flags));
}

std::string tshark(const std::string& program, const std::string& file, const std::string& options) {
  // No name look-ups, and times that do not depend on where the test runs.
  const std::string command =
      fmt::format("TZ=UTC '{}' -n -r '{}' {} 2>&1 </dev/null", program, file, options);
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no pipe to " + program);
  std::string out;
  std::array<char, 4096> buffer{};
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), n);
  if (::pclose(pipe) != 0) throw std::runtime_error(command + "\n" + out);
  // Its advice to a superuser; nothing else belongs on its standard error.
  const std::string advice = "Running as user \"root\" and group \"root\". This could be dangerous.\n";
  if (out.starts_with(advice)) out.erase(0, advice.size());
  if (out.find("tshark: ") != std::string::npos) throw std::runtime_error(command + "\n" + out);
  return out;
}

std::vector<std::string> tshark_field(const std::string& program, const std::string& file,
                                      const std::string& field, const std::string& options) {
  const std::string text = tshark(program, file, fmt::format("-T fields -e {} {}", field, options));
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace ipvsim::tools
