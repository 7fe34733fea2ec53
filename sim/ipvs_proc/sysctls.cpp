// The table of files, and the one that does something.
#include "sim/ipvs_proc/sysctls.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include "sim/ipvs_proc/int_text.h"

namespace ipvsim::ipvs_proc {

namespace {

struct Row {
  std::string_view name;
  std::array<int32_t, 2> defaults;
  size_t values = 1;
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
    {"drop_entry", {0}},
    {"drop_packet", {0}},
    {"expire_nodest_conn", {0}},
    {"expire_quiescent_template", {0}},
    {"ignore_tunneled", {0}},
    // That these two need their scheduler is INFERRED from their names; the recorded kernel had all.
    {"lblc_expiration", {86400}, 1, "lblc"},
    {"lblcr_expiration", {86400}, 1, "lblcr"},
    {"nat_icmp_send", {0}},
    {"pmtu_disc", {1}},
    {"run_estimation", {1}},
    {"schedule_icmp", {0}},
    {"secure_tcp", {0}},
    {"sloppy_sctp", {0}},
    {"sloppy_tcp", {0}},
    {"snat_reroute", {1}},
    {"sync_persist_mode", {0}},
    {"sync_ports", {1}},
    // A number so odd surely comes from the recorded machine's memory (INFERRED).
    {"sync_qlen_max", {3772}},
    {"sync_refresh_period", {0}},
    {"sync_retries", {0}},
    {"sync_sock_size", {0}},
    {"sync_threshold", {3, 50}, 2},
    {"sync_version", {1}},
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
  return ints_text(std::span(values[*at]).first(kRows[*at].values));
}

Result<size_t> Sysctls::write(uint32_t netns, std::string_view name, std::string_view text, uint64_t offset) {
  const std::optional<size_t> at = find(name, ipvs_.config());
  if (!at) return Status(ENOENT);
  if (offset != 0) return text.size();
  SysctlValues values = values_of(netns);
  const IntsWritten written = write_ints(text, std::span(values[*at]).first(kRows[*at].values));
  // Also after an error: the numbers before the bad one count.
  written_[netns] = values;
  ipvs_.netns(netns).run_estimation = values[kRunEstimation][0] != 0;
  if (!written.status.ok()) return written.status;
  return written.consumed;
}

}  // namespace ipvsim::ipvs_proc
