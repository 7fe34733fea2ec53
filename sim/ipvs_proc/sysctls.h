// The files under /proc/sys/net/ipv4/vs: names, modes, values. One object a loaded module; it keeps each
// namespace's values from the first write on and forgets them with the module. Names and defaults are those
// of a recording of Linux 6.1; what each file takes was measured on 6.1.176. Nothing is forwarded, so all of
// them are just numbers, but for run_estimation, which stops and starts the namespace's sampler
// (ipvs-control.md 14).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/status.h"
#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs_proc {

// How many files there can be.
inline constexpr size_t kSysctls = 30;

// The values of one namespace, in the order of the files; sync_threshold has two, the others use the first.
using SysctlValues = std::array<std::array<int64_t, 2>, kSysctls>;

struct SysctlFile {
  std::string_view name;
  uint16_t mode;  // permission bits
};

// Not thread-safe. A namespace number must be one that `ipvs` has.
class Sysctls {
 public:
  // `ipvs` must outlive the object.
  explicit Sysctls(ipvs::Ipvs& ipvs) : ipvs_(ipvs) {}

  // Alphabetically.
  std::vector<SysctlFile> files() const;

  // The whole text: the values with a tab between, and a newline. ENOENT: no such file.
  Result<std::string> read(uint32_t netns, std::string_view name) const;

  // One write() at `offset` of the file; gives the number of bytes consumed, which may be fewer than there
  // are. Only a write at the beginning counts, a later one is swallowed. ENOENT; EINVAL: not numbers
  // (int_text.h), or not what this file takes; then nothing is changed.
  Result<size_t> write(uint32_t netns, std::string_view name, std::string_view text, uint64_t offset = 0);

 private:
  SysctlValues values_of(uint32_t netns) const;

  ipvs::Ipvs& ipvs_;
  std::map<uint32_t, SysctlValues> written_;
};

}  // namespace ipvsim::ipvs_proc
