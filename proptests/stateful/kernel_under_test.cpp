// Operations through the client.
#include "proptests/stateful/kernel_under_test.h"

#include <algorithm>
#include <cerrno>

#include "proptests/client_laws/socket_transport.h"
#include "proptests/stateful/facts.h"
#include "proptests/stateful/raw_request.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;
using client_laws::transport_to;

static_assert(kUsualMask == client::kSettableFlags);

template <class Operation>
int errno_of(Operation operation) {
  try {
    operation();
    return 0;
  } catch (const client::Error& error) {
    using Kind = client::Error::Kind;
    if (error.kind() == Kind::kernel || error.kind() == Kind::no_family) return error.code();
    throw;
  }
}

ipvs::Link simulated(const Link& link) { return {link.name, link.mtu, link.af, {link.addr}, link.prefix}; }

std::vector<ipvs::Link> simulated_links(Netns ns) {
  std::vector<ipvs::Link> out;
  for (const Link& link : kLinks[ns]) out.push_back(simulated(link));
  return out;
}

Profile profile_of(DumpVariant variant) {
  Profile profile;
  profile.variant = variant;
  profile.bucket_salt = kSalts[0];
  profile.hz = kHz;
  profile.conn_tab_size = kConnTabSize;
  profile.schedulers = kSchedulers;
  profile.persistence_engines = kEngines;
  profile.links = simulated_links(0);
  return profile;
}

client::ServiceId id_of(const ServiceRequest& r) {
  if (r.fwmark) return client::ServiceId::by_fwmark(*r.fwmark, r.af);
  return client::ServiceId::by_address(r.protocol, {r.af, r.addr}, r.port);
}

// The client says what identifies a service in the usual way, and never a mark of 0.
bool usual_identity(const ServiceRequest& r) {
  return r.absent == 0 && r.addr_bytes == r.addr.size() && (!r.fwmark || *r.fwmark != 0);
}

client::Service service_of(const ServiceRequest& r) {
  client::Service service;
  service.id = id_of(r);
  service.scheduler = r.scheduler;
  service.persistence_engine = r.pe;
  service.flags = r.flags;
  service.timeout_s = r.timeout;
  service.netmask = r.netmask;
  return service;
}

// The client leaves HASHED alone, and a new service's flags are all its own.
bool usual_settings(const ServiceRequest& r, uint8_t command) {
  constexpr uint8_t kBoth = 8;
  if (!usual_identity(r) || r.empty_pe || r.flags_bytes != kBoth) return false;
  return command == kIpvsNewService ? r.mask == client::kSettableFlags : (r.mask & kIpvsSvcFHashed) == 0;
}

bool usual_identity(const DestRequest& r) {
  return r.absent == 0 && r.addr_bytes == r.addr.size() && r.af.has_value();
}

client::Destination destination_of(const DestRequest& r) {
  client::Destination d;
  d.id = {{*r.af, r.addr}, r.port};
  d.forward = r.forward;
  d.weight = static_cast<int32_t>(r.weight);
  d.upper_threshold = r.upper;
  d.lower_threshold = r.lower;
  d.tunnel_type = r.tun_type;
  d.tunnel_port = r.tun_port;
  d.tunnel_flags = r.tun_flags;
  return d;
}

}  // namespace

KernelUnderTest::KernelUnderTest(DumpVariant variant) : kernel_(profile_of(variant)) {
  for (Netns ns = 1; ns < kNamespaces; ++ns) (void)kernel_.add_netns(kSalts[ns], simulated_links(ns));
  for (Netns ns = 0; ns < kNamespaces; ++ns)
    clients_[ns] = std::make_unique<client::Client>(transport_to(kernel_, ns));
}

int KernelUnderTest::reconnect(Netns ns) {
  return errno_of([&] { clients_[ns] = std::make_unique<client::Client>(transport_to(kernel_, ns)); });
}

int KernelUnderTest::set_service(Netns ns, uint8_t command, const ServiceRequest& r) {
  return errno_of([&] {
    if (!usual_settings(r, command)) return raw_set_service(*clients_[ns], command, r);
    if (command == kIpvsNewService)
      clients_[ns]->add_service(service_of(r));
    else
      clients_[ns]->set_service(service_of(r), r.mask);
  });
}

int KernelUnderTest::service_command(Netns ns, uint8_t command, const ServiceRequest& r) {
  return errno_of([&] {
    if (!usual_identity(r)) return raw_service_command(*clients_[ns], command, r);
    if (command == kIpvsDelService)
      clients_[ns]->del_service(id_of(r));
    else
      clients_[ns]->zero(id_of(r));
  });
}

int KernelUnderTest::get_service(Netns ns, const ServiceRequest& r, ListedService& out) {
  return errno_of([&] {
    out = listed(usual_identity(r) ? clients_[ns]->get_service(id_of(r)) : raw_get_service(*clients_[ns], r));
  });
}

int KernelUnderTest::zero_all(Netns ns) {
  return errno_of([&] { clients_[ns]->zero(); });
}
int KernelUnderTest::flush(Netns ns) {
  return errno_of([&] { clients_[ns]->flush(); });
}

