// How a decoded line looks.
#include "tools/decode/line.h"

#include <fmt/format.h>

namespace ipvsim::tools {

std::string line_text(const Line& line) {
  constexpr int kNameWidth = 26;
  const std::string name = std::string(2 * static_cast<size_t>(line.depth), ' ') + line.name;
  std::string text = fmt::format("{:5}  {:<{}} {}", line.begin, name, kNameWidth, line.value);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace ipvsim::tools
