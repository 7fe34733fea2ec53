// Reading the SERVICE, DEST and DAEMON nests.
#include "sim/ipvs_genl/parse.h"

#include <algorithm>
#include <cerrno>

#include "sim/ipvs_genl/policies.h"

namespace ipvsim::ipvs_genl {

namespace {

using wire::Attr;
using wire::AttrTable;

// Failures inside SERVICE and DEST are EINVAL without a record (nlattr.md 7.2).
bool parse_nest(const Attr* nest, const wire::Policy& policy, AttrTable& attrs) {
  return nest != nullptr && wire::parse_attrs(nest->payload, nest->offset + uapi::kNlaHdrLen, policy,
                                              wire::Validation::liberal, attrs, nullptr)
                                .ok();
}

ipvs::Address address_of(const Attr& attr, uint16_t af) {
  return ipvs::Address{wire::load_zero_filled<std::array<uint8_t, 16>>(attr.payload)}.of_family(af);
}

bool family_known(const ipvs::Ipvs& ipvs, uint16_t af) {
  return af == uapi::kAfInet || (af == uapi::kAfInet6 && ipvs.config().ipv6);
}

template <class... Types>
bool has_all(const AttrTable& attrs, Types... types) {
  return (attrs.has(types) && ...);
}

}  // namespace

Result<ParsedService> parse_service(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, const Attr* nest,
                                    Extent extent) {
  AttrTable attrs;
  if (!parse_nest(nest, kServicePolicy, attrs)) return Status(EINVAL);
  const bool by_mark = attrs.has(uapi::kIpvsSvcAttrFwmark);
  const bool by_address =
      has_all(attrs, uapi::kIpvsSvcAttrProtocol, uapi::kIpvsSvcAttrAddr, uapi::kIpvsSvcAttrPort);
  if (!attrs.has(uapi::kIpvsSvcAttrAf) || !(by_mark || by_address)) return Status(EINVAL);

  ParsedService out;
  out.key.af = attrs.find(uapi::kIpvsSvcAttrAf)->u16();
  if (!family_known(ipvs, out.key.af)) return Status(EAFNOSUPPORT);
  if (by_mark) {
    // A mark of 0 denotes the ordinary service TCP, address 0, port 0 (ipvs-control.md 4).
    out.key = ipvs::ServiceKey::of_fwmark(attrs.find(uapi::kIpvsSvcAttrFwmark)->u32(), out.key.af);
  } else {
    out.key.protocol = attrs.find(uapi::kIpvsSvcAttrProtocol)->u16();
    out.key.addr = address_of(*attrs.find(uapi::kIpvsSvcAttrAddr), out.key.af);
    out.key.port = attrs.find(uapi::kIpvsSvcAttrPort)->be16();
  }
  out.found = ipvs.find_service(netns, out.key);
  if (extent == Extent::identity) return out;

  if (!has_all(attrs, uapi::kIpvsSvcAttrSchedName, uapi::kIpvsSvcAttrFlags, uapi::kIpvsSvcAttrTimeout,
               uapi::kIpvsSvcAttrNetmask))
    return Status(EINVAL);
  struct FlagsAndMask {
    uint32_t flags;
    uint32_t mask;
  };
  const auto wanted = wire::load_zero_filled<FlagsAndMask>(attrs.find(uapi::kIpvsSvcAttrFlags)->payload);
  const uint32_t before = out.found == nullptr ? 0 : out.found->flags;
  out.settings.flags = (before & ~wanted.mask) | (wanted.flags & wanted.mask);
  out.settings.scheduler = attrs.find(uapi::kIpvsSvcAttrSchedName)->string();
  if (const Attr* const pe = attrs.find(uapi::kIpvsSvcAttrPeName)) out.settings.pe = pe->string();
  out.settings.timeout_s = attrs.find(uapi::kIpvsSvcAttrTimeout)->u32();
  out.settings.netmask = attrs.find(uapi::kIpvsSvcAttrNetmask)->u32();
  return out;
}

Result<ParsedDest> parse_dest(const ipvs::Ipvs& ipvs, const ipvs::Service& service, const Attr* nest,
                              Extent extent) {
  AttrTable attrs;
  if (!parse_nest(nest, kDestPolicy, attrs)) return Status(EINVAL);
  if (!has_all(attrs, uapi::kIpvsDestAttrAddr, uapi::kIpvsDestAttrPort)) return Status(EINVAL);
  if (extent == Extent::full && !has_all(attrs, uapi::kIpvsDestAttrFwdMethod, uapi::kIpvsDestAttrWeight,
                                         uapi::kIpvsDestAttrUThresh, uapi::kIpvsDestAttrLThresh))
    return Status(EINVAL);

  ParsedDest out;
  const Attr* const family = attrs.find(uapi::kIpvsDestAttrAddrFamily);
  out.key.af = family == nullptr || family->u16() == 0 ? service.key().af : family->u16();
  if (!family_known(ipvs, out.key.af)) return Status(EAFNOSUPPORT);
  out.key.addr = address_of(*attrs.find(uapi::kIpvsDestAttrAddr), out.key.af);
  out.key.port = attrs.find(uapi::kIpvsDestAttrPort)->be16();
  if (extent == Extent::identity) return out;

  ipvs::DestSettings& settings = out.settings;
  settings.conn_flags = attrs.find(uapi::kIpvsDestAttrFwdMethod)->u32() & uapi::kIpvsFwdMask;
  settings.weight = static_cast<int32_t>(attrs.find(uapi::kIpvsDestAttrWeight)->u32());
  settings.u_thresh = attrs.find(uapi::kIpvsDestAttrUThresh)->u32();
  settings.l_thresh = attrs.find(uapi::kIpvsDestAttrLThresh)->u32();
  // Absent tunnel attributes mean 0, also in an edit (ipvs-control.md 6).
  if (const Attr* const type = attrs.find(uapi::kIpvsDestAttrTunType)) settings.tun_type = type->u8();
  if (const Attr* const port = attrs.find(uapi::kIpvsDestAttrTunPort)) settings.tun_port = port->be16();
  if (const Attr* const flags = attrs.find(uapi::kIpvsDestAttrTunFlags)) settings.tun_flags = flags->u16();
  return out;
}

Result<ParsedDaemon> parse_daemon(const Attr* nest, Extent extent, wire::ExtAck& extack) {
  AttrTable attrs;
  if (nest == nullptr || !wire::parse_attrs(nest->payload, nest->offset + uapi::kNlaHdrLen, kDaemonPolicy,
                                            wire::Validation::liberal, attrs, &extack)
                              .ok())
    return Status(EINVAL);
  if (!attrs.has(uapi::kIpvsDaemonAttrState)) return Status(EINVAL);
  ParsedDaemon out;
  out.state = attrs.find(uapi::kIpvsDaemonAttrState)->u32();
  if (extent == Extent::identity) return out;

  if (!has_all(attrs, uapi::kIpvsDaemonAttrMcastIfn, uapi::kIpvsDaemonAttrSyncId)) return Status(EINVAL);
  ipvs::DaemonSettings& settings = out.settings;
  settings.interface = attrs.find(uapi::kIpvsDaemonAttrMcastIfn)->string();
  settings.syncid = attrs.find(uapi::kIpvsDaemonAttrSyncId)->u32();
  if (const Attr* const maxlen = attrs.find(uapi::kIpvsDaemonAttrSyncMaxlen))
    settings.sync_maxlen = maxlen->u16();
  // The IPv4 group wins when both are given (ipvs-control.md 13).
  if (const Attr* const group = attrs.find(uapi::kIpvsDaemonAttrMcastGroup)) {
    settings.group_af = uapi::kAfInet;
    settings.group = address_of(*group, uapi::kAfInet);
  } else if (const Attr* const group6 = attrs.find(uapi::kIpvsDaemonAttrMcastGroup6)) {
    settings.group_af = uapi::kAfInet6;
    settings.group = address_of(*group6, uapi::kAfInet6);
  }
  if (const Attr* const port = attrs.find(uapi::kIpvsDaemonAttrMcastPort)) settings.port = port->u16();
  if (const Attr* const ttl = attrs.find(uapi::kIpvsDaemonAttrMcastTtl)) settings.ttl = ttl->u8();
  return out;
}

}  // namespace ipvsim::ipvs_genl
