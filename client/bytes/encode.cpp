// IPVS values to request attributes (ipvs-control.md 3).
#include <arpa/inet.h>

#include "client/bytes/request.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

// Inside the SERVICE nest. Addresses always take 16 bytes, as the kernel's own do.
void put_id(Request& r, const ServiceId& id) {
  r.put_u16(kIpvsSvcAttrAf, id.family());
  if (id.fwmark != 0) {
    r.put_u32(kIpvsSvcAttrFwmark, id.fwmark);
    return;
  }
  r.put_u16(kIpvsSvcAttrProtocol, id.protocol);
  r.put(kIpvsSvcAttrAddr, id.address.bytes.data(), id.address.bytes.size());
  r.put_be16(kIpvsSvcAttrPort, id.port);
}

void put_id(Request& r, const DestinationId& id) {
  r.put_u16(kIpvsDestAttrAddrFamily, id.address.family);
  r.put(kIpvsDestAttrAddr, id.address.bytes.data(), id.address.bytes.size());
  r.put_be16(kIpvsDestAttrPort, id.port);
}

}  // namespace

void put_service_id(Request& r, const ServiceId& id) {
  nlattr* nest = r.open(kIpvsCmdAttrService);
  put_id(r, id);
  r.close(nest);
}

void put_service(Request& r, const Service& service, uint32_t flags_mask) {
  nlattr* nest = r.open(kIpvsCmdAttrService);
  put_id(r, service.id);
  r.put_string(kIpvsSvcAttrSchedName, service.scheduler);
  if (!service.persistence_engine.empty()) r.put_string(kIpvsSvcAttrPeName, service.persistence_engine);
  const uint32_t flags[2] = {service.flags & flags_mask, flags_mask};
  r.put(kIpvsSvcAttrFlags, flags, sizeof flags);
  r.put_u32(kIpvsSvcAttrTimeout, service.timeout_s);
  // A mask is in network order, a prefix length in host order.
  if (service.id.family() == kAfInet6)
    r.put_u32(kIpvsSvcAttrNetmask, service.netmask);
  else
    r.put_be32(kIpvsSvcAttrNetmask, service.netmask);
  r.close(nest);
}

void put_destination_id(Request& r, const DestinationId& id) {
  nlattr* nest = r.open(kIpvsCmdAttrDest);
  put_id(r, id);
  r.close(nest);
}

void put_destination(Request& r, const Destination& d) {
  nlattr* nest = r.open(kIpvsCmdAttrDest);
  put_id(r, d.id);
  r.put_u32(kIpvsDestAttrFwdMethod, d.forward);
  r.put_u32(kIpvsDestAttrWeight, static_cast<uint32_t>(d.weight));
  r.put_u32(kIpvsDestAttrUThresh, d.upper_threshold);
  r.put_u32(kIpvsDestAttrLThresh, d.lower_threshold);
  // Absent tunnel attributes mean IPIP without port and flags; kernels before 5.3 have none of the three.
  if (d.tunnel_type != 0 || d.tunnel_port != 0 || d.tunnel_flags != 0) {
    r.put_u8(kIpvsDestAttrTunType, d.tunnel_type);
    r.put_be16(kIpvsDestAttrTunPort, d.tunnel_port);
    r.put_u16(kIpvsDestAttrTunFlags, d.tunnel_flags);
  }
  r.close(nest);
}

void put_daemon(Request& r, const Daemon& d) {
  nlattr* nest = r.open(kIpvsCmdAttrDaemon);
  r.put_u32(kIpvsDaemonAttrState, d.state);
  r.put_string(kIpvsDaemonAttrMcastIfn, d.interface);
  r.put_u32(kIpvsDaemonAttrSyncId, d.sync_id);
  if (d.sync_maxlen != 0) r.put_u16(kIpvsDaemonAttrSyncMaxlen, d.sync_maxlen);
  if (d.multicast_group.is_v4()) r.put(kIpvsDaemonAttrMcastGroup, d.multicast_group.bytes.data(), 4);
  if (d.multicast_group.is_v6()) r.put(kIpvsDaemonAttrMcastGroup6, d.multicast_group.bytes.data(), 16);
  if (d.multicast_port != 0) r.put_u16(kIpvsDaemonAttrMcastPort, d.multicast_port);
  if (d.multicast_ttl != 0) r.put_u8(kIpvsDaemonAttrMcastTtl, d.multicast_ttl);
  r.close(nest);
}

void put_config(Request& r, const Config& c) {
  r.put_u32(kIpvsCmdAttrTimeoutTcp, c.tcp_s);
  r.put_u32(kIpvsCmdAttrTimeoutTcpFin, c.tcp_fin_s);
  r.put_u32(kIpvsCmdAttrTimeoutUdp, c.udp_s);
}

}  // namespace ipvsim::client
