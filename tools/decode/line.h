// One line of decoded text and the bytes of the datagram it stands for, so that a difference can be pointed
// at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ipvsim::tools {

struct Line {
  size_t begin = 0;  // offsets in the datagram; a nest's line covers its header only
  size_t end = 0;
  int depth = 0;  // of indentation
  std::string name;
  std::string value;
};

using Lines = std::vector<Line>;

// "   24    AF                inet": offset, name indented by depth, value. No newline.
std::string line_text(const Line& line);

}  // namespace ipvsim::tools
