// The IPVS control plane of a kernel: every operation on services, destinations, configuration and daemons,
// with the kernel's order of checks. It knows no netlink; what a request looked like was settled before it
// gets here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/clock.h"
#include "sim/base/status.h"
#include "sim/ipvs/netns.h"
#include "sim/ipvs/service_table.h"

namespace ipvsim::ipvs {

// What depends on the build and on the modules at hand.
struct IpvsConfig {
  uint32_t hz = 250;
  bool ipv6 = true;
  // U_THRESH above 0x7fffffff is refused (since 6.1.183, ipvs-drift.md 1).
  bool u_thresh_limit = true;
  uint32_t conn_tab_size = 4096;
  std::vector<std::string> schedulers;
  std::vector<std::string> persistence_engines;
};

// Not thread-safe. All pointers it gives stay valid until the entry is removed.
class Ipvs {
 public:
  Ipvs(IpvsConfig config, VirtualClock& clock);
  ~Ipvs();
  Ipvs(const Ipvs&) = delete;
  Ipvs& operator=(const Ipvs&) = delete;

  const IpvsConfig& config() const { return config_; }
  // "IP Virtual Server version 1.2.1 (size=4096)", as the old interface and /proc/net/ip_vs tell it.
  std::string version_text() const;
  ServiceTable& table() { return table_; }
  const ServiceTable& table() const { return table_; }

  // Namespaces are numbered from 0 in the order they are added.
  Netns& add_netns(uint8_t salt, Links links);
  Netns& netns(uint32_t id) { return *namespaces_.at(id); }
  const Netns& netns(uint32_t id) const { return *namespaces_.at(id); }
  size_t netns_count() const { return namespaces_.size(); }

  // Services (ipvs-control.md 4 and 5). A key with fwmark != 0 is looked up by (fwmark, af).
  Service* find_service(const Netns& netns, const ServiceKey& key) { return table_.find({netns.id, key}); }
  // EEXIST; ENOENT: scheduler or engine not available; EINVAL: IPv6 prefix not in 1..128.
  Status add_service(Netns& netns, const ServiceKey& key, const ServiceSettings& settings);
  // ENOENT, EINVAL as above. Identity, destinations and place in the table stay.
  Status edit_service(Service& service, const ServiceSettings& settings);
  void del_service(Service& service);
  void flush(Netns& netns);
  void zero(Service& service);
  void zero_all(Netns& netns);

  // Destinations (ipvs-control.md 6, rows 7 to 13).
  Dest* find_dest(Service& service, const DestKey& key);
  Status add_dest(Service& service, const DestKey& key, const DestSettings& settings);
  Status edit_dest(Service& service, const DestKey& key, const DestSettings& settings);
  Status del_dest(Service& service, const DestKey& key);
  // For putting back what was: as add_dest, but the address is not judged (rows 12 and 13) and the trash not
  // asked. Connections and statistics are the caller's to set.
  Result<Dest*> put_back_dest(Service& service, const DestKey& key, const DestSettings& settings);

  // Timeouts in seconds; 0 leaves a value as it is. EINVAL: negative as s32 or above INT_MAX / HZ; nothing
  // changes.
  Status set_timeouts(Netns& netns, uint32_t tcp_s, uint32_t tcp_fin_s, uint32_t udp_s);
  uint32_t seconds(uint32_t jiffies) const { return jiffies / config_.hz; }

  // Sync daemons; `state` 1 master, 2 backup (ipvs-control.md 13). Starting: EINVAL, ENODEV, EEXIST,
  // ENETUNREACH; whether destinations of other families are in the way is the caller's to ask. Stopping:
  // EINVAL, ESRCH.
  Status start_daemon(Netns& netns, uint32_t state, const DaemonSettings& settings);
  Status stop_daemon(Netns& netns, uint32_t state);

  // For the audit: how many entries the look-up indexes hold.
  size_t indexed_services() const { return table_.indexed(); }
  size_t indexed_dests() const { return dests_.size(); }

  // When the namespace's sampler runs next, on the kernel's clock; moving that run to `delay` ms from now.
  Millis next_sample(const Netns& netns) const { return sample_timers_[netns.id].first; }
  void set_next_sample(Netns& netns, Millis delay);

  // Traffic, for tests: raw counters, reported from the next sample on; connection counts, reported at once.
  void set_connections(Dest& dest, const Connections& connections) { dest.connections = connections; }

 private:
  struct DestId {
    uint64_t service_serial = 0;
    DestKey key;
    friend bool operator==(const DestId&, const DestId&) = default;
  };
  struct DestIdOf {
    using type = DestId;
    DestId operator()(const Dest& dest) const { return {dest.service->serial, dest.key}; }
  };
  struct DestIdHash {
    size_t operator()(const DestId& id) const;
  };
  struct Modules {
    const std::string* scheduler = nullptr;
    const std::string* pe = nullptr;
  };

  Result<Modules> find_modules(const ServiceSettings& settings) const;
  Status check_settings(uint16_t af, const ServiceSettings& settings) const;
  void apply(Service& service, const ServiceSettings& settings, const Modules& modules);
  Status check_dest(const DestSettings& settings) const;
  void link_dest(Service& service, Dest& dest);
  void unlink_dest(Dest& dest);
  VirtualKey virtual_key(const Service& service) const;
  void changed(uint32_t netns) { ++namespaces_[netns]->generation; }
  void sample(Netns& netns);

  const IpvsConfig config_;
  VirtualClock& clock_;
  ServiceTable table_;
  GrowingIndex<Dest, &Dest::index_hook, DestIdOf, DestIdHash> dests_;
  std::vector<std::unique_ptr<Netns>> namespaces_;
  std::vector<VirtualClock::TimerId> sample_timers_;
};

}  // namespace ipvsim::ipvs
