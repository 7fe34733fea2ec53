// Services and destinations for tests.
#include "client/testing/samples.h"

#include "uapi/ipvs.h"

namespace ipvsim::client::testing {

using namespace uapi;

ServiceId tcp_id(uint8_t last) {
  return ServiceId::by_address(kIpprotoTcp, Address::v4(0x0a000000U + last), 80);
}

Service tcp_service(uint8_t last) {
  Service s;
  s.id = tcp_id(last);
  s.scheduler = "rr";
  s.flags = kIpvsSvcFHashed;
  s.netmask = 0xffffffff;
  return s;
}

Destination v4_destination(uint8_t last) {
  Destination d;
  d.id = {Address::v4(0xc0a80000U + last), 8080};
  return d;
}

ByteString address16(const Address& address) {
  const auto* p = reinterpret_cast<const std::byte*>(address.bytes.data());
  return {p, p + 16};
}

Attrs service_attrs(const Service& s) {
  Attrs a;
  a.u16(kIpvsSvcAttrAf, s.id.family());
  if (s.id.fwmark != 0)
    a.u32(kIpvsSvcAttrFwmark, s.id.fwmark);
  else
    a.u16(kIpvsSvcAttrProtocol, s.id.protocol)
        .raw(kIpvsSvcAttrAddr, address16(s.id.address))
        .be16(kIpvsSvcAttrPort, s.id.port);
  a.text(kIpvsSvcAttrSchedName, s.scheduler);
  if (!s.persistence_engine.empty()) a.text(kIpvsSvcAttrPeName, s.persistence_engine);
  a.u64(kIpvsSvcAttrFlags, 0xffffffff00000000U | s.flags).u32(kIpvsSvcAttrTimeout, s.timeout_s);
  return s.id.address.is_v6() ? a.u32(kIpvsSvcAttrNetmask, s.netmask)
                              : a.be32(kIpvsSvcAttrNetmask, s.netmask);
}

Attrs destination_attrs(const Destination& d) {
  return Attrs()
      .raw(kIpvsDestAttrAddr, address16(d.id.address))
      .be16(kIpvsDestAttrPort, d.id.port)
      .u32(kIpvsDestAttrFwdMethod, d.forward)
      .u32(kIpvsDestAttrWeight, static_cast<uint32_t>(d.weight))
      .u8(kIpvsDestAttrTunType, d.tunnel_type)
      .be16(kIpvsDestAttrTunPort, d.tunnel_port)
      .u16(kIpvsDestAttrTunFlags, d.tunnel_flags)
      .u32(kIpvsDestAttrUThresh, d.upper_threshold)
      .u32(kIpvsDestAttrLThresh, d.lower_threshold)
      .u32(kIpvsDestAttrActiveConns, d.active_connections)
      .u32(kIpvsDestAttrInactConns, d.inactive_connections)
      .u32(kIpvsDestAttrPersistConns, d.persistent_connections)
      .u16(kIpvsDestAttrAddrFamily, d.id.address.family);
}

Message service_part(const Service& s) {
  return part(kIpvsNewService, Attrs().nest(kIpvsCmdAttrService, service_attrs(s)));
}

Message destination_part(const Destination& d) {
  return part(kIpvsNewDest, Attrs().nest(kIpvsCmdAttrDest, destination_attrs(d)));
}

Message nested_part(const Service& s, const std::vector<Destination>& destinations) {
  Attrs dests;
  for (const Destination& d : destinations) dests.nest(kIpvsDestsAttrDest, destination_attrs(d));
  return part(kIpvsNewService,
              Attrs().nest(kIpvsCmdAttrService, service_attrs(s).nest(kIpvsSvcAttrDests, dests)));
}

}  // namespace ipvsim::client::testing
