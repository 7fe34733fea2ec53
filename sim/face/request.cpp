// Requests laid out as ipvs-control.md 2 and 3 say.
#include "ipvsim/request.h"

#include <cstring>

#include "sim/face/netmask.h"
#include "sim/face/numbers.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim {

static_assert(static_cast<int>(Command::new_service) == uapi::kIpvsNewService &&
              static_cast<int>(Command::get_info) == uapi::kIpvsGetInfo &&
              static_cast<int>(Command::get_service_dest) == uapi::kIpvsGetServiceDest);
static_assert(kDo == uapi::kNlmFRequest && kDoAck == (uapi::kNlmFRequest | uapi::kNlmFAck) &&
              kDump == (uapi::kNlmFRequest | uapi::kNlmFDump));

namespace {

// IPVS_SVC_ATTR_FLAGS says which flags are meant; a client means all.
constexpr uint32_t kAllFlags = 0xffffffff;

Request ipvs_request(Command command, const Attrs& attributes = {}, uint16_t flags = kDoAck) {
  Request request;
  request.command = static_cast<uint8_t>(command);
  request.flags = flags;
  request.attributes = attributes;
  return request;
}

Attrs in_service(const Attrs& nest) { return Attrs().nest(uapi::kIpvsCmdAttrService, nest); }
Attrs in_dest(const ServiceKey& service, const Attrs& nest) {
  return in_service(request::service_nest(service)).nest(uapi::kIpvsCmdAttrDest, nest);
}

Data address_bytes(const Address& address) { return {address.bytes.begin(), address.bytes.end()}; }

}  // namespace

Data Request::bytes(uint16_t ipvs_family, uint32_t next_seq) const {
  Data payload;
  append(payload, uapi::GenlMsgHdr{command, version, 0});
  append_data(payload, attributes.data());
  return request::message(family.value_or(ipvs_family), flags, seq != 0 ? seq : next_seq, payload);
}

namespace request {

Request dump(Command command, const std::optional<ServiceKey>& service) {
  return ipvs_request(command, service ? in_service(service_nest(*service)) : Attrs(), kDump);
}

Request add_service(const ServiceKey& key, const ServiceSettings& settings) {
  return ipvs_request(Command::new_service, in_service(service_nest(key, settings)));
}
Request edit_service(const ServiceKey& key, const ServiceSettings& settings) {
  return ipvs_request(Command::set_service, in_service(service_nest(key, settings)));
}
Request del_service(const ServiceKey& key) {
  return ipvs_request(Command::del_service, in_service(service_nest(key)));
}
Request get_service(const ServiceKey& key) {
  return ipvs_request(Command::get_service, in_service(service_nest(key)), kDo);
}

Request add_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings) {
  return ipvs_request(Command::new_dest, in_dest(service, dest_nest(key, settings)));
}
Request edit_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings) {
  return ipvs_request(Command::set_dest, in_dest(service, dest_nest(key, settings)));
}
Request del_dest(const ServiceKey& service, const DestKey& key) {
  return ipvs_request(Command::del_dest, in_dest(service, dest_nest(key)));
}

Request zero(const std::optional<ServiceKey>& service) {
  return ipvs_request(Command::zero, service ? in_service(service_nest(*service)) : Attrs());
}
Request flush() { return ipvs_request(Command::flush); }
Request get_info() { return ipvs_request(Command::get_info, {}, kDo); }

Request get_family(std::string_view name) {
  Request request;
  request.family = uapi::kGenlIdCtrl;
  request.command = uapi::kCtrlGetFamily;
  request.flags = kDo;
  request.attributes.text(uapi::kCtrlFamilyName, name);
  return request;
}

Attrs service_nest(const ServiceKey& key) {
  Attrs nest;
  nest.u16(uapi::kIpvsSvcAttrAf, key.af);
  if (key.fwmark != 0) return nest.u32(uapi::kIpvsSvcAttrFwmark, key.fwmark);
  return nest.u16(uapi::kIpvsSvcAttrProtocol, key.protocol)
      .raw(uapi::kIpvsSvcAttrAddr, address_bytes(key.addr))
      .be16(uapi::kIpvsSvcAttrPort, key.port);
}

Attrs service_nest(const ServiceKey& key, const ServiceSettings& settings) {
  Attrs nest = service_nest(key);
  nest.text(uapi::kIpvsSvcAttrSchedName, settings.scheduler);
  if (!settings.pe.empty()) nest.text(uapi::kIpvsSvcAttrPeName, settings.pe);
  Data flags;
  append(flags, settings.flags);
  append(flags, kAllFlags);
  return nest.raw(uapi::kIpvsSvcAttrFlags, flags)
      .u32(uapi::kIpvsSvcAttrTimeout, settings.timeout_s)
      .u32(uapi::kIpvsSvcAttrNetmask, netmask_of(settings, key.af));
}

Attrs dest_nest(const DestKey& key) {
  return Attrs()
      .u16(uapi::kIpvsDestAttrAddrFamily, key.af)
      .raw(uapi::kIpvsDestAttrAddr, address_bytes(key.addr))
      .be16(uapi::kIpvsDestAttrPort, key.port);
}

Attrs dest_nest(const DestKey& key, const DestSettings& settings) {
  Attrs nest = dest_nest(key);
  nest.u32(uapi::kIpvsDestAttrFwdMethod, settings.conn_flags)
      .u32(uapi::kIpvsDestAttrWeight, static_cast<uint32_t>(settings.weight))
      .u32(uapi::kIpvsDestAttrUThresh, settings.u_thresh)
      .u32(uapi::kIpvsDestAttrLThresh, settings.l_thresh);
  if (settings.tun_type == 0 && settings.tun_port == 0 && settings.tun_flags == 0) return nest;
  return nest.u8(uapi::kIpvsDestAttrTunType, static_cast<uint8_t>(settings.tun_type))
      .be16(uapi::kIpvsDestAttrTunPort, settings.tun_port)
      .u16(uapi::kIpvsDestAttrTunFlags, settings.tun_flags);
}

Data message(uint16_t type, uint16_t flags, uint32_t seq, const Data& payload, uint32_t pid) {
  Data data;
  append(data,
         uapi::NlMsgHdr{static_cast<uint32_t>(uapi::kNlHdrLen + payload.size()), type, flags, seq, pid});
  append_data(data, payload);
  return data;
}

Data with_length(Data message, uint32_t length) {
  std::memcpy(message.data(), &length, sizeof(length));
  return message;
}

Data batch(const std::vector<Data>& messages) {
  Data data;
  for (const Data& message : messages) {
    data.resize(uapi::align4(data.size()), 0);
    append_data(data, message);
  }
  return data;
}

}  // namespace request

}  // namespace ipvsim
