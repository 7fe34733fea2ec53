// stat, lstat, newfstatat, statx, access, faccessat, faccessat2, readlink, readlinkat, and the extended
// attributes: what is told of files of the simulated kernel without opening them.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "tools/run/calls/calls.h"
#include "tools/run/files/find_file.h"

namespace ipvsim::run {
namespace {

struct Found {
  int err = 0;
  mode_t mode = 0;
  uint64_t inode = 0;
  const char* neighbour = nullptr;  // a real file whose owner, device and times ours shares
};

// Nothing: the path is not ours.
std::optional<Found> look_up(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                             const ListedFolder& listed, int folder, uint64_t path_at) {
  const auto path = find_file(caller, listed, folder, path_at);
  if (!path) return std::nullopt;
  Found found;
  found.inode = inode_of(path->file);
  found.neighbour = path->file.starts_with(kProcNet) ? "/proc/self/net/dev" : "/proc/sys/kernel/ostype";
  if (path->folder) {
    found.err = world.value_names().empty() ? ENOENT : 0;
    found.mode = S_IFDIR | 0555;
    return found;
  }
  written.serve();
  const KernelAccess::File file = world.read_file(netns_of(caller, *path), path->file);
  found.err = file.err;
  found.mode = S_IFREG | file.mode;
  return found;
}

bool with_folder(long number) {
  return number == SYS_newfstatat || number == SYS_faccessat || number == SYS_faccessat2;
}

std::optional<Found> look_up(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                             const ListedFolder& listed) {
  const Call& call = caller.call();
  if (with_folder(call.number)) return look_up(world, caller, written, listed, call.int_arg(0), call.args[1]);
  return look_up(world, caller, written, listed, AT_FDCWD, call.args[0]);
}

}  // namespace

Outcome stat_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                  const ListedFolder& listed) {
  const auto found = look_up(world, caller, written, listed);
  if (!found) return Outcome::pass();
  if (found->err != 0) return Outcome::fails(found->err);
  struct stat facts {};
  (void)stat(found->neighbour, &facts);
  facts.st_mode = found->mode;
  facts.st_ino = found->inode;
  facts.st_nlink = 1;
  facts.st_size = 0;
  const Call& call = caller.call();
  return Outcome::of(caller.write_value(call.args[with_folder(call.number) ? 2 : 1], facts) ? 0 : EFAULT);
}

Outcome statx_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                   const ListedFolder& listed) {
  const Call& call = caller.call();
  const auto found = look_up(world, caller, written, listed, call.int_arg(0), call.args[1]);
  if (!found) return Outcome::pass();
  if (found->err != 0) return Outcome::fails(found->err);
  struct statx facts {};
  if (statx(AT_FDCWD, found->neighbour, 0, static_cast<unsigned>(call.int_arg(3)), &facts) != 0)
    return Outcome::fails(errno);
  facts.stx_mode = static_cast<uint16_t>(found->mode);
  facts.stx_ino = found->inode;
  facts.stx_nlink = 1;
  facts.stx_size = 0;
  return Outcome::of(caller.write_value(call.args[4], facts) ? 0 : EFAULT);
}

Outcome access_call(KernelAccess& world, const Caller& caller, WrittenFiles& written,
                    const ListedFolder& listed) {
  const auto found = look_up(world, caller, written, listed);
  if (!found) return Outcome::pass();
  if (found->err != 0) return Outcome::fails(found->err);
  const Call& call = caller.call();
  const int wanted = call.int_arg(with_folder(call.number) ? 2 : 1);
  if ((wanted & ~(R_OK | W_OK | X_OK)) != 0) return Outcome::fails(EINVAL);
  if ((wanted & X_OK) != 0 && (found->mode & S_IXUSR) == 0) return Outcome::fails(EACCES);
  if ((wanted & W_OK) != 0 && ((found->mode & S_IWUSR) == 0 || !world.privileged()))
    return Outcome::fails(EACCES);
  return Outcome::returns(0);
}

// No file of ours is a link.
Outcome link_call(const Caller& caller, const ListedFolder& listed) {
  const Call& call = caller.call();
  const bool at = call.number == SYS_readlinkat;
  const auto path = find_file(caller, listed, at ? call.int_arg(0) : AT_FDCWD, call.args[at ? 1 : 0]);
  return path ? Outcome::fails(EINVAL) : Outcome::pass();
}

// Nor has one any, as in the real /proc.
Outcome xattr_call(const Caller& caller, const ListedFolder& listed) {
  return find_file(caller, listed, AT_FDCWD, caller.call().args[0]) ? Outcome::fails(EOPNOTSUPP)
                                                                    : Outcome::pass();
}

}  // namespace ipvsim::run
