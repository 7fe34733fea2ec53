// Which kernel is it? A profile is plain data: start from a preset, change fields, give it to a Kernel
// (design.md 3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/genl/dump_buffer.h"
#include "sim/ipvs/link.h"
#include "sim/ipvs_genl/family.h"
#include "sim/wire/skb.h"

namespace ipvsim {

using genl::DumpBufferRule;
using ipvs_genl::DumpVariant;
using ipvs_genl::SerialFault;

// Whether the module that brings the IPVS family is there.
enum class ModuleState {
  present,  // loaded before the first socket
  absent,   // not loaded, and not to be had: the family does not exist
  late,     // loaded when the family is looked up by name (genetlink.md 6.1)
};

struct KernelProfile {
  std::string name = "linux-6.1";
  DumpVariant variant = DumpVariant::stock;
  // The id IPVS gets when it is first registered; each later load gets a later one.
  uint16_t family_id = 0x20;
  // K of ipvs-control.md 8, of the first namespace.
  uint8_t bucket_salt = 0;
  uint32_t hz = 250;
  size_t page_size = 4096;
  wire::Pad64 pad64 = wire::Pad64::no;
  bool ipv6 = true;
  // U_THRESH above 0x7fffffff is refused (6.1.183 and later).
  bool u_thresh_limit = true;
  uint32_t conn_tab_size = 4096;
  std::vector<std::string> schedulers = {"rr",    "wrr", "lc", "wlc", "fo",  "ovf", "lblc",
                                         "lblcr", "dh",  "sh", "mh",  "sed", "nq"};
  std::vector<std::string> persistence_engines = {"sip"};
  // Of the first namespace; a further one has just the loopback link unless told otherwise.
  std::vector<ipvs::Link> links = {ipvs::Link::loopback()};
  ModuleState module = ModuleState::present;
  // With ModuleState::late: so many look-ups by name fail before the module is there.
  unsigned late_lookups = 0;
  // Whether callers have CAP_NET_ADMIN (netlink.md 8); can be changed while the kernel runs.
  bool privileged = true;
  DumpBufferRule dump_buffer = DumpBufferRule::kernel();
  // Planted by tests of the tests.
  SerialFault serial_fault = SerialFault::none;
};

// The presets' names: linux-6.1, linux-6.1-rfc-v1, linux-6.1-rfc-v2, linux-6.1-rfc-v3,
// linux-6.1-serial.
const std::vector<std::string>& profile_names();
// The preset of that name. Throws std::invalid_argument, naming the presets there are, for any other.
KernelProfile profile(std::string_view name);

// stock, rfc-v1, rfc-v2, rfc-v3, serial as a variant; throws std::invalid_argument for any other name.
DumpVariant dump_variant(std::string_view name);
std::string_view dump_variant_name(DumpVariant variant);

// Whether a release ("6.1.176", Debian's "6.1.0-57-amd64") has the U_THRESH limit (ipvs-drift.md 1). A
// release this project knows nothing of is taken for a recent one.
bool release_has_u_thresh_limit(std::string_view release);

}  // namespace ipvsim
