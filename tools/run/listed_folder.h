// The folder of the simulated kernel's values, for programs that list it: a real one of empty files. What is
// opened in it by a relative path is recognised by where the folder is.
#pragma once

#include <string>
#include <vector>

#include "sim/endpoint/fd.h"

namespace ipvsim::run {

// Not thread-safe.
class ListedFolder {
 public:
  ListedFolder() = default;
  ListedFolder(const ListedFolder&) = delete;
  ListedFolder& operator=(const ListedFolder&) = delete;
  // Removes it.
  ~ListedFolder();

  // A descriptor of the folder with files of these names in it. The folder is made at the first call, where
  // the system keeps temporary files. Not valid when it cannot be made.
  endpoint::Fd open(const std::vector<std::string>& names);

  // Empty before the first open().
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ipvsim::run
