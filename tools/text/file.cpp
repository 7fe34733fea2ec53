// Reading and writing through stdio, whose errno tells why.
#include "tools/text/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ipvsim::tools {
namespace {

[[noreturn]] void failed(const std::string& path) {
  throw FileError(file_title(path) + ": " + std::strerror(errno));
}

}  // namespace

std::string file_title(const std::string& path) { return path == "-" ? "stdin" : path; }

std::string read_file(const std::string& path) {
  const auto close = [](std::FILE* file) {
    if (file != stdin) (void)std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rbe"), close);
  if (!file) failed(path);
  std::string text;
  char buffer[65536];
  for (size_t got; (got = std::fread(buffer, 1, sizeof(buffer), file.get())) > 0;) text.append(buffer, got);
  if (std::ferror(file.get()) != 0) failed(path);
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  std::FILE* const file = path == "-" ? stdout : std::fopen(path.c_str(), "wbe");
  if (file == nullptr) failed(path);
  const bool all = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool ended = (path == "-" ? std::fflush(file) : std::fclose(file)) == 0;
  if (!all || !ended) failed(path);
}

}  // namespace ipvsim::tools
