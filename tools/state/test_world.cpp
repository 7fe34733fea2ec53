// Things that happen, and asking for everything.
#include "tools/state/test_world.h"

#include <fmt/format.h>

#include "sim/ipvs_proc/proc_net.h"
#include "sim/testing/ipvs_user.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {
namespace {

using namespace uapi;
using testing::Attrs;

template <class T>
const T& one_of(Rng& rng, const std::vector<T>& values) {
  return values[rng.in_range(0, values.size() - 1)];
}

Attrs some_service(Rng& rng) {
  switch (rng.in_range(0, 3)) {
    case 0:
      return testing::mark_identity(static_cast<uint32_t>(rng.in_range(1, 2)),
                                    one_of<uint16_t>(rng, {kAfInet, kAfInet6}));
    case 1:
      return testing::service_identity("2001:db8::1", 80);
    default:
      return testing::service_identity(fmt::format("10.0.0.{}", rng.in_range(1, 3)), 80,
                                       one_of<uint16_t>(rng, {kIpprotoTcp, kIpprotoUdp}));
  }
}

Attrs some_settings(Rng& rng) {
  Attrs settings = testing::service_settings(
      one_of<std::string_view>(rng, {"rr", "wlc", "none"}), static_cast<uint32_t>(rng.in_range(0, 63)),
      0xffffffff, static_cast<uint32_t>(rng.in_range(0, 20'000'000'000) & 0xffffffff),
      static_cast<uint32_t>(rng.in_range(1, 128)));
  if (rng.chance(1, 3)) settings.text(kIpvsSvcAttrPeName, "sip");
  return settings;
}

Attrs some_dest(Rng& rng) {
  return testing::dest_identity(
      rng.chance(1, 5) ? "2001:db8::9" : fmt::format("10.1.0.{}", rng.in_range(1, 6)), 80);
}

Attrs with_settings(Rng& rng, Attrs dest) {
  dest.append(testing::dest_settings(one_of<uint32_t>(rng, {kIpvsFwdMasq, kIpvsFwdTunnel, kIpvsFwdTunnel}),
                                     static_cast<uint32_t>(rng.in_range(0, 9)), 20, 10));
  if (rng.chance(1, 4)) dest.u8(kIpvsDestAttrTunType, kIpvsTunGue).be16(kIpvsDestAttrTunPort, 6080);
  return dest;
}

void traffic(sim::Kernel& kernel, genl::NetnsId netns, Rng& rng) {
  ipvs::Ipvs& ipvs = kernel.ipvs();
  const auto draw = [&] {
    ipvs::CounterValues raw{};
    for (uint64_t& value : raw) value = rng.in_range(0, 1) != 0 ? rng.in_range(0, 100'000) : rng.next();
    return raw;
  };
  ipvs.netns(netns).totals.set_raw(draw());
  ipvs.table().for_each([&](ipvs::Service& service) {
    if (rng.chance(1, 2)) service.stats.set_raw(draw());
    for (ipvs::Dest& dest : service.dests) {
      if (rng.chance(1, 2)) dest.stats.set_raw(draw());
      const auto count = static_cast<uint32_t>(rng.in_range(0, 2));
      if (rng.chance(1, 4)) ipvs.set_connections(dest, {count, count + 1, count});
    }
  });
}

void something_rare(sim::Kernel& kernel, testing::IpvsUser& user, genl::NetnsId netns, Rng& rng) {
  ipvs::Netns& state = kernel.ipvs_netns(netns);
  switch (rng.in_range(0, 4)) {
    case 0:
      (void)user.call(kIpvsFlush);
      break;
    case 1:
      (void)user.call(kIpvsSetConfig,
                      Attrs().u32(kIpvsCmdAttrTimeoutTcp, static_cast<uint32_t>(rng.in_range(1, 9999))));
      break;
    case 2:
      (void)user.call(kIpvsNewDaemon, testing::in_daemon(Attrs()
                                                             .u32(kIpvsDaemonAttrState,
                                                                  static_cast<uint32_t>(rng.in_range(1, 2)))
                                                             .text(kIpvsDaemonAttrMcastIfn, "lo")
                                                             .u32(kIpvsDaemonAttrSyncId, 7)));
      break;
    case 3:
      for (const uint32_t which : {1, 2})
        (void)user.call(kIpvsDelDaemon, testing::in_daemon(Attrs().u32(kIpvsDaemonAttrState, which)));
      break;
    default:
      state.run_estimation = !state.run_estimation;
  }
}

void tell(std::string& out, const std::vector<testing::Received>& datagrams) {
  for (const testing::Received& datagram : datagrams)
    out += fmt::format("{} {}\n", datagram.err, to_hex(datagram.bytes));
}

void tell_netns(std::string& out, sim::Kernel& kernel, genl::NetnsId netns) {
  testing::IpvsUser user(kernel, 5000, netns);
  for (const uint8_t cmd : {kIpvsGetService, kIpvsGetDaemon, kIpvsGetServiceDest})
    tell(out, user.dump(cmd, {}, 700));
  for (const uint8_t cmd : {kIpvsGetConfig, kIpvsGetInfo})
    tell(out, user.ask(user.request(cmd, {}, testing::kDo)));
  for (const ipvs::Service& service : kernel.ipvs().table().by_serial()) {
    const ipvs::ServiceKey& key = service.key();
    const Attrs identity = key.fwmark != 0
                               ? testing::mark_identity(key.fwmark, key.af)
                               : testing::service_identity(key.addr.text(key.af), key.port, key.protocol);
    tell(out, user.dump(kIpvsGetDest, testing::in_service(identity)));
  }
  for (const char* const file : {"ip_vs", "ip_vs_stats", "ip_vs_stats_percpu"})
    out += ipvs_proc::proc_net_text(kernel.ipvs(), kernel.ipvs_netns(netns), file).value_or("");
}

}  // namespace

std::unique_ptr<sim::Kernel> two_namespaces(Profile profile) {
  profile.bucket_salt = 0x70;
  profile.links.push_back({"eth0", 1500, kAfInet, ipvs::Address::v4(10, 9, 8, 1), 24});
  auto kernel = std::make_unique<sim::Kernel>(profile, 11);
  kernel->add_netns(0x30);
  return kernel;
}

void do_something(sim::Kernel& kernel, Rng& rng) {
  const auto netns = static_cast<genl::NetnsId>(rng.in_range(0, kernel.namespaces().size() - 1));
  testing::IpvsUser user(kernel, 4001, netns);
  const Attrs service = some_service(rng);
  switch (rng.in_range(0, 12)) {
    case 0:
    case 1:
    case 2: {
      Attrs full = service;
      (void)user.call(rng.chance(1, 4) ? kIpvsSetService : kIpvsNewService,
                      testing::in_service(full.append(some_settings(rng))));
      break;
    }
    case 3:
      (void)user.call(kIpvsDelService, testing::in_service(service));
      break;
    case 4:
    case 5:
    case 6:
    case 7:
      (void)user.call(rng.chance(1, 4) ? kIpvsSetDest : kIpvsNewDest,
                      testing::in_service_and_dest(service, with_settings(rng, some_dest(rng))));
      break;
    case 8:
      (void)user.call(kIpvsDelDest, testing::in_service_and_dest(service, some_dest(rng)));
      break;
    case 9:
      (void)user.call(kIpvsZero, rng.chance(1, 2) ? Attrs() : testing::in_service(service));
      break;
    case 10:
      traffic(kernel, netns, rng);
      break;
    case 11:
      kernel.advance(
          static_cast<Millis>(rng.in_range(0, 1) != 0 ? rng.in_range(1, 3000) : rng.in_range(1, 70'000)));
      break;
    default:
      something_rare(kernel, user, netns, rng);
  }
}

std::string everything_told(sim::Kernel& kernel) {
  std::string out;
  for (genl::NetnsId netns = 0; netns < kernel.namespaces().size(); ++netns) tell_netns(out, kernel, netns);
  return out;
}

}  // namespace ipvsim::tools
