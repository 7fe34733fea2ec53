// getdents64: /proc/net and /proc/sys/net/ipv4 are real folders, in which the real kernel lists what is its
// own; what stands for /proc/sys/net/ipv4/vs is an empty one. When the system has told all, we tell what the
// simulated kernel has there.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "sim/ipvs_proc/proc_net.h"
#include "tools/run/calls/calls.h"
#include "tools/run/files/proc_path.h"

namespace ipvsim::run {
namespace {

// What the system writes for one name (getdents64(2)), the name and its NUL behind it.
struct Entry {
  uint64_t inode;
  int64_t next;
  uint16_t size;
  uint8_t type;
};
constexpr size_t kNameAt = offsetof(Entry, type) + 1;
constexpr size_t kAlignment = 8;

struct Ours {
  uint8_t type = DT_REG;
  std::vector<std::string> names;
  std::string folder;  // where they are for a program that asks by path
};

// Of the folder at `path`; no names in any other.
Ours ours_in(KernelAccess& world, const ListedFolder& listed, const std::string& path) {
  Ours ours;
  if (path == kValuesParent) {
    ours = {DT_DIR, {"vs"}, path};
  } else if (!path.empty() && path == listed.path()) {
    ours = {DT_REG, world.value_names(), std::string(kValuesFolder)};
  } else if (path.starts_with("/proc/") && path.ends_with("/net") && proc_path(path, "ip_vs")) {
    const auto& names = ipvs_proc::proc_net_names();
    ours = {DT_REG, {names.begin(), names.end()}, path};
  }
  // Without the module nothing is there.
  if (!ours.names.empty() && world.value_names().empty()) ours.names.clear();
  return ours;
}

// Whether a real kernel with the module has it already.
bool is_real(int folder, const std::string& name) {
  struct stat facts;
  return fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

// Whether the system has no more to tell a reader at this place.
bool at_end(int folder, int64_t position) {
  alignas(kAlignment) std::array<char, 4096> some;
  return lseek(folder, position, SEEK_SET) == position &&
         syscall(SYS_getdents64, folder, some.data(), some.size()) == 0;
}

// Appends an entry; false when it does not fit into `room`.
bool put(std::vector<char>& out, size_t room, const Ours& ours, const std::string& name, int64_t position) {
  const size_t size = (kNameAt + name.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  if (out.size() + size > room) return false;
  const size_t at = out.size();
  out.resize(at + size);
  const auto path = proc_path(ours.folder, name);
  Entry entry{inode_of(path ? path->file : name), position, static_cast<uint16_t>(size), ours.type};
  std::memcpy(out.data() + at, &entry, kNameAt);
  std::memcpy(out.data() + at + kNameAt, name.data(), name.size());
  return true;
}

}  // namespace

Outcome getdents_call(KernelAccess& world, const Caller& caller, const ListedFolder& listed,
                      Listings& listings) {
  const Call& call = caller.call();
  const int fd = call.int_arg(0);
  const std::string path = caller.link(fmt::format("fd/{}", fd));
  const Ours ours = ours_in(world, listed, path);
  if (ours.names.empty()) return Outcome::pass();
  const endpoint::Fd folder(
      open(fmt::format("/proc/{}/fd/{}", call.task, fd).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int64_t position = caller.position(fd);
  if (!folder.valid() || !at_end(folder.get(), position)) {
    listings.forget(call.task, fd);
    return Outcome::pass();
  }
  size_t told = listings.told(call.task, fd);
  const size_t room = static_cast<unsigned>(call.int_arg(2));
  std::vector<char> entries;
  for (; told < ours.names.size(); ++told) {
    if (is_real(folder.get(), ours.names[told])) continue;
    if (put(entries, room, ours, ours.names[told], position)) continue;
    if (entries.empty()) return Outcome::fails(EINVAL);
    break;
  }
  if (entries.empty()) {
    listings.forget(call.task, fd);
    return Outcome::returns(0);
  }
  if (!caller.write(call.args[1], entries.data(), entries.size())) return Outcome::fails(EFAULT);
  listings.tell(call.task, fd, told);
  return Outcome::returns(static_cast<int64_t>(entries.size()));
}

}  // namespace ipvsim::run
