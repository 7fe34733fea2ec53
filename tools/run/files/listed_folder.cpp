// Making it, removing it.
#include "tools/run/files/listed_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace ipvsim::run {

ListedFolder::~ListedFolder() {
  if (!path_.empty()) (void)rmdir(path_.c_str());
}

endpoint::Fd ListedFolder::open() {
  if (path_.empty()) {
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "ipvsim-vs-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr) return {};
    // As a caller will see it in /proc.
    path_ = std::filesystem::canonical(path, error).string();
    (void)chmod(path_.c_str(), 0555);
  }
  return endpoint::Fd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace ipvsim::run
