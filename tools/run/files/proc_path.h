// Which paths are files of the simulated kernel, or the folder of its values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ipvsim::run {

struct ProcPath {
  std::string file;     // behind /proc/, as KernelAccess::read_file() wants it: "net/ip_vs"
  std::string process;  // whose network namespace is meant: a number, empty for the caller
  bool folder = false;  // "sys/net/ipv4/vs/"
};

// Whether a path could be one, before the folder of a relative one is known. Cheap: nearly all cannot.
bool may_be_proc_path(std::string_view path);

inline constexpr std::string_view kValuesParent = "/proc/sys/net/ipv4";
inline constexpr std::string_view kValuesFolder = "/proc/sys/net/ipv4/vs";

// Any number that stays the same for a path and is no other file's.
uint64_t inode_of(std::string_view path);

// `folder` is the absolute path of what a relative `path` is relative to; not used for an absolute one.
// Symbolic links outside /proc are not followed.
std::optional<ProcPath> proc_path(std::string_view folder, std::string_view path);

}  // namespace ipvsim::run
