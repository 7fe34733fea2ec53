// open, openat, openat2: files of the simulated kernel become files in memory, their folder an empty one
// (listing_calls.cpp).
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <optional>

#include "tools/run/calls/calls.h"
#include "tools/run/files/find_file.h"

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

}  // namespace

Outcome open_call(KernelAccess& world, const Caller& caller, WrittenFiles& written, ListedFolder& listed) {
  const auto how = opening(caller);
  if (!how || (how->flags & O_PATH) != 0) return Outcome::pass();
  const auto found = find_file(caller, listed, how->folder, how->path_at);
  if (!found) return Outcome::pass();

  const bool close_on_exec = (how->flags & O_CLOEXEC) != 0;
  const int access = how->flags & O_ACCMODE;
  const bool writes = access == O_WRONLY || access == O_RDWR;
  if (found->folder) {
    if (world.value_names().empty()) return Outcome::fails(ENOENT);
    if (writes) return Outcome::fails(EISDIR);
    endpoint::Fd folder = listed.open();
    return folder.valid() ? Outcome::gives(std::move(folder), close_on_exec) : Outcome::pass();
  }
  const NetnsKey netns = netns_of(caller, *found);
  written.serve();
  const KernelAccess::File file = world.read_file(netns, found->file);
  if (file.err != 0) return Outcome::fails(file.err);
  if ((how->flags & O_DIRECTORY) != 0) return Outcome::fails(ENOTDIR);
  if (writes && ((file.mode & S_IWUSR) == 0 || !world.privileged())) return Outcome::fails(EACCES);
  endpoint::Fd fd =
      writes ? written.open(netns, found->file, file, access) : memory_file(file.text, file.mode, O_RDONLY);
  if (!fd.valid()) return Outcome::fails(ENFILE);
  return Outcome::gives(std::move(fd), close_on_exec);
}

}  // namespace ipvsim::run
