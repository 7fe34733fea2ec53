// The simulated kernel of a test, and a client for each of its namespaces. What a sound program could send
// goes through client::Client's operations; any other request is put together attribute by attribute and goes
// through its connection. Every function returns the errno it was told, 0 for success; what is no answer of a
// kernel (a protocol mistake) passes through as a client::Error.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "proptests/stateful/listed.h"
#include "proptests/stateful/requests.h"
#include "sim/kernel.h"

namespace ipvsim::stateful {

// How often each kind of command came back with which errno: a run of nothing but errors tests little.
using Tally = std::map<std::string, std::map<int, uint64_t>>;

class KernelUnderTest {
 public:
  explicit KernelUnderTest(DumpVariant variant);

  sim::Kernel& kernel() { return kernel_; }
  DumpVariant variant() const { return kernel_.profile().variant; }
  Tally& tally() { return tally_; }

  // NEW_SERVICE or SET_SERVICE; DEL_SERVICE, ZERO.
  int set_service(Netns ns, uint8_t command, const ServiceRequest& request);
  int service_command(Netns ns, uint8_t command, const ServiceRequest& request);
  int get_service(Netns ns, const ServiceRequest& request, ListedService& out);
  int zero_all(Netns ns);
  int flush(Netns ns);
  // NEW_DEST or SET_DEST; DEL_DEST.
  int set_dest(Netns ns, uint8_t command, const ServiceRequest& service, const DestRequest& request);
  int del_dest(Netns ns, const ServiceRequest& service, const DestRequest& request);
  int list_dests(Netns ns, const ServiceRequest& service, std::vector<ListedDest>& out);
  int set_config(Netns ns, const ConfigRequest& request);
  int get_config(Netns ns, ConfigRequest& out);
  int get_info(Netns ns, client::Info& out);
  int new_daemon(Netns ns, const DaemonRequest& request);
  int del_daemon(Netns ns, const DaemonRequest& request);
  int list_daemons(Netns ns, std::vector<ListedDaemon>& out);
  int list_services(Netns ns, ListedTable& out);
  int read_table(Netns ns, client::ReadMethod method, ListedTable& out);
  // A request without attributes, as dump or not; whatever it is answered with is thrown away.
  int bare(Netns ns, uint8_t command, bool as_dump);

  // A new socket for the client of a namespace, which asks for the family. After an errno the old one stays.
  int reconnect(Netns ns);
  // A table through a client of its own, with the given chunks and receive size; then the chunks are as
  // before. EMSGSIZE and ELOOP are among the errnos here.
  int read_aside(Netns ns, const DumpBufferRule& chunks, size_t receive_size, client::ReadMethod method,
                 ListedTable& out);
  void set_chunks(const DumpBufferRule& chunks);

  void traffic(Netns ns, const ServiceKey& service, const DestKey& dest, const ipvs::Connections& connections,
               const std::array<uint64_t, ipvs::kCounters>& more);

 private:
  sim::Kernel kernel_;
  std::array<std::unique_ptr<client::Client>, kNamespaces> clients_;
  DumpBufferRule chunks_ = DumpBufferRule::kernel();
  Tally tally_;
};

// The client's values as plain ones. The two forms of statistics must say the same; throws std::logic_error
// if not.
ListedTable listed(const client::Table& table);
ListedService listed(const client::Service& service);
ListedDest listed(const client::Destination& destination);

}  // namespace ipvsim::stateful
