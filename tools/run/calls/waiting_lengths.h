// The address lengths of receives that wait. While one waits, its length in the caller's memory is 0
// (receive_calls.cpp); when it is interrupted and made again, this is what it was.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <utility>

namespace ipvsim::run {

class WaitingLengths {
 public:
  void set(pid_t task, uint64_t address, uint32_t length) {
    // Programs that die while they wait leave theirs behind.
    if (lengths_.size() >= kMost) lengths_.clear();
    lengths_[{task, address}] = length;
  }
  // Takes it; 0 when nothing is known.
  uint32_t take(pid_t task, uint64_t address) {
    const auto node = lengths_.extract({task, address});
    return node.empty() ? 0 : node.mapped();
  }
  size_t size() const { return lengths_.size(); }

 private:
  static constexpr size_t kMost = 4096;

  std::map<std::pair<pid_t, uint64_t>, uint32_t> lengths_;
};

}  // namespace ipvsim::run
