// setsockopt and getsockopt: options of netlink sockets, those of SOL_SOCKET that a pair would answer
// otherwise, and the old interface of IPVS on IPv4 sockets.
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "sim/ipvs_sockopt/sockopt.h"
#include "tools/run/calls/calls.h"
#include "uapi/ipvs_sockopt.h"

namespace ipvsim::run {
namespace {

// The arguments: descriptor, level, number, value, length (setsockopt) or where the length is (getsockopt).
struct OptionCall {
  explicit OptionCall(const Call& call)
      : level(call.int_arg(1)), number(call.int_arg(2)), value_at(call.args[3]), length_arg(call.args[4]) {}

  int level;
  int number;
  uint64_t value_at;
  uint64_t length_arg;
  int set_length() const { return static_cast<int>(length_arg); }
};

// As much of `wanted` bytes as there is of the caller's memory: all or nothing.
std::vector<uint8_t> read_value(const Caller& caller, uint64_t address, size_t wanted) {
  std::vector<uint8_t> value(wanted);
  if (wanted > 0 && !caller.read(address, value.data(), wanted)) value.clear();
  return value;
}

Outcome put_value(const Caller& caller, const OptionCall& option, const OptionAnswer& answer) {
  if (answer.err != 0) return Outcome::fails(answer.err);
  if (!caller.write_value<int>(option.length_arg, answer.length)) return Outcome::fails(EFAULT);
  if (!answer.bytes.empty() && !caller.write(option.value_at, answer.bytes.data(), answer.bytes.size()))
    return Outcome::fails(EFAULT);
  return Outcome::returns(0);
}

// An int as SOL_SOCKET gives it: cut to the room there is.
OptionAnswer int_answer(int value, int room) {
  if (room < 0) return {EINVAL, {}, 0};
  const auto* const raw = reinterpret_cast<const uint8_t*>(&value);
  const int length = std::min(room, static_cast<int>(sizeof(value)));
  return {0, {raw, raw + length}, length};
}

Outcome set_netlink(KernelAccess& world, const Caller& caller, SocketId id, const OptionCall& option) {
  if (option.set_length() < 0) return Outcome::fails(EINVAL);
  // Fewer bytes than an int are not even read (netlink.md 6).
  const size_t wanted = option.set_length() >= static_cast<int>(sizeof(int)) ? sizeof(int) : 0;
  const auto value = read_value(caller, option.value_at, wanted);
  if (value.size() != wanted) return Outcome::fails(EFAULT);
  return Outcome::of(world.set_option(id, option.number, value));
}

Outcome set_rcvbuf(KernelAccess& world, const Caller& caller, SocketId id, const OptionCall& option) {
  if (option.set_length() < static_cast<int>(sizeof(int))) return Outcome::fails(EINVAL);
  const auto bytes = caller.read<int>(option.value_at);
  if (!bytes) return Outcome::fails(EFAULT);
  return Outcome::of(world.set_rcvbuf(id, *bytes, option.number == SO_RCVBUFFORCE));
}

OptionAnswer socket_level(KernelAccess& world, SocketId id, int number, int room) {
  switch (number) {
    case SO_TYPE:
      return int_answer(world.type(id), room);
    case SO_DOMAIN:
      return int_answer(AF_NETLINK, room);
    case SO_PROTOCOL:
      return int_answer(uapi::kNetlinkGeneric, room);
    case SO_RCVBUF:
      return int_answer(world.rcvbuf(id), room);
    default:
      return int_answer(world.take_error(id), room);
  }
}

bool is_ipvs_level(const OptionCall& option) { return option.level == IPPROTO_IP; }

}  // namespace

Outcome setsockopt_call(KernelAccess& world, const Caller& caller) {
  const OptionCall option(caller.call());
  const SocketId id = caller.socket(caller.call().int_arg(0));
  if (id == 0) return Outcome::pass();
  if (!world.has(id)) {
    if (!is_ipvs_level(option) || !ipvs_sockopt::is_set_option(option.number)) return Outcome::pass();
    if (option.set_length() < 0) return Outcome::fails(EINVAL);
    const size_t length = static_cast<size_t>(option.set_length());
    const size_t wanted = std::min(length, ipvs_sockopt::set_size(option.number));
    const auto value = read_value(caller, option.value_at, wanted);
    return Outcome::of(world.set_ipvs_option(caller.netns(), option.number, value, length));
  }
  if (option.level == SOL_SOCKET) return set_rcvbuf(world, caller, id, option);
  if (option.level == uapi::kSolNetlink) return set_netlink(world, caller, id, option);
  return Outcome::fails(ENOPROTOOPT);
}

Outcome getsockopt_call(KernelAccess& world, const Caller& caller) {
  const OptionCall option(caller.call());
  const SocketId id = caller.socket(caller.call().int_arg(0));
  const bool simulated = world.has(id);
  const bool ipvs = !simulated && is_ipvs_level(option) && ipvs_sockopt::is_get_option(option.number);
  if (id == 0 || (!simulated && !ipvs)) return Outcome::pass();
  const auto room = caller.read<int>(option.length_arg);
  if (!room) return Outcome::fails(EFAULT);
  if (ipvs) {
    if (*room < 0) return Outcome::fails(EINVAL);
    const size_t length = static_cast<size_t>(*room);
    const size_t wanted = std::min(length, ipvs_sockopt::get_size(option.number));
    const auto value = read_value(caller, option.value_at, wanted);
    return put_value(caller, option, world.get_ipvs_option(caller.netns(), option.number, value, length));
  }
  if (option.level == SOL_SOCKET)
    return put_value(caller, option, socket_level(world, id, option.number, *room));
  if (option.level == uapi::kSolNetlink)
    return put_value(caller, option, world.get_option(id, option.number, *room));
  return Outcome::fails(ENOPROTOOPT);
}

}  // namespace ipvsim::run
