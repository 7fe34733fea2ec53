// A destination: what a client set, what the kernel counts, and where it is linked.
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/base/clock.h"
#include "sim/base/intrusive.h"
#include "sim/ipvs/growing_index.h"
#include "sim/ipvs/names.h"
#include "sim/ipvs/stats.h"
#include "uapi/ipvs.h"

namespace ipvsim::ipvs {

struct Service;

// What a removed destination remembers of its service, so that a new one can be recognised (ipvs-control.md
// 7).
struct VirtualKey {
  uint32_t netns = 0;
  uint32_t fwmark = 0;
  uint16_t protocol = 0;
  uint16_t port = 0;
  Address addr;
  friend bool operator==(const VirtualKey&, const VirtualKey&) = default;
};

// How many connections go through a destination; a test sets them.
struct Connections {
  uint32_t active = 0;
  uint32_t inactive = 0;
  uint32_t persistent = 0;
  bool any() const { return (active | inactive | persistent) != 0; }
};

using ListHook = bi::list_member_hook<>;
// Nodes of the serial order; optimised for size because a table may hold millions.
using SerialHook = bi::set_member_hook<bi::optimize_size<true>>;

struct Dest {
  DestKey key;
  DestSettings settings;
  Connections connections;
  Stats stats;
  // Ever-growing over all entries of a kernel; a revived destination gets a new one (ARCHITECTURE.md 5).
  uint64_t serial = 0;
  Service* service = nullptr;  // null in the trash

  VirtualKey virtual_key;
  uint64_t owner_serial = 0;  // of the service it belonged to last
  // When the trash timer first saw it idle; before the kernel was made, if its state was put back.
  static constexpr Millis kNotSeenIdle = INT64_MIN;
  Millis idle_since = kNotSeenIdle;

  ListHook list_hook;      // the service's list, or the trash
  SerialHook serial_hook;  // the service's serial order
  IndexHook index_hook;    // by service and key, or the trash's index

  uint16_t forwarding() const { return static_cast<uint16_t>(settings.conn_flags & uapi::kIpvsFwdMask); }
};

inline void mix(KeyMixer& mixer, const Address& addr) {
  uint64_t words[2];
  std::memcpy(words, addr.bytes.data(), sizeof(words));
  mixer.add(words[0]);
  mixer.add(words[1]);
}
inline void mix(KeyMixer& mixer, const DestKey& key) {
  mixer.add(uint64_t{key.af} << 16 | key.port);
  mix(mixer, key.addr);
}

}  // namespace ipvsim::ipvs
