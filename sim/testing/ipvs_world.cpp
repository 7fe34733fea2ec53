// Setting a table up.
#include "sim/testing/ipvs_world.h"

#include <stdexcept>
#include <string>

#include "sim/ipvs/audit.h"

namespace ipvsim::testing {

namespace {

void must(Status status, const char* what) {
  if (!status.ok()) throw std::runtime_error(std::string(what) + ": errno " + std::to_string(status.err()));
}

}  // namespace

ipvs::Address address(std::string_view text) {
  const auto parsed = ipvs::Address::parse(text);
  if (!parsed) throw std::invalid_argument("no address: " + std::string(text));
  return *parsed;
}

ipvs::ServiceKey service_key(std::string_view text, uint16_t port, uint16_t protocol) {
  return {ipvs::Address::family_of(text), protocol, address(text), port, 0};
}

ipvs::DestKey dest_key(std::string_view text, uint16_t port) {
  return {ipvs::Address::family_of(text), address(text), port};
}

ipvs::DestSettings tunnel() {
  ipvs::DestSettings settings;
  settings.conn_flags = uapi::kIpvsFwdTunnel;
  return settings;
}

ipvs::IpvsConfig with_modules() {
  ipvs::IpvsConfig config;
  config.schedulers = {"rr", "wlc"};
  config.persistence_engines = {"sip"};
  return config;
}

IpvsWorld::IpvsWorld(ipvs::IpvsConfig config, uint8_t salt)
    : ipvs_(config.schedulers.empty() ? with_modules() : std::move(config), clock_) {
  ipvs_.add_netns(salt, ipvs::Links({ipvs::Link::loopback(),
                                     {"eth0", 9000, uapi::kAfInet, ipvs::Address::v4(10, 9, 8, 1), 24}}));
}

ipvs::Service& IpvsWorld::add(const ipvs::ServiceKey& key, const ipvs::ServiceSettings& settings,
                              uint32_t netns) {
  must(ipvs_.add_service(ipvs_.netns(netns), key, settings), "add_service");
  return *ipvs_.find_service(ipvs_.netns(netns), key);
}

ipvs::Dest& IpvsWorld::add(ipvs::Service& service, const ipvs::DestKey& key,
                           const ipvs::DestSettings& settings) {
  must(ipvs_.add_dest(service, key, settings), "add_dest");
  return *ipvs_.find_dest(service, key);
}

std::string IpvsWorld::broken() const {
  std::string all;
  for (const std::string& line : ipvs::audit(ipvs_)) all += line + "\n";
  return all;
}

}  // namespace ipvsim::testing
