// The old get/setsockopt interface of IPVS (ipvs-control.md 15): IPv4 services only, level IPPROTO_IP. Beside
// ipvs_genl, the other way in: it knows ipvs and structures in memory, no netlink and no socket. Pure
// functions; a caller that has a socket finds out whether the option is IPVS's, reads the client's memory,
// and writes the answer back. Not thread-safe, as Ipvs itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/base/status.h"
#include "sim/ipvs/ipvs.h"
#include "sim/wire/bytes.h"
#include "uapi/ipvs_sockopt.h"

namespace ipvsim::ipvs_sockopt {

// Whether a number of level IPPROTO_IP belongs to IPVS. For others, and for all of them while the module is
// not loaded, a kernel says ENOPROTOOPT.
constexpr bool is_set_option(int optname) {
  return optname >= uapi::kIpvsSoBase && optname <= uapi::kIpvsSoSetMax;
}
constexpr bool is_get_option(int optname) {
  return optname >= uapi::kIpvsSoBase && optname <= uapi::kIpvsSoGetMax;
}

// How many bytes of the client's memory an option reads: for set exactly the length it demands, for get the
// least length it accepts. 0 for numbers without a structure.
size_t set_size(int optname);
size_t get_size(int optname);

// setsockopt. `optlen` is the length the client named (one that is negative as an int never gets here: EINVAL
// is the socket layer's); `value` are the bytes that could be read at its pointer, and fewer than set_size()
// of them means that the memory is not there. `netns_admin`: CAP_NET_ADMIN in the user namespace that owns
// `netns`. In this order: ENOPROTOOPT (not ours), EPERM, EINVAL (length), EFAULT (memory), then what the
// command says: EINVAL (name not terminated, number without a meaning), EFAULT (protocol not TCP, UDP or
// SCTP), ESRCH, EEXIST, and the errors of Ipvs.
Status set_option(ipvs::Ipvs& ipvs, ipvs::Netns& netns, bool netns_admin, int optname, wire::Bytes value,
                  size_t optlen);

// What getsockopt gives back.
struct Answer {
  std::vector<uint8_t> bytes;  // to be written where the client's buffer begins; what lies behind them stays
  size_t optlen = 0;           // the length to report
};

// getsockopt. `optlen` is the room the client named, `value` the bytes that could be read at its pointer
// (get_size() of them are enough). In this order: ENOPROTOOPT, EPERM, EINVAL (too small), EFAULT, EINVAL (not
// the length the count asks for, number without a meaning), ESRCH.
Result<Answer> get_option(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, bool netns_admin, int optname,
                          wire::Bytes value, size_t optlen);

}  // namespace ipvsim::ipvs_sockopt
