// Making it, filling it, removing it.
#include "tools/run/listed_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace ipvsim::run {

ListedFolder::~ListedFolder() {
  if (path_.empty()) return;
  // Nothing can be removed from a folder that is not writable.
  (void)chmod(path_.c_str(), 0755);
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

endpoint::Fd ListedFolder::open(const std::vector<std::string>& names) {
  if (path_.empty()) {
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "ipvsim-vs-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr) return {};
    // As a caller will see it in /proc.
    path_ = std::filesystem::canonical(path, error).string();
    (void)chmod(path_.c_str(), 0555);
  }
  endpoint::Fd folder(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid()) return folder;
  (void)fchmod(folder.get(), 0755);
  for (const std::string& name : names)
    (void)endpoint::Fd(openat(folder.get(), name.c_str(), O_CREAT | O_RDONLY | O_CLOEXEC, 0644));
  (void)fchmod(folder.get(), 0555);
  return folder;
}

}  // namespace ipvsim::run
