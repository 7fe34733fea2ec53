// Version, timeouts and sync daemons (ipvs-control.md 12, 13 and 15).
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "sim/ipvs/ipvs.h"

namespace ipvsim::ipvs {

namespace {

// What a sync message spends on IP and UDP headers.
constexpr uint32_t kHeadersV4 = 28;
constexpr uint32_t kHeadersV6 = 48;
constexpr uint32_t kLargestDatagram = 65535;
constexpr uint32_t kDefaultMtu = 1500;
constexpr uint32_t kSmallestBackupMaxlen = 1024;
constexpr uint16_t kDefaultPort = 8848;
constexpr uint8_t kDefaultTtl = 1;

uint16_t sync_maxlen(bool master, uint16_t wanted, uint32_t headers, uint32_t mtu) {
  const uint32_t smallest = master ? 1 : kSmallestBackupMaxlen;
  const uint32_t room = master ? kDefaultMtu : std::clamp(mtu, kDefaultMtu, kLargestDatagram);
  return static_cast<uint16_t>(
      wanted != 0 ? std::clamp<uint32_t>(wanted, smallest, kLargestDatagram - headers) : room - headers);
}

bool is_multicast(uint16_t af, const Address& group) {
  return af == uapi::kAfInet ? (group.bytes[0] & 0xf0) == 0xe0 : group.bytes[0] == 0xff;
}

}  // namespace

std::string Ipvs::version_text() const {
  constexpr uint32_t kCode = uapi::kIpvsVersionCode;
  return fmt::format("IP Virtual Server version {}.{}.{} (size={})", kCode >> 16 & 0xff, kCode >> 8 & 0xff,
                     kCode & 0xff, config_.conn_tab_size);
}

Status Ipvs::set_timeouts(Netns& netns, uint32_t tcp_s, uint32_t tcp_fin_s, uint32_t udp_s) {
  const uint32_t longest = INT_MAX / config_.hz;
  for (const uint32_t seconds : {tcp_s, tcp_fin_s, udp_s})
    if (seconds > longest) return EINVAL;
  const auto set = [this](uint32_t& stored, uint32_t seconds) {
    if (seconds != 0) stored = seconds * config_.hz;
  };
  set(netns.timeouts.tcp, tcp_s);
  set(netns.timeouts.tcp_fin, tcp_fin_s);
  set(netns.timeouts.udp, udp_s);
  return {};
}

Status Ipvs::start_daemon(Netns& netns, uint32_t state, const DaemonSettings& settings) {
  if (settings.group_af != 0 && !is_multicast(settings.group_af, settings.group)) return EINVAL;
  const Link* const link = netns.links.find(settings.interface);
  if (link == nullptr) return ENODEV;
  const bool master = state == uapi::kIpvsDaemonMaster;
  if (!master && state != uapi::kIpvsDaemonBackup) return EINVAL;
  std::optional<Daemon>& slot = master ? netns.master : netns.backup;
  if (slot) return EEXIST;
  // Only the sender connects, and no route for IPv6 multicast leads through the loopback link. The spec
  // leaves IPv6 groups open; measured on 6.1.176.
  if (master && settings.group_af == uapi::kAfInet6 && link->name == Link::loopback().name)
    return ENETUNREACH;

  Daemon daemon = settings;
  if (daemon.group_af == 0) {
    daemon.group_af = uapi::kAfInet;
    daemon.group = Address::v4(224, 0, 0, 81);
  }
  if (daemon.port == 0) daemon.port = kDefaultPort;
  if (daemon.ttl == 0) daemon.ttl = kDefaultTtl;
  const uint32_t headers = daemon.group_af == uapi::kAfInet ? kHeadersV4 : kHeadersV6;
  daemon.sync_maxlen = sync_maxlen(master, settings.sync_maxlen, headers, link->mtu);
  slot = daemon;
  return {};
}

Status Ipvs::stop_daemon(Netns& netns, uint32_t state) {
  const bool master = state == uapi::kIpvsDaemonMaster;
  if (!master && state != uapi::kIpvsDaemonBackup) return EINVAL;
  std::optional<Daemon>& slot = master ? netns.master : netns.backup;
  if (!slot) return ESRCH;
  slot.reset();
  return {};
}

}  // namespace ipvsim::ipvs
