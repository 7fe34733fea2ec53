// What stands for the folder of the simulated kernel's values where a program has it open: an empty real one.
// Its names are told by listing_calls.cpp; what is opened in it by a relative path is recognised by where it
// is.
#pragma once

#include <string>

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

  // A descriptor of the folder, which is made at the first call, where the system keeps temporary files. Not
  // valid when it cannot be made.
  endpoint::Fd open();

  // Empty before the first open().
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ipvsim::run
