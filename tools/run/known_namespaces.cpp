// Looking, and holding what is new.
#include "tools/run/known_namespaces.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace ipvsim::run {

NetnsKey KnownNamespaces::at(const std::string& path) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return {};
  if (const NetnsKey key{facts.st_dev, facts.st_ino}; held_.contains(key)) return key;
  // The caller may be in another one by now.
  endpoint::Fd netns(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!netns.valid() || fstat(netns.get(), &facts) != 0) return {};
  const NetnsKey key{facts.st_dev, facts.st_ino};
  if (held_.emplace(key, std::move(netns)).second) order_.push_back(key);
  if (order_.size() > kMostHeld) {
    held_.erase(order_.front());
    order_.pop_front();
  }
  return key;
}

}  // namespace ipvsim::run
