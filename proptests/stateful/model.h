// The model kernel: ordered maps and plain rules. It predicts the errno of every operation and what a reader
// finds afterwards, by the rules of ipvs-control.md 4 to 8, 12 to 14, and shares no code with sim/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "proptests/stateful/listed.h"
#include "proptests/stateful/requests.h"

namespace ipvsim::stateful {

using Millis = int64_t;

struct Connections {
  uint32_t active = 0;
  uint32_t inactive = 0;
  uint32_t persistent = 0;
  bool any() const { return active != 0 || inactive != 0 || persistent != 0; }
};

// Section 14: what has passed, what the last sample saw, where counting began, and the averages.
struct ModelStats {
  Numbers raw{};
  Numbers sampled{};
  Numbers base{};
  Numbers average{};
  void sample();
  void zero();
  ListedStats listed() const;
};

struct ModelDest {
  uint64_t serial = 0;  // grows with every insertion: the list has the highest first
  uint32_t forward = 0;
  uint32_t weight = 0;
  uint32_t upper = 0;
  uint32_t lower = 0;
  uint32_t tun_type = 0;
  uint32_t tun_port = 0;
  uint32_t tun_flags = 0;
  Connections connections;
  ModelStats stats;
};

struct ModelService {
  uint64_t serial = 0;
  std::string scheduler;
  std::string pe;
  uint32_t flags = 0;
  uint32_t timeout = 0;  // as it is reported
  uint32_t netmask = 0;
  ModelStats stats;
  std::map<DestKey, ModelDest> dests;
};

// Section 7. A removed destination remembers the service's key, and which service object it was.
struct TrashKey {
  DestKey dest;
  uint32_t fwmark = 0;
  uint16_t protocol = 0;
  Bytes16 addr{};
  uint16_t port = 0;
  auto operator<=>(const TrashKey&) const = default;
};
struct Trashed {
  TrashKey key;
  uint64_t owner = 0;
  ModelDest dest;
  std::optional<Millis> marked;
};

struct ModelNetns {
  std::map<ServiceKey, ModelService> services;
  std::vector<Trashed> trash;
  std::optional<Millis> trash_run;  // when the timer fires next
  uint32_t tcp = 900;
  uint32_t tcp_fin = 120;
  uint32_t udp = 300;
  std::map<uint32_t, ListedDaemon> daemons;  // by state: master, then backup
};

// A client's socket: which loading of the module its family id is from, and whether its opener was
// privileged.
struct ModelClient {
  unsigned family = 1;
  bool opened_privileged = true;
};

// How a look-up of the family by name finds the module when it is not loaded (genetlink.md 6.1).
enum class Autoload : uint8_t { at_once, never, late };

// A mistake in the rules, for tests of the tests.
enum class Fault : uint8_t {
  none,
  set_dest_moves_it,         // to the head of the list
  set_service_keeps_engine,  // when PE_NAME is absent
  flush_reaches_everywhere,
  trash_forgets_connections,
  threshold_checked_before_weight_limit,  // EINVAL of row 9 before ERANGE of row 8
};

// In which order services come: by row of the tables, or by age (the `serial` dump).
enum class Order : uint8_t { by_row, by_age };

// Every operation returns an errno, 0 for success. Copied by value for every step of a shrinking sequence.
class Model {
 public:
  explicit Model(Fault fault = Fault::none) : fault_(fault) {}

  // What stops any request before IPVS sees it: the family is gone or another one, or the caller may not.
  int gate(Netns ns) const;

  int new_service(Netns ns, const ServiceRequest& request);
  int set_service(Netns ns, const ServiceRequest& request);
  int del_service(Netns ns, const ServiceRequest& request);
  // What GET_SERVICE tells, when it is 0.
  int get_service(Netns ns, const ServiceRequest& request, ListedService& out) const;
  int zero(Netns ns, const std::optional<ServiceRequest>& only);
  int flush(Netns ns);

  int new_dest(Netns ns, const ServiceRequest& service, const DestRequest& request);
  int set_dest(Netns ns, const ServiceRequest& service, const DestRequest& request);
  int del_dest(Netns ns, const ServiceRequest& service, const DestRequest& request);
  // The answer of a GET_DEST dump; a service that is not there has none.
  int list_dests(Netns ns, const ServiceRequest& service, std::vector<ListedDest>& out) const;
  // Two removed destinations fit, and the spec does not say which of them a NEW_DEST revives.
  bool revival_is_ambiguous(Netns ns, const ServiceRequest& service, const DestRequest& request) const;

  int set_config(Netns ns, const ConfigRequest& request);
  int new_daemon(Netns ns, const DaemonRequest& request);
  int del_daemon(Netns ns, const DaemonRequest& request);
  std::vector<ListedDaemon> daemons(Netns ns) const;

  // The module and who may what. Errnos as of modprobe's calls: EEXIST, ENOENT.
  int load_module();
  int unload_module();
  bool module_loaded() const { return generation_ != 0; }
  void set_autoload(Autoload autoload, unsigned failing_lookups);
  void set_privileged(bool privileged) { privileged_ = privileged; }
  bool privileged() const { return privileged_; }
  // A new socket for the client of a namespace; ENOENT: no such family, and the old socket stays.
  int reconnect(Netns ns);
  // The client of this namespace can do nothing before something is repaired.
  bool shut_out(Netns ns) const { return gate(ns) != 0; }

  // Traffic through the n-th destination (counted over the namespace, modulo their number) and its service;
  // there must be one.
  size_t dest_count(Netns ns) const;
  struct DestPlace {
    ServiceKey service;
    DestKey dest;
  };
  DestPlace nth_dest(Netns ns, size_t n) const;
  void traffic(Netns ns, size_t n, const Connections& connections, const Numbers& more);
  void advance(Millis delta);

  const ModelNetns& netns(Netns ns) const { return namespaces_[ns]; }
  ListedTable table(Netns ns, Order order) const;

 private:
  struct Target {
    int error = 0;
    ServiceKey key;
    ModelService* service = nullptr;
  };
  struct DestTarget {
    int error = 0;
    DestKey key;
    ModelService* service = nullptr;
    ServiceKey service_key;
  };
  static int parse(const ServiceRequest& request, bool full, ServiceKey& key);
  Target find(Netns ns, const ServiceRequest& request, bool full);
  const ModelService* look_up(Netns ns, const ServiceKey& key) const;
  static int check_settings(const ServiceKey& key, const ServiceRequest& request);
  static void apply(ModelService& service, const ServiceRequest& request);
  void remove(Netns ns, const ServiceKey& key);
  DestTarget find_dest(Netns ns, const ServiceRequest& service, const DestRequest& request, bool full);
  int check_dest(const DestRequest& request) const;
  static void apply(ModelDest& dest, const DestRequest& request);
  void throw_away(Netns ns, const ServiceKey& service_key, const ModelService& service, const DestKey& key);
  bool has_mixed_dest(Netns ns) const;
  void run_trash_timer(ModelNetns& netns, Millis when) const;
  void sample(ModelNetns& netns) const;
  void reset();

  Fault fault_;
  std::array<ModelNetns, kNamespaces> namespaces_;
  std::array<ModelClient, kNamespaces> clients_;
  uint64_t serial_ = 0;
  Millis now_ = 0;
  Millis loaded_at_ = 0;
  unsigned generation_ = 1;  // of the loaded module, 0: not loaded
  unsigned generations_ = 1;
  bool privileged_ = true;
  Autoload autoload_ = Autoload::at_once;
  unsigned failing_lookups_ = 0;
};

}  // namespace ipvsim::stateful