int KernelUnderTest::set_dest(Netns ns, uint8_t command, const ServiceRequest& service,
                              const DestRequest& r) {
  return errno_of([&] {
    if (!usual_identity(service) || !usual_identity(r))
      return raw_set_dest(*clients_[ns], command, service, r);
    if (command == kIpvsNewDest)
      clients_[ns]->add_destination(id_of(service), destination_of(r));
    else
      clients_[ns]->set_destination(id_of(service), destination_of(r));
  });
}

int KernelUnderTest::del_dest(Netns ns, const ServiceRequest& service, const DestRequest& r) {
  return errno_of([&] {
    if (!usual_identity(service) || !usual_identity(r)) return raw_del_dest(*clients_[ns], service, r);
    clients_[ns]->del_destination(id_of(service), destination_of(r).id);
  });
}

int KernelUnderTest::list_dests(Netns ns, const ServiceRequest& service, std::vector<ListedDest>& out) {
  return errno_of([&] {
    const auto found = usual_identity(service) ? clients_[ns]->list_destinations(id_of(service)).entries
                                               : raw_list_dests(*clients_[ns], service);
    out.clear();
    for (const client::Destination& each : found) out.push_back(listed(each));
  });
}

int KernelUnderTest::set_config(Netns ns, const ConfigRequest& r) {
  return errno_of([&] {
    if (r.absent != 0) return raw_set_config(*clients_[ns], r);
    clients_[ns]->set_config({r.tcp, r.tcp_fin, r.udp});
  });
}

int KernelUnderTest::get_config(Netns ns, ConfigRequest& out) {
  return errno_of([&] {
    const client::Config config = clients_[ns]->get_config();
    out = {config.tcp_s, config.tcp_fin_s, config.udp_s};
  });
}

int KernelUnderTest::get_info(Netns ns, client::Info& out) {
  return errno_of([&] { out = clients_[ns]->get_info(); });
}

int KernelUnderTest::new_daemon(Netns ns, const DaemonRequest& r) {
  return errno_of([&] {
    if (r.absent != 0 || (r.group && r.group6)) return raw_new_daemon(*clients_[ns], r);
    client::Daemon daemon{r.state, r.interface, r.sync_id, r.maxlen, {}, r.port, r.ttl};
    if (r.group) daemon.multicast_group = {kAfInet, *r.group};
    if (r.group6) daemon.multicast_group = {kAfInet6, *r.group6};
    clients_[ns]->new_daemon(daemon);
  });
}

int KernelUnderTest::del_daemon(Netns ns, const DaemonRequest& r) {
  return errno_of([&] {
    if (r.absent != 0) return raw_del_daemon(*clients_[ns], r);
    clients_[ns]->del_daemon(r.state);
  });
}

int KernelUnderTest::list_daemons(Netns ns, std::vector<ListedDaemon>& out) {
  return errno_of([&] {
    out.clear();
    for (const client::Daemon& d : clients_[ns]->list_daemons().entries)
      out.push_back({d.state, d.interface, d.sync_id, d.sync_maxlen, d.multicast_group.family,
                     d.multicast_group.bytes, d.multicast_port, d.multicast_ttl});
  });
}

int KernelUnderTest::list_services(Netns ns, ListedTable& out) {
  return errno_of([&] {
    out.clear();
    for (const client::Service& each : clients_[ns]->list_services().entries) out.push_back(listed(each));
  });
}

int KernelUnderTest::read_table(Netns ns, client::ReadMethod method, ListedTable& out) {
  return errno_of([&] { out = listed(clients_[ns]->read_table({method, {}})); });
}

int KernelUnderTest::bare(Netns ns, uint8_t command, bool as_dump) {
  return errno_of([&] { raw_bare(*clients_[ns], command, as_dump); });
}

void KernelUnderTest::set_chunks(const DumpBufferRule& chunks) {
  chunks_ = chunks;
  kernel_.set_dump_buffer(chunks);
}

int KernelUnderTest::read_aside(Netns ns, const DumpBufferRule& chunks, size_t receive_size,
                                client::ReadMethod method, ListedTable& out) {
  client::ConnectionOptions options;
  options.receive_size = receive_size;
  client::Client aside(transport_to(kernel_, ns), clients_[ns]->family(), options);
  kernel_.set_dump_buffer(chunks);
  int error = 0;
  try {
    out = listed(aside.read_table({method, {}}));
  } catch (const client::Error& thrown) {
    error = thrown.code();
  }
  kernel_.set_dump_buffer(chunks_);
  return error;
}

void KernelUnderTest::traffic(Netns ns, const ServiceKey& service, const DestKey& dest,
                              const ipvs::Connections& connections,
                              const std::array<uint64_t, ipvs::kCounters>& more) {
  ipvs::Ipvs& ipvs = kernel_.ipvs();
  ipvs::Service* const owner = ipvs.find_service(
      ipvs.netns(ns), {service.af, service.protocol, {service.addr}, service.port, service.fwmark});
  IPVSIM_CHECK(owner != nullptr);
  ipvs::Dest* const found = ipvs.find_dest(*owner, {dest.af, {dest.addr}, dest.port});
  IPVSIM_CHECK(found != nullptr);
  ipvs.set_connections(*found, connections);
  for (ipvs::Stats* const stats : {&owner->stats, &found->stats}) {
    ipvs::CounterValues raw = stats->raw();
    for (size_t i = 0; i < raw.size(); ++i) raw[i] += more[i];
    stats->set_raw(raw);
  }
}

}  // namespace ipvsim::stateful
