// What can be learned of a program that waits in a system call: its memory, its descriptors, its place in the
// system.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/run/trap/call.h"
#include "tools/run/trap/listener.h"
#include "tools/run/world/kernel_access.h"
#include "tools/run/world/known_namespaces.h"

namespace ipvsim::run {

// The caller stopped waiting (it was killed or interrupted): whatever was read may be of another process, and
// there is nobody to answer.
struct CallerGone {};

// One waiting call. Every function that looks at the caller checks afterwards that it still waits, and throws
// CallerGone when it does not; but for those that say they only glance, behind which a function that checks
// must come before anything is done.
class Caller {
 public:
  Caller(const Listener& listener, const Call& call, KnownNamespaces& namespaces)
      : listener_(listener), call_(call), namespaces_(namespaces) {}

  const Call& call() const { return call_; }

  // Memory, all of it or nothing; false is what a kernel calls EFAULT. A null pointer is memory like any
  // other: not there. write() must only be used while the answer depends on it.
  bool read(uint64_t address, void* to, size_t size) const;
  bool write(uint64_t address, const void* from, size_t size) const;
  template <class T>
  std::optional<T> read(uint64_t address) const {
    T value;
    if (!read(address, &value, sizeof(value))) return std::nullopt;
    return value;
  }
  template <class T>
  std::optional<T> glance(uint64_t address) const {
    T value;
    if (!glance(address, &value, sizeof(value))) return std::nullopt;
    return value;
  }
  bool glance(uint64_t address, void* to, size_t size) const;
  // Throws CallerGone when the caller does not wait any more.
  void check() const;
  // Two pieces in one go, the first one first; false when one of them is not there.
  struct Piece {
    uint64_t address;
    const void* from;
    size_t size;
  };
  bool write(const Piece& first, const Piece& second) const;
  template <class T>
  bool write_value(uint64_t address, const T& value) const {
    return write(address, &value, sizeof(value));
  }
  // A path: what stands before the NUL, at most 4095 bytes. Nothing when it is not there, or not one that
  // `wanted` takes.
  std::optional<std::string> read_path(uint64_t address, bool (*wanted)(std::string_view)) const;

  // The inode of the socket behind a descriptor, 0 when it is none of any kind. A glance.
  SocketId socket(int fd) const;
  // What fcntl(F_GETFL) gives; 0 for a descriptor that is not open.
  int status_flags(int fd) const;
  // Where the next read of a descriptor begins; -1 for one that is not open.
  int64_t position(int fd) const;
  // The process as it names itself: its thread-group id in its own pid namespace.
  uint32_t process() const;
  NetnsKey netns() const;
  // That of another process, by its number in our pid namespace; the caller's when it cannot be told.
  NetnsKey netns_of(const std::string& process) const;
  // Where a symbolic link of /proc/TASK/ leads: "cwd", "fd/3". Empty when it cannot be told.
  std::string link(const std::string& name) const;

 private:
  std::string proc_text(const char* name) const;

  const Listener& listener_;
  const Call& call_;
  KnownNamespaces& namespaces_;
};

// The namespace of this process.
NetnsKey own_netns();

}  // namespace ipvsim::run
