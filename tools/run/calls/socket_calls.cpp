// socket, bind, connect, getsockname, getpeername, shutdown.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <variant>

#include "tools/run/calls/calls.h"

namespace ipvsim::run {
namespace {

constexpr int kTypeMask = 0xf;
// The longest address any socket takes (sockaddr_storage).
constexpr int kLongestAddress = 128;

Outcome netlink_socket(KernelAccess& world, const Caller& caller) {
  const int type = caller.call().int_arg(1) & kTypeMask;
  const int flags = caller.call().int_arg(1) & ~kTypeMask;
  if ((flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != 0) return Outcome::fails(EINVAL);
  if (type != SOCK_RAW && type != SOCK_DGRAM) return Outcome::fails(ESOCKTNOSUPPORT);
  OpenedSocket opened = world.open(caller.netns(), type, caller.process());
  if (opened.err != 0) return Outcome::fails(opened.err);
  if ((flags & SOCK_NONBLOCK) != 0) {
    const int status = fcntl(opened.user_end.get(), F_GETFL);
    (void)fcntl(opened.user_end.get(), F_SETFL, status | O_NONBLOCK);
  }
  return Outcome::gives(std::move(opened.user_end), (flags & SOCK_CLOEXEC) != 0);
}

// A raw IPv4 socket serves ipvsadm and keepalived for the old socket options. Where the real kernel would
// refuse one and the simulated one would not, any IPv4 socket does for that.
Outcome raw_socket(KernelAccess& world, const Caller& caller) {
  const int flags = caller.call().int_arg(1) & ~kTypeMask;
  const endpoint::Fd probe(::socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_RAW));
  if (probe.valid() || errno != EPERM || !world.privileged()) return Outcome::pass();
  endpoint::Fd stand_in(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | (flags & SOCK_NONBLOCK), 0));
  if (!stand_in.valid()) return Outcome::pass();
  return Outcome::gives(std::move(stand_in), (flags & SOCK_CLOEXEC) != 0);
}

// The address argument of bind and connect, or the errno it deserves.
std::variant<uapi::SockAddrNl, int> address_argument(const Caller& caller) {
  const int length = caller.call().int_arg(2);
  if (length < 0 || length > kLongestAddress) return EINVAL;
  uapi::SockAddrNl address{};
  const size_t size = std::min<size_t>(static_cast<size_t>(length), sizeof(address));
  if (size > 0 && !caller.read(caller.call().args[1], &address, size)) return EFAULT;
  // connect accepts the family alone, to reset; everything else needs it all.
  const bool reset =
      caller.call().number == SYS_connect && size >= sizeof(address.family) && address.family == 0;
  if (size < sizeof(address) && !reset) return EINVAL;
  return address;
}

Outcome name_result(const Caller& caller, const uapi::SockAddrNl& name) {
  const uint64_t length_at = caller.call().args[2];
  const auto room = caller.read<int>(length_at);
  if (!room) return Outcome::fails(EFAULT);
  if (*room < 0) return Outcome::fails(EINVAL);
  const size_t size = std::min<size_t>(static_cast<size_t>(*room), sizeof(name));
  if (size > 0 && !caller.write(caller.call().args[1], &name, size)) return Outcome::fails(EFAULT);
  if (!caller.write_value<int>(length_at, sizeof(name))) return Outcome::fails(EFAULT);
  return Outcome::returns(0);
}

// The simulated socket that the call is about, 0 when it is another one.
SocketId ours(const KernelAccess& world, const Caller& caller) {
  if (!world.has_any()) return 0;
  const SocketId id = caller.socket(caller.call().int_arg(0));
  return world.has(id) ? id : 0;
}

}  // namespace

Outcome socket_call(KernelAccess& world, const Caller& caller) {
  const Call& call = caller.call();
  if (call.int_arg(0) == AF_INET) return raw_socket(world, caller);
  if (call.int_arg(0) != AF_NETLINK) return Outcome::pass();
  // Other protocols only come here when they are to be refused.
  if (call.int_arg(2) != uapi::kNetlinkGeneric) return Outcome::fails(EPROTONOSUPPORT);
  return netlink_socket(world, caller);
}

Outcome bind_call(KernelAccess& world, const Caller& caller) {
  const SocketId id = ours(world, caller);
  if (id == 0) return Outcome::pass();
  const auto address = address_argument(caller);
  if (const int* err = std::get_if<int>(&address)) return Outcome::fails(*err);
  return Outcome::of(world.bind(id, std::get<uapi::SockAddrNl>(address)));
}

Outcome connect_call(KernelAccess& world, const Caller& caller) {
  const SocketId id = ours(world, caller);
  if (id == 0) return Outcome::pass();
  const auto address = address_argument(caller);
  if (const int* err = std::get_if<int>(&address)) return Outcome::fails(*err);
  return Outcome::of(world.connect(id, std::get<uapi::SockAddrNl>(address)));
}

Outcome getsockname_call(KernelAccess& world, const Caller& caller) {
  const SocketId id = ours(world, caller);
  return id == 0 ? Outcome::pass() : name_result(caller, world.name(id));
}

Outcome getpeername_call(KernelAccess& world, const Caller& caller) {
  const SocketId id = ours(world, caller);
  return id == 0 ? Outcome::pass() : name_result(caller, world.peer_name(id));
}

// A netlink socket has none; a pair would be cut.
Outcome shutdown_call(KernelAccess& world, const Caller& caller) {
  return ours(world, caller) == 0 ? Outcome::pass() : Outcome::fails(EOPNOTSUPP);
}

}  // namespace ipvsim::run
