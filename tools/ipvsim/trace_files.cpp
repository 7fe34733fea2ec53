// Finds recordings.
#include "tools/ipvsim/trace_files.h"

#include <algorithm>

#include <fmt/format.h>

namespace ipvsim::tools {
namespace fs = std::filesystem;

std::vector<TraceFile> collect_trace_files(const std::vector<std::string>& arguments) {
  std::vector<TraceFile> files;
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (!fs::exists(status))
      throw std::runtime_error(fmt::format("{}: there is no such file or folder", argument));
    if (!fs::is_directory(status)) {
      files.push_back({argument, argument});
      continue;
    }
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argument)) {
      if (entry.is_regular_file() && entry.path().extension() == ".nltrace") found.push_back(entry.path());
    }
    if (found.empty())
      throw std::runtime_error(fmt::format("{}: the folder holds no .nltrace file", argument));
    std::sort(found.begin(), found.end());
    for (const fs::path& path : found) files.push_back({path, path.string()});
  }
  return files;
}

}  // namespace ipvsim::tools
