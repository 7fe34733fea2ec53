// Both ways take the same keys: the client's are made of the simulator's.
#include "tools/bench/compare/fill_table.h"

#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {

namespace {

// Normal services first.
ipvs::ServiceKey key_of(const Shape& shape, size_t service) {
  return service < shape.services ? service_key(service) : fwmark_key(service - shape.services);
}

client::Address client_address(const ipvs::Address& address) {
  return client::Address::v4(address.v4_number());
}

client::Service client_service(const ipvs::ServiceKey& key) {
  client::Service service;
  service.id = key.fwmark != 0
                   ? client::ServiceId::by_fwmark(key.fwmark, key.af)
                   : client::ServiceId::by_address(key.protocol, client_address(key.addr), key.port);
  service.scheduler = ipvs::ServiceSettings().scheduler;
  service.netmask = client::default_netmask(key.af);
  return service;
}

}  // namespace

void fill_table(sim::Kernel& kernel, const Shape& shape) {
  ipvs::Ipvs& ipvs = kernel.ipvs();
  ipvs::Netns& netns = kernel.ipvs_netns();
  for (size_t i = 0; i < shape.all_services(); ++i) {
    const ipvs::ServiceKey key = key_of(shape, i);
    IPVSIM_CHECK(ipvs.add_service(netns, key, {}).ok());
    ipvs::Service* const service = ipvs.find_service(netns, key);
    for (size_t j = 0; j < shape.dests; ++j) IPVSIM_CHECK(ipvs.add_dest(*service, dest_key(j), {}).ok());
  }
}

void fill_table(client::Client& client, const Shape& shape) {
  for (size_t i = 0; i < shape.all_services(); ++i) {
    const client::Service service = client_service(key_of(shape, i));
    client.add_service(service);
    for (size_t j = 0; j < shape.dests; ++j) {
      const ipvs::DestKey key = dest_key(j);
      client::Destination destination;
      destination.id = {client_address(key.addr), key.port};
      client.add_destination(service.id, destination);
    }
  }
}

}  // namespace ipvsim::tools::bench
