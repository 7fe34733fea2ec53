// From the FILE and FOLDER arguments of a command to the list of recordings.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace ipvsim::tools {

struct TraceFile {
  std::filesystem::path path;
  std::string name;  // for people: as given, or FOLDER's argument joined with what was found in it
};

// Files are taken as they are, whatever their name; of folders every `.nltrace` file in them, at any depth,
// in order of their paths. Throws std::runtime_error, naming the argument, when it does not exist or a folder
// holds none.
std::vector<TraceFile> collect_trace_files(const std::vector<std::string>& arguments);

}  // namespace ipvsim::tools
