// Which kernel is it? A profile is plain data: start from a preset, change fields, give it to a Kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ipvsim/dump_buffer.h"
#include "ipvsim/names.h"

namespace ipvsim {

// Which kernel's way to dump a table; every one but `stock` has the command GET_SERVICE_DEST.
enum class DumpVariant { stock, rfc_v1, rfc_v2, rfc_v3, serial };

// Whether the module that brings the IPVS family is there.
enum class ModuleState {
  present,  // loaded before the first socket
  absent,   // not loaded, and not to be had: the family does not exist
  late,     // loaded when the family is looked up by name (genetlink.md 6.1)
};

// Whether 64-bit attributes are padded: a property of the machine and the build.
enum class Pad64 : bool { no, yes };

// One address of one link that is up. IPVS asks for them when destinations and sync daemons are added.
struct Link {
  std::string name;
  uint32_t mtu = 1500;
  uint16_t af = kInet;
  Address address;
  uint8_t prefix = 32;

  // "lo", mtu 65536, 127.0.0.1/8: what every namespace has.
  static Link loopback();
};

struct Profile {
  std::string name = "linux-6.1";
  DumpVariant variant = DumpVariant::stock;
  // The id IPVS gets when it is first registered; each later load gets a later one. 0x13 to 1023.
  uint16_t family_id = 0x20;
  // Where the rows of the first namespace's services begin (ipvs-control.md 8).
  uint8_t bucket_salt = 0;
  uint32_t hz = 250;  // 1 to 1000
  size_t page_size = 4096;
  Pad64 pad64 = Pad64::no;
  bool ipv6 = true;
  // U_THRESH above 0x7fffffff is refused (6.1.183 and later).
  bool u_thresh_limit = true;
  uint32_t conn_tab_size = 4096;
  std::vector<std::string> schedulers = {"rr",    "wrr", "lc", "wlc", "fo",  "ovf", "lblc",
                                         "lblcr", "dh",  "sh", "mh",  "sed", "nq"};
  std::vector<std::string> persistence_engines = {"sip"};
  // Of the first namespace; a further one has just the loopback link unless told otherwise.
  std::vector<Link> links = {Link::loopback()};
  ModuleState module = ModuleState::present;
  // With ModuleState::late: so many look-ups by name fail before the module is there.
  unsigned late_lookups = 0;
  // Whether callers have CAP_NET_ADMIN (netlink.md 8); can be changed while the kernel runs.
  bool privileged = true;
  DumpBufferRule dump_buffer = DumpBufferRule::kernel();
};

// The presets' names: linux-6.1, linux-6.1-rfc-v1, linux-6.1-rfc-v2, linux-6.1-rfc-v3, linux-6.1-serial.
const std::vector<std::string>& profile_names();
// The preset of that name. Throws std::invalid_argument, naming the presets there are, for any other.
Profile profile(std::string_view name);

// stock, rfc-v1, rfc-v2, rfc-v3, serial as a variant; throws std::invalid_argument for any other name.
DumpVariant dump_variant(std::string_view name);
std::string_view dump_variant_name(DumpVariant variant);

}  // namespace ipvsim
