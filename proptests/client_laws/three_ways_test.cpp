// A table nobody edits comes out the same in every way to read it: N+1, and GET_SERVICE_DEST in each wire
// form, for any chunk sizes that can carry its largest entry and any receive size, in process and through a
// socketpair. With a receive size that is too small the client says so and never returns a short list.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cerrno>
#include <iostream>

#include "laws/verdicts.h"
#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/quiet_table.h"
#include "proptests/client_laws/rapidcheck_defaults.h"
#include "proptests/client_laws/socket_transport.h"
#include "sim/endpoint/endpoint.h"

namespace ipvsim::client_laws {
namespace {

using client::ReadMethod;
using client::ServiceEntry;

const bool kDefaults = rapidcheck_defaults(400, 40);

rc::Gen<ServicePlan> service_plan() {
  using Kind = ServicePlan::Kind;
  constexpr uint16_t kNumbers = 300;
  constexpr uint16_t kMostDestinations = 40;
  return rc::gen::build<ServicePlan>(
      rc::gen::set(&ServicePlan::kind, rc::gen::element(Kind::v4, Kind::mark, Kind::v6, Kind::mark6)),
      rc::gen::set(&ServicePlan::number, rc::gen::inRange<uint16_t>(0, kNumbers)),
      rc::gen::set(&ServicePlan::long_name), rc::gen::set(&ServicePlan::engine),
      rc::gen::set(&ServicePlan::destinations, rc::gen::inRange<uint16_t>(0, kMostDestinations)));
}

rc::Gen<uint32_t> chunk_size() {
  constexpr uint32_t kAround = 3000;
  constexpr uint32_t kMost = 40000;
  return rc::gen::oneOf(rc::gen::inRange(kLargestEntry, kAround), rc::gen::inRange(kLargestEntry, kMost));
}

// `receive` is as large as the largest chunk can be.
Sizes draw_sizes() {
  constexpr uint32_t kKernelFirst = 3776;  // netlink.md 12.3
  constexpr uint32_t kMore = 2000;
  Sizes sizes;
  sizes.rule =
      *rc::gen::element(Sizes::Rule::kernel, Sizes::Rule::fixed, Sizes::Rule::script, Sizes::Rule::random);
  uint32_t most = kKernelFirst;
  if (sizes.rule == Sizes::Rule::fixed) sizes.chunks = {*chunk_size()};
  if (sizes.rule == Sizes::Rule::script)
    sizes.chunks =
        *rc::gen::resize(4, rc::gen::nonEmpty(rc::gen::container<std::vector<uint32_t>>(chunk_size())));
  if (sizes.rule == Sizes::Rule::random) {
    sizes.chunks = {*chunk_size(), *chunk_size()};
    std::sort(sizes.chunks.begin(), sizes.chunks.end());
  }
  if (!sizes.chunks.empty()) most = *std::max_element(sizes.chunks.begin(), sizes.chunks.end());
  sizes.receive = most + *rc::gen::inRange<uint32_t>(0, kMore);
  return sizes;
}

// A door of ARCHITECTURE.md 6, with a real socketpair.
client::Transport through(endpoint::Endpoint& door) {
  return client::Transport::calls(
      [&door](std::span<const std::byte> datagram) {
        return door.send(datagram.data(), datagram.size()) < 0 ? errno : 0;
      },
      [&door](std::span<std::byte> buffer, int) {
        const ssize_t length = door.recv(buffer.data(), buffer.size(), genl::kMsgTrunc);
        if (length < 0) return client::Received{errno, 0, 0};
        return client::Received{0, static_cast<size_t>(length), 0};
      });
}

client::Table read(sim::Kernel& kernel, ReadMethod method, const Sizes& sizes, bool socketpair) {
  kernel.set_dump_buffer(rule_of(sizes));
  client::ConnectionOptions options;
  options.receive_size = sizes.receive;
  if (!socketpair)
    return client::Client(transport_to(kernel), family_of(kernel), options).read_table({method, {}});
  endpoint::Endpoint door(kernel);
  return client::Client(through(door), family_of(kernel), options).read_table({method, {}});
}

// By identity: `serial` lists services by age, the others by row.
std::vector<ServiceEntry> sorted(std::vector<ServiceEntry> services) {
  std::sort(services.begin(), services.end(),
            [](const ServiceEntry& a, const ServiceEntry& b) { return a.service.id < b.service.id; });
  return services;
}

// What v1 lists of a whole table: its firewall-mark services are forgotten (rfc-dumps.md 1).
std::vector<ServiceEntry> without_marks(std::vector<ServiceEntry> services) {
  std::erase_if(services, [](const ServiceEntry& each) { return each.service.id.fwmark != 0; });
  return services;
}

// Sizes in the thousands would drown a failure report.
void check_same(std::vector<ServiceEntry> got, std::vector<ServiceEntry> expected, DumpVariant variant,
                ReadMethod method) {
  if (variant == DumpVariant::rfc_v1 && method == ReadMethod::combined)
    expected = without_marks(std::move(expected));
  if (variant == DumpVariant::serial && method == ReadMethod::combined) {
    got = sorted(std::move(got));
    expected = sorted(std::move(expected));
  }
  if (got != expected) RC_FAIL("a table read by another way differs");
}

struct Shares {
  int cases = 0;
  int resumed = 0;
  int refused = 0;
};

size_t entries(const std::vector<ServiceEntry>& services) {
  size_t count = services.size();
  for (const ServiceEntry& each : services) count += each.destinations.size();
  return count;
}

TEST(ThreeWays, AgreeOnAQuietTableForAnyChunksAndReceiveSizes) {
  Shares shares;
  const bool agree = rc::check("ThreeWays/AgreeOnAQuietTableForAnyChunksAndReceiveSizes", [&] {
    const auto plan = *rc::gen::container<TablePlan>(service_plan());
    const Sizes sizes = draw_sizes();
    const bool socketpair = *rc::gen::arbitrary<bool>();
    RC_LOG() << sizes << (socketpair ? ", through a socketpair" : ", in process");
    const auto reference = kernel_with(DumpVariant::stock, plan);
    const auto expected = read(*reference, ReadMethod::n_plus_1, Sizes{}, false).services;
    for (const DumpVariant variant : laws::kAllVariants) {
      RC_LOG() << "\n" << dump_variant_name(variant);
      const auto kernel = kernel_with(variant, plan);
      check_same(read(*kernel, ReadMethod::n_plus_1, sizes, socketpair).services, expected, variant,
                 ReadMethod::n_plus_1);
      if (variant == DumpVariant::stock) continue;
      const client::Table table = read(*kernel, ReadMethod::combined, sizes, socketpair);
      check_same(table.services, expected, variant, ReadMethod::combined);
      RC_ASSERT(!table.interrupted);
      if (!table.services.empty())
        RC_ASSERT(table.form ==
                  (variant == DumpVariant::rfc_v1 ? client::WireForm::flat : client::WireForm::nested));
      check_same(read(*kernel, ReadMethod::automatic, sizes, socketpair).services, expected, variant,
                 ReadMethod::combined);
    }
    ++shares.cases;
    // A chunk holds less than one entry for each 292 bytes.
    const size_t most = sizes.chunks.empty() ? 32448 : sizes.chunks.back();
    const bool resumed = entries(expected) > most / 292;
    shares.resumed += resumed ? 1 : 0;
    RC_CLASSIFY(resumed, "resumed");
    RC_TAG(sizes.rule == Sizes::Rule::kernel ? "kernel's chunks" : "chunks of our own");
  });
  ASSERT_TRUE(agree);
  if (kSanitized) std::cout << shares.cases << " cases, fewer under sanitizers\n";
  constexpr int kPercent = 100;
  constexpr int kResumedFloor = 30;
  EXPECT_GE(shares.resumed * kPercent, shares.cases * kResumedFloor)
      << "only " << shares.resumed << " of " << shares.cases << " tables needed several chunks";
}

TEST(ThreeWays, AReceiveSizeThatIsTooSmallIsAnErrorAndNeverAShortList) {
  Shares shares;
  const bool never_short = rc::check("ThreeWays/AReceiveSizeThatIsTooSmallIsAnErrorAndNeverAShortList", [&] {
    constexpr int kFewServices = 5;
    constexpr uint32_t kDone = 20;
    constexpr uint32_t kLittle = 100;
    const auto plan =
        *rc::gen::resize(kFewServices, rc::gen::nonEmpty(rc::gen::container<TablePlan>(service_plan())));
    Sizes sizes = draw_sizes();
    sizes.receive = *rc::gen::oneOf(rc::gen::inRange(kDone, sizes.receive),
                                    rc::gen::inRange(sizes.receive - kLittle, sizes.receive));
    const auto variant = *rc::gen::elementOf(laws::kAllVariants);
    const bool socketpair = *rc::gen::arbitrary<bool>();
    RC_LOG() << sizes << ", " << dump_variant_name(variant);
    const auto method = variant == DumpVariant::stock ? ReadMethod::n_plus_1 : ReadMethod::combined;
    const auto kernel = kernel_with(variant, plan);
    const auto expected = read(*kernel, method, Sizes{}, false).services;
    bool refused = false;
    try {
      check_same(read(*kernel, method, sizes, socketpair).services, expected, DumpVariant::stock, method);
    } catch (const client::Error& error) {
      refused = true;
      RC_ASSERT(error.kind() == client::Error::Kind::protocol);
      RC_ASSERT(error.code() == EMSGSIZE);
    }
    RC_CLASSIFY(refused, "refused");
    ++shares.cases;
    shares.refused += refused ? 1 : 0;
  });
  ASSERT_TRUE(never_short);
  if (kSanitized) std::cout << shares.cases << " cases, fewer under sanitizers\n";
  constexpr int kPercent = 100;
  constexpr int kFloor = 20;
  EXPECT_GE(shares.refused * kPercent, shares.cases * kFloor);
  EXPECT_LE(shares.refused * kPercent, shares.cases * (kPercent - kFloor));
}

}  // namespace
}  // namespace ipvsim::client_laws
