// open, openat, openat2: files of the simulated kernel become files in memory.
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <optional>

#include <fmt/format.h>

#include "tools/run/calls.h"
#include "tools/run/proc_path.h"

namespace ipvsim::run {
namespace {

struct Opening {
  int folder = AT_FDCWD;
  uint64_t path_at = 0;
  int flags = 0;
};

// Nothing: the system will refuse the call.
std::optional<Opening> opening(const Caller& caller) {
  const Call& call = caller.call();
  if (call.number == SYS_openat) return Opening{call.int_arg(0), call.args[1], call.int_arg(2)};
  if (call.number == SYS_openat2) {
    const auto how = caller.read<open_how>(call.args[2]);
    if (!how) return std::nullopt;
    return Opening{call.int_arg(0), call.args[1], static_cast<int>(how->flags)};
  }
  return Opening{AT_FDCWD, call.args[0], call.int_arg(1)};
}

NetnsKey netns_of(const Caller& caller, const std::string& process) {
  struct stat facts;
  if (!process.empty() && stat(fmt::format("/proc/{}/ns/net", process).c_str(), &facts) == 0)
    return {facts.st_dev, facts.st_ino};
  return caller.netns();
}

}  // namespace

Outcome open_call(World& world, const Caller& caller, WrittenFiles& written) {
  const auto how = opening(caller);
  if (!how) return Outcome::pass();
  const auto path = caller.read_path(how->path_at);
  if (!path || !may_be_proc_path(*path)) return Outcome::pass();
  std::string folder;
  if (!path->starts_with('/'))
    folder = caller.link(how->folder == AT_FDCWD ? "cwd" : fmt::format("fd/{}", how->folder));
  const auto found = proc_path(folder, *path);
  if (!found || (how->flags & (O_PATH | O_DIRECTORY)) != 0) return Outcome::pass();

  const NetnsKey netns = netns_of(caller, found->process);
  written.serve();
  const World::File file = world.read_file(netns, found->file);
  if (file.err != 0) return Outcome::fails(file.err);
  const int access = how->flags & O_ACCMODE;
  const bool close_on_exec = (how->flags & O_CLOEXEC) != 0;
  const bool writes = access == O_WRONLY || access == O_RDWR;
  if (writes && ((file.mode & S_IWUSR) == 0 || !world.privileged())) return Outcome::fails(EACCES);
  endpoint::Fd fd =
      writes ? written.open(netns, found->file, file, access) : memory_file(file.text, file.mode, O_RDONLY);
  if (!fd.valid()) return Outcome::fails(ENFILE);
  return Outcome::gives(std::move(fd), close_on_exec);
}

}  // namespace ipvsim::run
