// JSON, files, and telling the formats apart.
#include "tools/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "client/text/parse_save.h"
#include "tools/state/kernel_state.h"
#include "tools/state/state_json.h"
#include "tools/text/file.h"

namespace ipvsim::tools {

nlohmann::json save_json(const sim::Kernel& kernel) { return to_json(take_state(kernel)); }

void restore_json(sim::Kernel& kernel, const nlohmann::json& state) {
  put_state(kernel, state_from_json(state));
}

std::unique_ptr<sim::Kernel> kernel_from_json(const nlohmann::json& state) {
  return make_kernel(state_from_json(state));
}

bool is_json_state(std::string_view contents) {
  const size_t first = contents.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && contents[first] == '{';
}

nlohmann::json parse_json_state(std::string_view contents, std::string_view file) {
  try {
    return nlohmann::json::parse(contents);
  } catch (const nlohmann::json::parse_error& error) {
    // The library's text names the byte, not the line.
    const auto before = contents.substr(0, std::min(error.byte, contents.size()));
    throw std::runtime_error(fmt::format("{}:{}: not JSON (character {})", file,
                                         1 + std::count(before.begin(), before.end(), '\n'), error.byte));
  }
}

void restore_contents(sim::Kernel& kernel, genl::NetnsId netns, std::string_view contents,
                      std::string_view file) {
  if (!is_json_state(contents)) return restore_text(kernel, netns, contents, file);
  const nlohmann::json state = parse_json_state(contents, file);
  try {
    restore_json(kernel, state);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", file, error.what()));
  }
}

void restore_file(sim::Kernel& kernel, genl::NetnsId netns, const std::string& path) {
  restore_contents(kernel, netns, read_file(path), file_title(path));
}

void save_file(const sim::Kernel& kernel, genl::NetnsId netns, const std::string& path) {
  write_file(path, path.ends_with(".json") ? save_json(kernel).dump(1) + "\n" : save_text(kernel, netns));
}

}  // namespace ipvsim::tools
