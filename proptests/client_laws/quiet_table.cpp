// Plans to values, values into kernels.
#include "proptests/client_laws/quiet_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <ostream>

#include "proptests/client_laws/socket_transport.h"
#include "uapi/ipvs.h"

namespace ipvsim::client_laws {

namespace {

constexpr uint32_t kVirtualNet = 0x0a000000;  // 10.0.0.0
constexpr uint32_t kRealNet = 0xc0a80000;     // 192.168.0.0

client::Address v6(uint8_t net, uint16_t number) {
  return client::Address::v6({0x20, 0x01, 0x0d, 0xb8, net, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              static_cast<uint8_t>(number >> 8), static_cast<uint8_t>(number)});
}

constexpr const char* kKinds[] = {"v4", "v6", "mark", "mark6"};
constexpr const char* kRules[] = {"kernel", "fixed", "script", "random"};

}  // namespace

std::ostream& operator<<(std::ostream& out, const ServicePlan& plan) {
  return out << fmt::format("{} {}{}{} with {} destinations", kKinds[static_cast<size_t>(plan.kind)],
                            plan.number, plan.long_name ? " lblc" : "", plan.engine ? " sip" : "",
                            plan.destinations);
}

std::ostream& operator<<(std::ostream& out, const Sizes& sizes) {
  return out << fmt::format("chunks {}({}), receiving {}", kRules[static_cast<size_t>(sizes.rule)],
                            fmt::join(sizes.chunks, ","), sizes.receive);
}

client::Service planned_service(const ServicePlan& plan) {
  using Kind = ServicePlan::Kind;
  constexpr uint16_t kPort = 80;
  client::Service service;
  switch (plan.kind) {
    case Kind::v4:
      service.id = client::ServiceId::by_address(uapi::kIpprotoTcp,
                                                 client::Address::v4(kVirtualNet + plan.number), kPort);
      break;
    case Kind::v6:
      service.id = client::ServiceId::by_address(uapi::kIpprotoUdp, v6(0, plan.number), kPort);
      break;
    case Kind::mark:
      service.id = client::ServiceId::by_fwmark(plan.number + 1u, uapi::kAfInet);
      break;
    case Kind::mark6:
      service.id = client::ServiceId::by_fwmark(plan.number + 1u, uapi::kAfInet6);
      break;
  }
  service.scheduler = plan.long_name ? "lblc" : "rr";
  service.persistence_engine = plan.engine ? "sip" : "";
  service.netmask = client::default_netmask(service.id.family());
  return service;
}

client::Destination planned_destination(const ServicePlan& plan, uint16_t n) {
  constexpr uint16_t kPort = 8080;
  constexpr uint16_t kMixedEvery = 3;
  const bool mixed = n % kMixedEvery == kMixedEvery - 1;
  const bool of_v6 = (plan.kind == ServicePlan::Kind::v6 || plan.kind == ServicePlan::Kind::mark6) != mixed;
  client::Destination destination;
  destination.id = {of_v6 ? v6(1, n + 1u) : client::Address::v4(kRealNet + n + 1u), kPort};
  destination.forward = mixed ? uapi::kIpvsFwdTunnel : uapi::kIpvsFwdMasq;
  destination.weight = n;
  return destination;
}

DumpBufferRule rule_of(const Sizes& sizes) {
  const std::vector<size_t> chunks(sizes.chunks.begin(), sizes.chunks.end());
  switch (sizes.rule) {
    case Sizes::Rule::fixed:
      return DumpBufferRule::fixed(chunks.at(0));
    case Sizes::Rule::script:
      return DumpBufferRule::script(chunks);
    case Sizes::Rule::random:
      return DumpBufferRule::random(chunks.at(0), chunks.at(1));
    case Sizes::Rule::kernel:
      break;
  }
  return DumpBufferRule::kernel();
}

std::unique_ptr<sim::Kernel> kernel_with(DumpVariant variant, const TablePlan& plan) {
  Profile profile;
  profile.variant = variant;
  auto kernel = std::make_unique<sim::Kernel>(profile);
  client::Client filler(transport_to(*kernel), family_of(*kernel));
  for (const ServicePlan& each : plan) {
    const client::Service service = planned_service(each);
    try {
      filler.add_service(service);
    } catch (const client::Error& planned_before) {
      IPVSIM_CHECK(planned_before.code() == EEXIST);
      continue;
    }
    for (uint16_t n = 0; n < each.destinations; ++n)
      filler.add_destination(service.id, planned_destination(each, n));
  }
  return kernel;
}

}  // namespace ipvsim::client_laws
