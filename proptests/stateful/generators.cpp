// The lists of values, and how often each command comes.
#include "proptests/stateful/generators.h"

#include "proptests/stateful/facts.h"
#include "proptests/stateful/pick.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;
using client::ReadMethod;

ServiceRequest by_address(uint16_t protocol, const Bytes16& addr, uint16_t port, uint16_t af = kAfInet) {
  ServiceRequest r;
  r.af = af;
  r.protocol = protocol;
  r.addr = addr;
  r.port = port;
  return r;
}
ServiceRequest by_mark(uint32_t fwmark, uint16_t af = kAfInet) {
  ServiceRequest r;
  r.af = af;
  r.fwmark = fwmark;
  return r;
}
template <class Request>
Request lacking(Request r, Absent absent) {
  r.absent = absent;
  return r;
}
template <class Request>
Request in_bytes(Request r, uint8_t bytes) {
  r.addr_bytes = bytes;
  return r;
}

// 10.0.0.1:80 and 10.0.0.2:83 share a row, and so do the marks 1 and 257.
const ServiceRequest kWeb = by_address(kIpprotoTcp, v4(10, 0, 0, 1), 80);
Bytes16 with_tail(Bytes16 addr) {
  addr[15] = 0x5a;
  return addr;
}

rc::Gen<ServiceRequest> service_identity() {
  return pick<ServiceRequest>(
      {kWeb, kWeb, kWeb, by_address(kIpprotoTcp, v4(10, 0, 0, 2), 83), by_mark(1), by_mark(1),
       by_address(kIpprotoUdp, v4(10, 0, 0, 1), 80), by_address(kIpprotoTcp, v6(0, 1), 80, kAfInet6),
       by_mark(257), by_mark(1, kAfInet6)},
      {by_mark(0),
       by_address(kIpprotoTcp, {}, 0),
       by_mark(0, kAfInet6),
       by_address(kIpprotoTcp, {}, 0, kAfInet6),
       by_mark(0xffffffff),
       by_address(kIpprotoSctp, v4(10, 0, 0, 1), 0),
       by_address(0, v4(10, 0, 0, 1), 80),
       by_address(0xffff, v4(10, 0, 0, 1), 65535),
       by_address(kIpprotoTcp, with_tail(v4(10, 0, 0, 1)), 80),
       in_bytes(kWeb, 4),
       in_bytes(kWeb, 3),
       in_bytes(kWeb, 0),
       in_bytes(kWeb, 17),
       in_bytes(by_address(kIpprotoTcp, v6(0, 1), 80, kAfInet6), 15),
       by_address(kIpprotoTcp, v4(10, 0, 0, 1), 80, 0),
       by_address(kIpprotoTcp, v4(10, 0, 0, 1), 80, 7),
       by_mark(1, 11),
       lacking(kWeb, kNest),
       lacking(kWeb, without(kIpvsSvcAttrAf)),
       lacking(kWeb, without(kIpvsSvcAttrProtocol)),
       lacking(kWeb, without(kIpvsSvcAttrAddr)),
       lacking(kWeb, without(kIpvsSvcAttrPort)),
       lacking(by_mark(1), without(kIpvsSvcAttrPort) | without(kIpvsSvcAttrAddr)),
       lacking(by_mark(1), without(kIpvsSvcAttrAf))},
      12);
}

struct Engine {
  std::string name;
  bool sent_empty = false;
};
struct Flags {
  uint32_t flags = 0;
  uint32_t mask = kUsualMask;
  uint8_t bytes = 8;
};
// 0: what is usual for the family.
constexpr uint64_t kUsualNetmask = uint64_t{1} << 32u;

rc::Gen<ServiceRequest> full_service() {
  constexpr uint32_t kAll = 0xffffffff;
  constexpr uint32_t kLongestPrefix = 128;
  return rc::gen::apply(
      [=](ServiceRequest r, const std::string& scheduler, const Engine& engine, const Flags& flags,
          uint32_t timeout, uint64_t netmask, Absent absent) {
        r.scheduler = scheduler;
        r.pe = engine.name;
        r.empty_pe = engine.sent_empty;
        r.flags = flags.flags;
        r.mask = flags.mask;
        r.flags_bytes = flags.bytes;
        r.timeout = timeout;
        r.netmask = r.af == kAfInet6 ? kLongestPrefix : kAll;
        if (netmask != kUsualNetmask) r.netmask = static_cast<uint32_t>(netmask);
        r.absent |= absent;
        return r;
      },
      service_identity(),
      pick<std::string>({"rr", "wlc"},
                        {"none", "lblc", "sh", "twos", "", "RR", "fifteen-letters", "sixteen--letters"}),
      pick<Engine>({{""}},
                   {{"sip"}, {"sip"}, {"sap"}, {"", true}, {"sixteen--letters"}, {"seventeen-letters"}}, 4),
      pick<Flags>({{0}, {1}}, {{1, 1},
                               {0, 1},
                               {4, kAll},
                               {2, kAll},
                               {0, kAll},
                               {kAll, kAll},
                               {kAll, 0},
                               {5, kAll, 4},
                               {5, kAll, 6},
                               {5, kAll, 0},
                               {1, kAll, 9}}),
      pick<uint32_t>({0, 300}, {1, 17179869, 17179870, 0x80000000, kAll}),
      pick<uint64_t>({kUsualNetmask}, {0, 1, 24, 64, 128, 129, 0xffffff00, kAll}),
      pick<Absent>({0},
                   {without(kIpvsSvcAttrSchedName), without(kIpvsSvcAttrFlags), without(kIpvsSvcAttrTimeout),
                    without(kIpvsSvcAttrNetmask)},
                   20));
}

