// Listings of real folders that are about to end: where the simulated kernel has more files in them, those
// come last.
#pragma once

#include <sys/types.h>

#include <map>
#include <utility>

namespace ipvsim::run {

// How many names of ours a task was told through a descriptor after the system had no more; no entry before
// that. Not thread-safe.
class Listings {
 public:
  size_t told(pid_t task, int fd) const {
    const auto at = told_.find({task, fd});
    return at == told_.end() ? 0 : at->second;
  }
  void tell(pid_t task, int fd, size_t names) {
    // Listings that nobody reads to their end are forgotten at last.
    constexpr size_t kMost = 1024;
    if (told_.size() >= kMost) told_.clear();
    told_[{task, fd}] = names;
  }
  // At its end, or begun anew.
  void forget(pid_t task, int fd) { told_.erase({task, fd}); }

 private:
  std::map<std::pair<pid_t, int>, size_t> told_;
};

}  // namespace ipvsim::run
