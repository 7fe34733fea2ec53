// getsockopt: the checks in the kernel's order, then the structure. Only VERSION changes the length it was
// given; the counts in the heads of SERVICES and DESTS stay as the client wrote them. What the spec leaves
// open was measured on 6.1.176.
#include <cerrno>

#include "sim/ipvs_sockopt/records.h"
#include "sim/ipvs_sockopt/sockopt.h"

namespace ipvsim::ipvs_sockopt {

namespace {

using namespace uapi;

template <class T>
void append(std::vector<uint8_t>& out, const T& record) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(&record);
  out.insert(out.end(), bytes, bytes + sizeof(record));
}

// Calls visit(service) for each IPv4 service of the namespace, in dump order.
template <class Visit>
void for_each_v4(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, Visit visit) {
  ipvs.table().for_each([&](const ipvs::Service& service) {
    if (service.id.netns == netns.id && service.key().af == kAfInet) visit(service);
  });
}

std::vector<uint8_t> version(const ipvs::Ipvs& ipvs) {
  const std::string text = ipvs.version_text();
  return {text.c_str(), text.c_str() + text.size() + 1};
}

std::vector<uint8_t> info(ipvs::Ipvs& ipvs, const ipvs::Netns& netns) {
  IpvsGetInfo record{kIpvsVersionCode, ipvs.config().conn_tab_size, 0};
  for_each_v4(ipvs, netns, [&](const ipvs::Service&) { ++record.num_services; });
  std::vector<uint8_t> out;
  append(out, record);
  return out;
}

Result<std::vector<uint8_t>> services(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, const IpvsGetServices& head,
                                      size_t optlen) {
  if (optlen != sizeof(head) + uint64_t{head.num_services} * sizeof(IpvsServiceEntry)) return Status(EINVAL);
  std::vector<uint8_t> out;
  append(out, head);
  uint32_t told = 0;
  for_each_v4(ipvs, netns, [&](const ipvs::Service& service) {
    if (told == head.num_services) return;
    append(out, service_entry(service, ipvs.config().hz));
    ++told;
  });
  return out;
}

Result<std::vector<uint8_t>> one_service(ipvs::Ipvs& ipvs, const ipvs::Netns& netns,
                                         const IpvsServiceEntry& given) {
  const IpvsServiceUser& asked = given.service;
  const ipvs::Service* const service =
      ipvs.find_service(netns, service_key(asked.protocol, asked.addr_be32, asked.port_be16, asked.fwmark));
  if (service == nullptr) return Status(ESRCH);
  std::vector<uint8_t> out;
  // The kernel fills in what the client gave, not a fresh record as for SERVICES.
  append(out, service_entry(*service, ipvs.config().hz, given));
  return out;
}

Result<std::vector<uint8_t>> dests(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, const IpvsGetDests& head,
                                   size_t optlen) {
  if (optlen != sizeof(head) + uint64_t{head.num_dests} * sizeof(IpvsDestEntry)) return Status(EINVAL);
  const ipvs::Service* const service =
      ipvs.find_service(netns, service_key(head.protocol, head.addr_be32, head.port_be16, head.fwmark));
  if (service == nullptr) return Status(ESRCH);
  std::vector<uint8_t> out;
  append(out, head);
  uint32_t told = 0;
  for (const ipvs::Dest& dest : service->dests) {
    if (told == head.num_dests) break;
    if (dest.key.af != kAfInet) continue;
    append(out, dest_entry(dest));
    ++told;
  }
  return out;
}

std::vector<uint8_t> timeouts(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns) {
  const auto seconds = [&](uint32_t jiffies) { return static_cast<int32_t>(ipvs.seconds(jiffies)); };
  std::vector<uint8_t> out;
  append(out, IpvsTimeoutUser{seconds(netns.timeouts.tcp), seconds(netns.timeouts.tcp_fin),
                              seconds(netns.timeouts.udp)});
  return out;
}

std::vector<uint8_t> daemons(const ipvs::Netns& netns) {
  std::vector<uint8_t> out;
  append(out, daemon_record(kIpvsDaemonMaster, netns.master));
  append(out, daemon_record(kIpvsDaemonBackup, netns.backup));
  return out;
}

Result<std::vector<uint8_t>> bytes_of(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, int optname,
                                      wire::Bytes value, size_t optlen) {
  switch (optname) {
    case kIpvsSoGetVersion:
      return version(ipvs);
    case kIpvsSoGetInfo:
      return info(ipvs, netns);
    case kIpvsSoGetServices:
      return services(ipvs, netns, wire::load_zero_filled<IpvsGetServices>(value), optlen);
    case kIpvsSoGetService:
      return one_service(ipvs, netns, wire::load_zero_filled<IpvsServiceEntry>(value));
    case kIpvsSoGetDests:
      return dests(ipvs, netns, wire::load_zero_filled<IpvsGetDests>(value), optlen);
    case kIpvsSoGetTimeout:
      return timeouts(ipvs, netns);
    case kIpvsSoGetDaemon:
      return daemons(netns);
    default:
      return Status(EINVAL);
  }
}

}  // namespace

Result<Answer> get_option(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, bool netns_admin, int optname,
                          wire::Bytes value, size_t optlen) {
  if (!is_get_option(optname)) return Status(ENOPROTOOPT);
  if (!netns_admin) return Status(EPERM);
  if (optlen < get_size(optname)) return Status(EINVAL);
  if (value.size() < get_size(optname)) return Status(EFAULT);
  Result<std::vector<uint8_t>> bytes = bytes_of(ipvs, netns, optname, value, optlen);
  if (!bytes.ok()) return Status(bytes.err());
  Answer answer{std::move(bytes.value()), optlen};
  if (optname == kIpvsSoGetVersion) answer.optlen = answer.bytes.size();
  return answer;
}

}  // namespace ipvsim::ipvs_sockopt
