// setsockopt: the checks in the kernel's order, then the operation.
#include <cerrno>

#include "sim/ipvs_sockopt/records.h"
#include "sim/ipvs_sockopt/sockopt.h"

namespace ipvsim::ipvs_sockopt {

namespace {

using namespace uapi;

Status set_timeout(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const IpvsTimeoutUser& user) {
  return ipvs.set_timeouts(netns, static_cast<uint32_t>(user.tcp), static_cast<uint32_t>(user.tcp_fin),
                           static_cast<uint32_t>(user.udp));
}

Status start_daemon(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const IpvsDaemonUser& user) {
  const std::optional<std::string> interface = name_in(user.mcast_ifn);
  if (!interface || interface->empty()) return EINVAL;
  ipvs::DaemonSettings settings;
  settings.interface = *interface;
  settings.syncid = static_cast<uint32_t>(user.syncid);
  return ipvs.start_daemon(netns, static_cast<uint32_t>(user.state), settings);
}

ipvs::ServiceSettings service_settings(const IpvsServiceUser& user, const std::string& scheduler) {
  ipvs::ServiceSettings settings;
  settings.scheduler = scheduler;
  settings.flags = user.flags;
  settings.timeout_s = user.timeout;
  settings.netmask = user.netmask_be32;
  return settings;
}

Status dest_command(ipvs::Ipvs& ipvs, ipvs::Service& service, int optname, const IpvsDestUser& user) {
  const ipvs::DestKey key = dest_key(user.addr_be32, user.port_be16);
  if (optname == kIpvsSoSetDelDest) return ipvs.del_dest(service, key);
  // The tunnel is ipip: the structure has no place for another.
  ipvs::DestSettings settings;
  settings.conn_flags = stored_conn_flags(user.conn_flags);
  settings.weight = user.weight;
  settings.u_thresh = user.u_threshold;
  settings.l_thresh = user.l_threshold;
  return optname == kIpvsSoSetAddDest ? ipvs.add_dest(service, key, settings)
                                      : ipvs.edit_dest(service, key, settings);
}

Status service_command(ipvs::Ipvs& ipvs, ipvs::Netns& netns, int optname, wire::Bytes value) {
  const auto user = wire::load_zero_filled<IpvsServiceUser>(value);
  // Before the protocol is looked at: a client that means everything leaves that 0 too. Measured on 6.1.176.
  if (optname == kIpvsSoSetZero && user.fwmark == 0 && user.addr_be32 == 0 && user.port_be16 == 0) {
    ipvs.zero_all(netns);
    return {};
  }
  const bool full = optname == kIpvsSoSetAdd || optname == kIpvsSoSetEdit;
  const std::optional<std::string> scheduler = name_in(user.sched_name);
  if (full && !scheduler) return EINVAL;
  if (user.protocol != kIpprotoTcp && user.protocol != kIpprotoUdp && user.protocol != kIpprotoSctp)
    return EFAULT;

  const ipvs::ServiceKey key = service_key(user.protocol, user.addr_be32, user.port_be16, user.fwmark);
  if (optname == kIpvsSoSetAdd) return ipvs.add_service(netns, key, service_settings(user, *scheduler));
  ipvs::Service* const service = ipvs.find_service(netns, key);
  // Only a firewall-mark service can be found under another protocol.
  if (service == nullptr || service->key().protocol != user.protocol) return ESRCH;
  switch (optname) {
    case kIpvsSoSetEdit:
      return ipvs.edit_service(*service, service_settings(user, *scheduler));
    case kIpvsSoSetDel:
      ipvs.del_service(*service);
      return {};
    case kIpvsSoSetZero:
      ipvs.zero(*service);
      return {};
    default:
      return dest_command(ipvs, *service, optname,
                          wire::load_zero_filled<IpvsDestUser>(value.subspan(sizeof(user))));
  }
}

}  // namespace

Status set_option(ipvs::Ipvs& ipvs, ipvs::Netns& netns, bool netns_admin, int optname, wire::Bytes value,
                  size_t optlen) {
  if (!is_set_option(optname)) return ENOPROTOOPT;
  if (!netns_admin) return EPERM;
  if (optlen != set_size(optname)) return EINVAL;
  if (value.size() < optlen) return EFAULT;
  // From here on every structure is wholly there.
  switch (optname) {
    case kIpvsSoSetFlush:
      ipvs.flush(netns);
      return {};
    case kIpvsSoSetTimeout:
      return set_timeout(ipvs, netns, wire::load_zero_filled<IpvsTimeoutUser>(value));
    case kIpvsSoSetStartDaemon:
      return start_daemon(ipvs, netns, wire::load_zero_filled<IpvsDaemonUser>(value));
    case kIpvsSoSetStopDaemon:
      return ipvs.stop_daemon(netns,
                              static_cast<uint32_t>(wire::load_zero_filled<IpvsDaemonUser>(value).state));
    default:
      return set_size(optname) == 0 ? EINVAL : service_command(ipvs, netns, optname, value);
  }
}

}  // namespace ipvsim::ipvs_sockopt
