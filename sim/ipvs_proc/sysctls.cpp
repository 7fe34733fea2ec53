// The table of files, and the one that does something.
#include "sim/ipvs_proc/sysctls.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <limits>
#include <optional>

#include "sim/ipvs_proc/int_text.h"

namespace ipvsim::ipvs_proc {

namespace {

// What a file takes.
enum class Takes {
  integer,
  seconds,  // kept in jiffies, which must fit an int
  unsigned_long,
  defence_level,  // 0 to 3; 2 is for when memory is short, as it never is here, and becomes 1
  yes_or_no,
  few,  // 0 to 3
  power_of_two,
  threshold,  // two numbers, the first below the second unless that is 0
};

struct Row {
  std::string_view name;
  std::array<int64_t, 2> defaults;
  Takes takes = Takes::integer;
  // The scheduler whose module brings the file; empty: IPVS itself.
  std::string_view scheduler = {};
  uint16_t mode = 0644;
};

constexpr std::array<Row, kSysctls> kRows = {{
    {"am_droprate", {10}},
    {"amemthresh", {1024}},
    {"backup_only", {0}},
    {"cache_bypass", {0}},
    {"conn_reuse_mode", {1}},
    {"conntrack", {0}},
    {"debug_level", {0}},
    {"drop_entry", {0}, Takes::defence_level},
    {"drop_packet", {0}, Takes::defence_level},
    {"expire_nodest_conn", {0}},
    {"expire_quiescent_template", {0}},
    {"ignore_tunneled", {0}},
    // Not there without their scheduler: measured on 6.1.176.
    {"lblc_expiration", {86400}, Takes::seconds, "lblc"},
    {"lblcr_expiration", {86400}, Takes::seconds, "lblcr"},
    {"nat_icmp_send", {0}},
    {"pmtu_disc", {1}},
    {"run_estimation", {1}},
    {"schedule_icmp", {0}},
    {"secure_tcp", {0}, Takes::defence_level},
    {"sloppy_sctp", {0}},
    {"sloppy_tcp", {0}},
    {"snat_reroute", {1}},
    {"sync_persist_mode", {0}},
    {"sync_ports", {1}, Takes::power_of_two},
    // Follows the machine's memory: 7790 to 7886 in others of the same kernel.
    {"sync_qlen_max", {3772}, Takes::unsigned_long},
    {"sync_refresh_period", {0}, Takes::seconds},
    {"sync_retries", {0}, Takes::few},
    {"sync_sock_size", {0}},
    {"sync_threshold", {3, 50}, Takes::threshold},
    {"sync_version", {1}, Takes::yes_or_no},
}};

bool present(const Row& row, const ipvs::IpvsConfig& config) {
  return row.scheduler.empty() || std::find(config.schedulers.begin(), config.schedulers.end(),
                                            row.scheduler) != config.schedulers.end();
}

// The file's place in the table; nothing when there is no such file.
std::optional<size_t> find(std::string_view name, const ipvs::IpvsConfig& config) {
  for (size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].name == name && present(kRows[i], config)) return i;
  return std::nullopt;
}

constexpr size_t place(std::string_view name) {
  for (size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].name == name) return i;
  return kRows.size();
}

constexpr size_t count(Takes takes) { return takes == Takes::threshold ? 2 : 1; }

IntRange range_of(Takes takes, uint32_t hz) {
  if (takes == Takes::unsigned_long) return {0, std::numeric_limits<uint64_t>::max()};
  if (takes != Takes::seconds) return {};
  const int64_t most = std::numeric_limits<int32_t>::max() / hz;
  return {-most, static_cast<uint64_t>(most)};
}

// Whether these numbers, each in its range, are taken; makes of them what is kept.
bool settle(Takes takes, std::span<int64_t> values) {
  int64_t& value = values[0];
  switch (takes) {
    case Takes::integer:
    case Takes::seconds:
    case Takes::unsigned_long:
      return true;
    case Takes::defence_level:
      if (value < 0 || value > 3) return false;
      if (value == 2) value = 1;
      return true;
    case Takes::yes_or_no:
      return value == 0 || value == 1;
    case Takes::few:
      return value >= 0 && value <= 3;
    case Takes::power_of_two:
      return value > 0 && std::has_single_bit(static_cast<uint64_t>(value));
    case Takes::threshold:
      return value >= 0 && values[1] >= 0 && (value < values[1] || values[1] == 0);
  }
  return false;
}

constexpr size_t kRunEstimation = place("run_estimation");
static_assert(kRunEstimation < kSysctls);

}  // namespace

SysctlValues Sysctls::values_of(uint32_t netns) const {
  SysctlValues values;
  if (const auto at = written_.find(netns); at != written_.end()) {
    values = at->second;
  } else {
    for (size_t i = 0; i < kRows.size(); ++i) values[i] = kRows[i].defaults;
  }
  // The sampler's switch may also be thrown elsewhere.
  const bool runs = ipvs_.netns(netns).run_estimation;
  if (runs != (values[kRunEstimation][0] != 0)) values[kRunEstimation][0] = runs ? 1 : 0;
  return values;
}

std::vector<SysctlFile> Sysctls::files() const {
  std::vector<SysctlFile> out;
  for (const Row& row : kRows)
    if (present(row, ipvs_.config())) out.push_back({row.name, row.mode});
  return out;
}

Result<std::string> Sysctls::read(uint32_t netns, std::string_view name) const {
  const std::optional<size_t> at = find(name, ipvs_.config());
  if (!at) return Status(ENOENT);
  const SysctlValues values = values_of(netns);
  const Takes takes = kRows[*at].takes;
  if (takes == Takes::unsigned_long) return std::to_string(static_cast<uint64_t>(values[*at][0])) + "\n";
  return ints_text(std::span(values[*at]).first(count(takes)));
}

Result<size_t> Sysctls::write(uint32_t netns, std::string_view name, std::string_view text, uint64_t offset) {
  const std::optional<size_t> at = find(name, ipvs_.config());
  if (!at) return Status(ENOENT);
  if (offset != 0) return text.size();
  SysctlValues values = values_of(netns);
  const Takes takes = kRows[*at].takes;
  const auto numbers = std::span(values[*at]).first(count(takes));
  const IntsWritten written = write_ints(text, numbers, range_of(takes, ipvs_.config().hz));
  if (!written.status.ok()) return written.status;
  if (!settle(takes, numbers)) return Status(EINVAL);
  written_[netns] = values;
  ipvs_.netns(netns).run_estimation = values[kRunEstimation][0] != 0;
  return written.consumed;
}

}  // namespace ipvsim::ipvs_proc
