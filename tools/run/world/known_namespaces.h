// The network namespaces that programs were met in. The system gives the number of one that has ended to the
// next one; as long as we have it open it does not end.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>

#include "sim/endpoint/fd.h"
#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

// Not thread-safe.
class KnownNamespaces {
 public:
  // The one that a file like /proc/1/ns/net stands for; NetnsKey{} when it cannot be told. As many as
  // kMostHeld are kept from ending, those met last; one that ended before the last kMostHeld began may be
  // taken for a later one.
  NetnsKey at(const std::string& path);
  // The one that an open file stands for.
  NetnsKey hold(endpoint::Fd netns);
  // From now on `meet` is called with the descriptor of each that is held anew.
  void on_new(std::function<void(int netns)> meet) { meet_ = std::move(meet); }

  static constexpr size_t kMostHeld = 256;

 private:
  std::map<NetnsKey, endpoint::Fd> held_;
  std::deque<NetnsKey> order_;  // of meeting them
  std::function<void(int netns)> meet_;
};

}  // namespace ipvsim::run
