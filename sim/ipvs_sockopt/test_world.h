// For this folder's tests: one namespace with links, and the structures a client would pass.
#pragma once

#include <arpa/inet.h>

#include <cstring>
#include <string>
#include <vector>

#include "sim/ipvs/audit.h"
#include "sim/ipvs_sockopt/sockopt.h"
#include "uapi/ipvs.h"

namespace ipvsim::ipvs_sockopt {

inline uint32_t be32(const char* dotted) { return inet_addr(dotted); }

inline uapi::IpvsServiceUser service_user(const char* addr, uint16_t port, const char* scheduler = "rr") {
  uapi::IpvsServiceUser out{};
  out.protocol = uapi::kIpprotoTcp;
  out.addr_be32 = be32(addr);
  out.port_be16 = htons(port);
  std::strncpy(out.sched_name, scheduler, sizeof(out.sched_name) - 1);
  out.netmask_be32 = 0xffffffff;
  return out;
}

inline uapi::IpvsServiceUser fwmark_user(uint32_t fwmark) {
  uapi::IpvsServiceUser out = service_user("0.0.0.0", 0);
  out.fwmark = fwmark;
  return out;
}

inline uapi::IpvsDestUser dest_user(const char* addr, uint16_t port, uint32_t conn_flags = 0) {
  uapi::IpvsDestUser out{};
  out.addr_be32 = be32(addr);
  out.port_be16 = htons(port);
  out.conn_flags = conn_flags;
  out.weight = 1;
  return out;
}

inline uapi::IpvsDaemonUser daemon_user(int32_t state, const char* interface, int32_t syncid = 0) {
  uapi::IpvsDaemonUser out{};
  out.state = state;
  std::strncpy(out.mcast_ifn, interface, sizeof(out.mcast_ifn) - 1);
  out.syncid = syncid;
  return out;
}

template <class... Records>
std::vector<uint8_t> bytes_of(const Records&... records) {
  std::vector<uint8_t> out;
  (out.insert(out.end(), reinterpret_cast<const uint8_t*>(&records),
              reinterpret_cast<const uint8_t*>(&records) + sizeof(records)),
   ...);
  return out;
}

inline ipvs::IpvsConfig debian_config() {
  ipvs::IpvsConfig config;
  config.schedulers = {"rr", "wrr", "wlc"};
  config.persistence_engines = {"sip"};
  return config;
}

struct SockoptWorld {
  SockoptWorld() {
    ipvs.add_netns(0x70, ipvs::Links({ipvs::Link::loopback(),
                                      {"d0", 1500, uapi::kAfInet, ipvs::Address::v4(10, 5, 5, 5), 24}}));
    ipvs.add_netns(0x30, ipvs::Links({ipvs::Link::loopback()}));
  }

  ipvs::Netns& netns() { return ipvs.netns(0); }

  // setsockopt with exactly the structures' length; the errno, 0 when it worked.
  template <class... Records>
  int set(int optname, const Records&... records) {
    const std::vector<uint8_t> value = bytes_of(records...);
    return set_option(ipvs, netns(), admin, optname, value, value.size()).err();
  }
  int add_dest(const uapi::IpvsServiceUser& service, const uapi::IpvsDestUser& dest) {
    return set(uapi::kIpvsSoSetAddDest, service, dest);
  }
  // getsockopt with room for `room` bytes, which begin with `head` and are 0 behind it.
  template <class... Records>
  Result<Answer> get(int optname, size_t room, const Records&... head) {
    std::vector<uint8_t> value = bytes_of(head...);
    value.resize(room);
    return get_option(ipvs, netns(), admin, optname, value, room);
  }

  ipvs::Service* find(const uapi::IpvsServiceUser& user) {
    ipvs::ServiceKey key{uapi::kAfInet, user.protocol, {}, ntohs(user.port_be16), user.fwmark};
    std::memcpy(key.addr.bytes.data(), &user.addr_be32, sizeof(user.addr_be32));
    return ipvs.find_service(netns(), key);
  }
  // The newest destination of a service that must be there.
  ipvs::Dest& newest_dest(const uapi::IpvsServiceUser& user) { return find(user)->dests.front(); }

  VirtualClock clock;
  ipvs::Ipvs ipvs{debian_config(), clock};
  bool admin = true;
};

}  // namespace ipvsim::ipvs_sockopt
