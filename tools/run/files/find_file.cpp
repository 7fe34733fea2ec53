// Reading the path; where a relative one begins.
#include "tools/run/files/find_file.h"

#include <fcntl.h>

#include <fmt/format.h>

namespace ipvsim::run {

std::optional<ProcPath> find_file(const Caller& caller, const ListedFolder& listed, int folder,
                                  uint64_t path_at) {
  const auto path = caller.read_path(path_at, may_be_proc_path);
  if (!path) return std::nullopt;
  std::string from;
  if (!path->starts_with('/')) {
    from = caller.link(folder == AT_FDCWD ? "cwd" : fmt::format("fd/{}", folder));
    if (!listed.path().empty() && from == listed.path()) from = kValuesFolder;
  }
  return proc_path(from, *path);
}

NetnsKey netns_of(const Caller& caller, const ProcPath& path) {
  return path.process.empty() ? caller.netns() : caller.netns_of(path.process);
}

}  // namespace ipvsim::run
