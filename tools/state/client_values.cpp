// Field by field; only netmask, firewall mark and "none" differ in more than name.
#include "tools/state/client_values.h"

#include <cstring>

namespace ipvsim::tools {
namespace {

client::Address client_address(uint16_t af, const ipvs::Address& address) { return {af, address.bytes}; }

// IPv4: in memory as it goes over the network, in a client's hands a number.
uint32_t turned(uint32_t netmask, uint16_t af) {
  if (af == uapi::kAfInet6) return netmask;
  uint8_t b[4];
  std::memcpy(b, &netmask, sizeof(b));
  return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 | b[3];
}

uint32_t turned_back(uint32_t netmask, uint16_t af) {
  if (af == uapi::kAfInet6) return netmask;
  const uint8_t b[4] = {static_cast<uint8_t>(netmask >> 24), static_cast<uint8_t>(netmask >> 16),
                        static_cast<uint8_t>(netmask >> 8), static_cast<uint8_t>(netmask)};
  std::memcpy(&netmask, b, sizeof(b));
  return netmask;
}

client::Destination client_destination(const ipvs::Dest& dest) {
  client::Destination out;
  out.id = {client_address(dest.key.af, dest.key.addr), dest.key.port};
  out.forward = dest.forwarding();
  out.weight = dest.settings.weight;
  out.upper_threshold = dest.settings.u_thresh;
  out.lower_threshold = dest.settings.l_thresh;
  out.tunnel_type = static_cast<uint8_t>(dest.settings.tun_type);
  out.tunnel_port = dest.settings.tun_port;
  out.tunnel_flags = dest.settings.tun_flags;
  out.active_connections = dest.connections.active;
  out.inactive_connections = dest.connections.inactive;
  out.persistent_connections = dest.connections.persistent;
  return out;
}

}  // namespace

client::ServiceEntry client_entry(const ipvs::Service& service, uint32_t hz) {
  const ipvs::ServiceKey& key = service.key();
  client::ServiceEntry entry;
  entry.service.id = key.fwmark != 0 ? client::ServiceId::by_fwmark(key.fwmark, key.af)
                                     : client::ServiceId::by_address(
                                           key.protocol, client_address(key.af, key.addr), key.port);
  entry.service.scheduler = service.scheduler == nullptr ? "none" : *service.scheduler;
  if (service.pe != nullptr) entry.service.persistence_engine = *service.pe;
  entry.service.flags = service.flags;
  entry.service.timeout_s = service.timeout_jiffies / hz;
  entry.service.netmask = turned(service.netmask, key.af);
  for (const ipvs::Dest& dest : service.dests) entry.destinations.push_back(client_destination(dest));
  return entry;
}

ipvs::ServiceKey service_key(const client::ServiceId& id) {
  if (id.fwmark != 0) return ipvs::ServiceKey::of_fwmark(id.fwmark, id.family());
  return {id.family(), id.protocol, {id.address.bytes}, id.port, 0};
}

ipvs::ServiceSettings service_settings(const client::Service& service) {
  return {service.scheduler, service.persistence_engine, service.flags, service.timeout_s,
          turned_back(service.netmask, service.id.family())};
}

ipvs::DestKey dest_key(const client::DestinationId& id) {
  return {id.address.family, {id.address.bytes}, id.port};
}

ipvs::DestSettings dest_settings(const client::Destination& destination) {
  return {destination.forward & uapi::kIpvsFwdMask,
          destination.weight,
          destination.upper_threshold,
          destination.lower_threshold,
          destination.tunnel_type,
          destination.tunnel_port,
          destination.tunnel_flags};
}

}  // namespace ipvsim::tools
