// Whole files as text, for commands that read or write one.
#pragma once

#include <stdexcept>
#include <string>

namespace ipvsim::tools {

// "PATH: REASON".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "-" is standard input or output. Both throw FileError.
std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);

// What error messages call the file.
std::string file_title(const std::string& path);

}  // namespace ipvsim::tools
