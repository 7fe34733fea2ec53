// The IPVS client: every operation of the family, with plain values.
//
// All functions throw client::Error and nothing else that a caller should expect. A Client is one netlink
// socket: one thread at a time, one operation at a time. It can be moved. After an Error it can be used
// again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "client/netlink/connection.h"
#include "client/netlink/family.h"
#include "client/netlink/transport.h"
#include "client/values/config.h"
#include "client/values/daemon.h"
#include "client/values/destination.h"
#include "client/values/error.h"
#include "client/values/info.h"
#include "client/values/read_options.h"
#include "client/values/service.h"
#include "client/values/table.h"

namespace ipvsim::client {

class Client {
 public:
  // Connects and asks for the family. Throws Error: transport, or no_family where the kernel has no IPVS.
  explicit Client(Transport transport, const ConnectionOptions& options = {});
  // Connects and asks nothing: for a family known from an earlier Client of the same kernel.
  Client(Transport transport, const Family& family, const ConnectionOptions& options = {});

  const Family& family() const { return family_; }
  Connection& connection() { return connection_; }

  // Services (ipvs-control.md 5). What identifies a service is in its id; statistics are never sent.
  void add_service(const Service& service);  // EEXIST; ENOENT: no such scheduler or persistence engine
  // Changes everything but the identity; ESRCH. The kernel keeps those of its flags that are not in
  // `flags_mask`. HASHED, which it reports but nobody sets, is never in it: writing back what was read
  // changes nothing.
  void set_service(const Service& service, uint32_t flags_mask = kSettableFlags);
  void del_service(const ServiceId& id);     // ESRCH
  Service get_service(const ServiceId& id);  // ESRCH
  // Every service of the namespace in the kernel's order; none is an empty list.
  Dump<Service> list_services(const RetryPolicy& retry = {});

  // Destinations of a service (ipvs-control.md 6). ESRCH: no such service. ENOENT: no such destination.
  void add_destination(const ServiceId& service, const Destination& destination);  // EEXIST
  void set_destination(const ServiceId& service, const Destination& destination);
  void del_destination(const ServiceId& service, const DestinationId& destination);
  // The destinations in list order. A service that does not exist has none: the kernel does not tell the
  // difference.
  Dump<Destination> list_destinations(const ServiceId& service, const RetryPolicy& retry = {});

  Config get_config();
  void set_config(const Config& config);  // a value of 0 is left as it is
  Info get_info();

  void new_daemon(const Daemon& daemon);
  void del_daemon(uint32_t state);  // uapi::IpvsDaemonState; ESRCH when it is not running
  Dump<Daemon> list_daemons(const RetryPolicy& retry = {});

  void zero();                     // statistics of every service, and the totals
  void zero(const ServiceId& id);  // of one service and its destinations; ESRCH
  void flush();                    // removes every service

  // The whole table, by the commands that `options` names. With N+1 the parts are of different moments; a
  // service that the kernel lists twice is there twice, and one that vanished in between has no destinations.
  // combined throws EOPNOTSUPP where the kernel lacks the command.
  Table read_table(const ReadOptions& options = {});
  // GET_SERVICE_DEST for one service, as the kernel answers it: some kernels send an empty dump for an
  // unknown service, some the whole table (rfc-dumps.md 1 and 2). Throws EOPNOTSUPP where the kernel lacks
  // the command.
  Table read_combined(const ServiceId& only, const RetryPolicy& retry = {});
  // One service with its destinations: exactly one entry, or ESRCH, whatever the kernel said.
  Dump<ServiceEntry> read_service(const ServiceId& id, const ReadOptions& options = {});

  // What automatic does on this connection: true for GET_SERVICE_DEST. Nothing before it had to be found out
  // (a kernel that does not list its commands is asked by the first read).
  std::optional<bool> combined_dump() const { return family_.combined_dump; }

 private:
  Request request(const char* operation, uint8_t command, uint16_t flags) const;
  void set_one(const char* operation, uint8_t command, const ServiceId& id);
  Table combined_once(const ServiceId* only);
  Table n_plus_1_once();
  Table read_once(ReadMethod method);
  bool prefers_combined(ReadMethod method) const;

  Connection connection_;
  Family family_;
  size_t services_last_read_ = 0;
};

}  // namespace ipvsim::client
