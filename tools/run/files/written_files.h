// Files of the simulated kernel that a program has open for writing. Each is a file in memory which the
// program writes natively; the system tells us when it did.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "sim/endpoint/fd.h"
#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

// Not thread-safe.
class WrittenFiles {
 public:
  // Throws std::system_error when the system gives no descriptor. `world` must outlive the object.
  explicit WrittenFiles(KernelAccess& world);

  // Readable when serve() has work.
  int fd() const { return inotify_.get(); }
  // Hands what was written to the world.
  void serve();

  // A descriptor for the program; `access` is O_WRONLY or O_RDWR. Not valid when the system gives none.
  endpoint::Fd open(const NetnsKey& netns, const std::string& path, const KernelAccess::File& file,
                    int access);

  size_t size() const { return files_.size(); }

 private:
  struct Written {
    endpoint::Fd memory;
    NetnsKey netns;
    std::string path;
    std::string text;     // what it held when we looked last
    endpoint::Fd shared;  // the program's own description, until it is written or there are too many
  };
  void look(Written& written);
  void look_where_it_stands(Written& written);

  KernelAccess& world_;
  endpoint::Fd inotify_;
  std::map<int, Written> files_;  // by watch
  std::deque<int> sharing_;       // watches whose description was shared, the oldest first
};

// A file in memory with this text, opened with `access` at its beginning. Not valid when the system gives
// none.
endpoint::Fd memory_file(const std::string& text, uint16_t mode, int access);

}  // namespace ipvsim::run
