// Looking, and holding what is new.
#include "tools/run/world/known_namespaces.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace ipvsim::run {

NetnsKey KnownNamespaces::at(const std::string& path) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return {};
  if (const NetnsKey key{facts.st_dev, facts.st_ino}; held_.contains(key)) return key;
  // What is there now; the caller may have changed to another one.
  return hold(endpoint::Fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

NetnsKey KnownNamespaces::hold(endpoint::Fd netns) {
  struct stat facts;
  if (!netns.valid() || fstat(netns.get(), &facts) != 0) return {};
  const NetnsKey key{facts.st_dev, facts.st_ino};
  if (held_.contains(key)) return key;
  if (meet_) meet_(netns.get());
  held_.emplace(key, std::move(netns));
  order_.push_back(key);
  if (order_.size() > kMostHeld) {
    held_.erase(order_.front());
    order_.pop_front();
  }
  return key;
}

}  // namespace ipvsim::run