DestRequest dest(std::optional<uint16_t> af, const Bytes16& addr, uint16_t port = 8080) {
  DestRequest r;
  r.af = af;
  r.addr = addr;
  r.port = port;
  return r;
}

rc::Gen<DestRequest> dest_identity() {
  const DestRequest first = dest(kAfInet, v4(192, 168, 0, 1));
  return pick<DestRequest>(
      {first, dest(kAfInet, v4(192, 168, 0, 2)), dest(kAfInet6, v6(1, 1)),
       dest(kAfInet, v4(192, 168, 0, 1), 8081), dest(std::nullopt, v4(192, 168, 0, 3))},
      {dest(0, v4(192, 168, 0, 1)), dest(7, v4(192, 168, 0, 1)), dest(kAfInet, v4(192, 168, 0, 1), 0),
       dest(kAfInet, with_tail(v4(192, 168, 0, 1))), in_bytes(first, 4), in_bytes(first, 3),
       in_bytes(first, 0), in_bytes(first, 17), lacking(first, kNest),
       lacking(first, without(kIpvsDestAttrAddr)), lacking(first, without(kIpvsDestAttrPort)),
       // Addresses that a destination may not have, and their neighbours that it may.
       dest(kAfInet, {}), dest(kAfInet, v4(255, 255, 255, 255)), dest(kAfInet, v4(255, 255, 255, 254)),
       dest(kAfInet, v4(224, 0, 0, 1)), dest(kAfInet, v4(223, 255, 255, 255)),
       dest(kAfInet, v4(239, 1, 1, 1)), dest(kAfInet, v4(240, 0, 0, 1)), dest(kAfInet, v4(127, 0, 0, 1)),
       dest(kAfInet, v4(127, 255, 255, 255)), dest(kAfInet, v4(10, 9, 8, 255)),
       dest(kAfInet, v4(10, 9, 8, 0)), dest(kAfInet, v4(10, 9, 8, 1)), dest(kAfInet6, {}),
       dest(kAfInet6, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
       dest(kAfInet6, {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}), dest(kAfInet6, kLinks[0][2].addr),
       dest(kAfInet6, {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
       dest(kAfInet6, {0xfe, 0xbf, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
       dest(kAfInet6, {0xfe, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
       dest(kAfInet6, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 0, 1})},
      10);
}

struct Thresholds {
  uint32_t upper = 0;
  uint32_t lower = 0;
};
struct Tunnel {
  uint8_t type = 0;
  uint16_t port = 0;
  uint16_t flags = 0;
};

rc::Gen<DestRequest> full_dest() {
  constexpr uint32_t kAll = 0xffffffff;
  return rc::gen::apply(
      [](DestRequest r, uint32_t forward, uint32_t weight, const Thresholds& thresholds, const Tunnel& tunnel,
         Absent absent) {
        r.forward = forward;
        r.weight = weight;
        r.upper = thresholds.upper;
        r.lower = thresholds.lower;
        r.tun_type = tunnel.type;
        r.tun_port = tunnel.port;
        r.tun_flags = tunnel.flags;
        r.absent |= absent;
        return r;
      },
      dest_identity(),
      pick<uint32_t>({kIpvsFwdMasq, kIpvsFwdTunnel, kIpvsFwdTunnel, kIpvsFwdDroute}, {1, 4, 7, 8, 10, kAll}),
      pick<uint32_t>({1, 0, 100}, {0x7fffffff, 0x80000000, kAll}),
      pick<Thresholds>({{0, 0}, {10, 5}}, {{5, 5},
                                           {5, 10},
                                           {0, 1},
                                           {0x7fffffff, 0x7fffffff},
                                           {0x80000000, 0},
                                           {0x80000000, kAll},
                                           {kAll, kAll}}),
      pick<Tunnel>({{}}, {{1, 0, 0}, {1, 7777, 0}, {2, 0, 1}, {200, 65535, 0xffff}, {0, 1, 0}, {0, 0, 2}}, 3),
      pick<Absent>({0},
                   {without(kIpvsDestAttrFwdMethod), without(kIpvsDestAttrWeight),
                    without(kIpvsDestAttrUThresh), without(kIpvsDestAttrLThresh)},
                   20));
}

struct Groups {
  std::optional<Bytes16> v4;
  std::optional<Bytes16> v6;
};

rc::Gen<DaemonRequest> daemon() {
  const Bytes16 all_nodes = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return rc::gen::apply(
      [](uint32_t state, const std::string& interface, uint32_t id, uint16_t maxlen, const Groups& groups,
         uint16_t port, uint8_t ttl, Absent absent) {
        return DaemonRequest{state, interface, id, maxlen, groups.v4, groups.v6, port, ttl, absent};
      },
      pick<uint32_t>({kIpvsDaemonMaster, kIpvsDaemonBackup}, {0, 3, 0xffffffff}),
      pick<std::string>({"lo", "eth0"}, {"eth1", "", "eth9", "LO", "fifteen-letters", "sixteen--letters"}),
      pick<uint32_t>({0, 7}, {0xffffffff}),
      pick<uint16_t>({0}, {1, 100, 1023, 1024, 1472, 65487, 65507, 65535}, 3),
      pick<Groups>({{}},
                   {{v4(224, 0, 0, 5), std::nullopt},
                    {std::nullopt, all_nodes},
                    {v4(239, 9, 9, 9), v6(0, 1)},
                    {v4(223, 0, 0, 1), std::nullopt},
                    {std::nullopt, v6(0, 1)},
                    {v4(10, 0, 0, 1), all_nodes},
                    {v4(240, 0, 0, 1), std::nullopt}},
                   3),
      pick<uint16_t>({0}, {1, 65535}), pick<uint8_t>({0}, {1, 255}),
      pick<Absent>({0},
                   {kNest, without(kIpvsDaemonAttrState), without(kIpvsDaemonAttrMcastIfn),
                    without(kIpvsDaemonAttrSyncId)},
                   12));
}

rc::Gen<ConfigRequest> config() {
  const auto seconds =
      pick<uint32_t>({0, 60, 900}, {1, 8589934, 8589935, 0x7fffffff, 0x80000000, 0xffffffff}, 8);
  return rc::gen::apply(
      [](uint32_t tcp, uint32_t fin, uint32_t udp, Absent absent) {
        return ConfigRequest{tcp, fin, udp, absent};
      },
      seconds, seconds, seconds,
      pick<Absent>({0}, {without(kIpvsCmdAttrTimeoutTcp), without(kIpvsCmdAttrTimeoutTcpFin),
                         without(kIpvsCmdAttrTimeoutUdp),
                         without(kIpvsCmdAttrTimeoutTcp) | without(kIpvsCmdAttrTimeoutTcpFin) |
                             without(kIpvsCmdAttrTimeoutUdp)}));
}

rc::Gen<Netns> netns() { return pick<Netns>({0}, {1}, 5); }

// A step of `Op`, its members drawn in order.
template <class Op, class... Ts>
rc::Gen<CommandPtr> a(rc::Gen<Ts>... gens) {
  return rc::gen::apply([](Ts... values) { return step(Op{std::move(values)...}); }, std::move(gens)...);
}

rc::Gen<CommandPtr> a_zero() {
  const auto only =
      rc::gen::map(service_identity(), [](ServiceRequest r) { return std::optional(std::move(r)); });
  return rc::gen::oneOf(a<Zero>(netns(), only), rc::gen::map(netns(), [](Netns ns) {
                          return step(Zero{ns, std::nullopt});
                        }));
}

rc::Gen<CommandPtr> a_traffic() {
  return a<Traffic>(
      netns(), pick<uint8_t>({0, 1, 2, 3, 4, 5}),
      pick<Connections>({{}, {1, 0, 0}, {5, 7, 2}}, {{0, 1, 0}, {0, 0, 0xffffffff}}),
      pick<Numbers>({{1, 10, 9, 1000, 5000}, {}},
                    {{100, 0, 0, 0, 0}, {0, 3, 3, 7, 7}, {0, uint64_t{1} << 33u, 1, uint64_t{1} << 34u, 3}}));
}

rc::Gen<CommandPtr> a_reading_in_bits() {
  constexpr uint32_t kLeast = 20;
  constexpr uint32_t kSome = 1200;
  return rc::gen::apply(
      [](Netns ns, uint32_t lo, uint32_t more, uint32_t receive, bool combined) {
        return step(ReadInBits{ns, lo, lo + more, receive, combined});
      },
      netns(), rc::gen::inRange(kLeast, kSome), pick<uint32_t>({0, 1, 100, 1000}),
      pick<uint32_t>({32768}, {20, 100, 400, 800, 2000}, 4), rc::gen::arbitrary<bool>());
}

rc::Gen<CommandPtr> chunks() {
  return rc::gen::apply(
      [](bool kernel, uint32_t lo, uint32_t more) {
        return step(SetChunks{kernel, lo, lo + more});
      },
      pick<bool>({true, false}), pick<uint32_t>({kLargestEntry, 700, 1000, 2000, 5000}),
      pick<uint32_t>({0, 1, 500, 20000}));
}

// All commands of the wrong kind, and numbers that are no command.
rc::Gen<CommandPtr> wrong_kind() {
  return a<WrongKind>(
      netns(), pick<uint8_t>({kIpvsNewService, kIpvsSetService, kIpvsDelService, kIpvsNewDest, kIpvsSetDest,
                              kIpvsDelDest, kIpvsGetDest, kIpvsNewDaemon, kIpvsDelDaemon, kIpvsGetDaemon,
                              kIpvsSetConfig, kIpvsGetConfig, kIpvsGetInfo, kIpvsZero, kIpvsFlush,
                              kIpvsSetInfo, 0, 19, 255}));
}

rc::Gen<CommandPtr> repair() {
  return rc::gen::oneOf(rc::gen::just(step(SetPrivilege{true})), rc::gen::just(step(LoadModule{})),
                        rc::gen::just(step(SetAutoload{Autoload::late, 0})), a<Reconnect>(netns()));
}

rc::Gen<CommandPtr> harm() {
  return rc::gen::oneOf(
      rc::gen::just(step(SetPrivilege{false})), rc::gen::just(step(UnloadModule{})),
      a<SetAutoload>(pick<Autoload>({Autoload::late, Autoload::never}), pick<unsigned>({0, 1, 2})),
      a<Reconnect>(netns()), rc::gen::just(step(LoadModule{})));
}

using Weighted = std::pair<size_t, rc::Gen<CommandPtr>>;

// RapidCheck's weightedOneOf wants its list at compile time.
rc::Gen<CommandPtr> one_of(const std::vector<Weighted>& weighted) {
  std::vector<rc::Gen<CommandPtr>> slots;
  for (const auto& [weight, gen] : weighted) slots.insert(slots.end(), weight, gen);
  return rc::gen::join(rc::gen::elementOf(std::move(slots)));
}

std::vector<Weighted> building() {
  return {
      {12, a<NewService>(netns(), full_service())},
      {5, a<SetService>(netns(), full_service())},
      {3, a<GetService>(netns(), service_identity())},
      {30, a<NewDest>(netns(), service_identity(), full_dest())},
      {10, a<SetDest>(netns(), service_identity(), full_dest())},
      {8, a<DelDest>(netns(), service_identity(), dest_identity())},
      {3, a<ListDests>(netns(), service_identity())},
      {2, a<ListServices>(netns())},
      {3, a_zero()},
      {2, a<SetConfig>(netns(), config())},
      {1, a<GetConfigAndInfo>(netns())},
      {1, a<ListDaemons>(netns())},
      {3, a<ReadTable>(netns(), pick<ReadMethod>(
                                    {ReadMethod::n_plus_1, ReadMethod::combined, ReadMethod::automatic}))},
      {3, a_reading_in_bits()},
      {2, chunks()},
      {7, a_traffic()},
      {6, a<Advance>(pick<Millis>({1, 2000, 60'000, 120'000, 59'999, 180'000}))},
  };
}

std::vector<Weighted> all() {
  std::vector<Weighted> out = building();
  const std::vector<Weighted> more = {
      {4, a<DelService>(netns(), service_identity())},
      {1, a<Flush>(netns())},
      {4, a<NewDaemon>(netns(), daemon())},
      {4, a<DelDaemon>(netns(), daemon())},
      {2, wrong_kind()},
      {1, harm()},
  };
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace

rc::Gen<CommandPtr> any_command(const Model& model, Mix mix) {
  constexpr size_t kSomeServices = 4;
  constexpr size_t kSomeDests = 3;
  static const auto kBuilding = one_of(building());
  static const auto kAll = one_of(all());
  static const auto kMostlyRepair = one_of({{3, repair()}, {1, kAll}});
  static const auto kMostlyServices = one_of({{2, a<NewService>(netns(), full_service())}, {1, kAll}});
  static const auto kMostlyDests =
      one_of({{2, a<NewDest>(netns(), service_identity(), full_dest())}, {1, kAll}});
  if (model.shut_out(0) || model.shut_out(1)) return kMostlyRepair;
  if (model.netns(0).services.size() < kSomeServices) return kMostlyServices;
  if (model.dest_count(0) < kSomeDests) return kMostlyDests;
  return mix == Mix::building ? kBuilding : kAll;
}

}  // namespace ipvsim::stateful
