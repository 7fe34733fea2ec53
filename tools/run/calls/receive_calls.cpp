// recvfrom, recvmsg, recvmmsg. The receive itself is left to the system: it knows how to block, to time out,
// to be interrupted, to peek, to truncate and to fault. We come before it: the simulated kernel learns the
// size, the dump advances, and the datagram lies in the pair. What the system would get wrong is the sender's
// address. It copies as much of it as the caller has room for and then reports its true length, which is that
// of a sockaddr_nl (local_world.cpp); so the right address is put into the caller's memory beforehand, and
// the room is set to 0 until the system sets it to that length.
//
// What is lost is the control message of NETLINK_PKTINFO (netlink.md 6): the option is kept and told, but the
// system writes the length of the control messages itself, 0 for a pair, and a receive of our own could not
// block as the caller's does. A program that asks for it finds none, as it would in a truncated buffer.
#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <vector>

#include "tools/run/calls/calls.h"

namespace ipvsim::run {
namespace {

constexpr size_t kMostVectors = IOV_MAX;

// A call about a simulated socket.
struct Receive {
  KernelAccess& world;
  const Caller& caller;
  WaitingLengths& lengths;
  SocketId id;
  int flags;

  bool blocks() const {
    return (flags & MSG_DONTWAIT) == 0 && (caller.status_flags(caller.call().int_arg(0)) & O_NONBLOCK) == 0;
  }
};

std::optional<Receive> ours(KernelAccess& world, const Caller& caller, WaitingLengths& lengths, int flags) {
  if (!world.has_any()) return std::nullopt;
  const SocketId id = caller.socket(caller.call().int_arg(0));
  if (!world.has(id)) return std::nullopt;
  return Receive{world, caller, lengths, id, flags};
}

// `address` and the int at `length_at`, which is `room` now, are the caller's. Whatever of it is not there,
// the system will stumble over in its own order.
void put_sender(const Receive& receive, const endpoint::Expected& expected, uint64_t address,
                uint64_t length_at, int room) {
  if (address == 0 || room < 0) return;
  const pid_t task = receive.caller.call().task;
  const uint32_t before = receive.lengths.take(task, length_at);
  if (room == 0) room = static_cast<int>(before);
  if (room == 0) return;
  const size_t size = std::min<size_t>(static_cast<size_t>(room), sizeof(expected.source));
  const int none = 0;
  if (!receive.caller.write({address, &expected.source, size}, {length_at, &none, sizeof(none)})) return;
  if (!expected.available) receive.lengths.set(task, length_at, static_cast<uint32_t>(room));
}

// How many bytes a message's buffers have room for; nothing when the system will refuse them.
std::optional<size_t> capacity_of(const Caller& caller, const msghdr& message) {
  if (message.msg_iovlen > kMostVectors) return std::nullopt;
  std::vector<iovec> vectors(message.msg_iovlen);
  const auto at = reinterpret_cast<uint64_t>(message.msg_iov);
  if (!vectors.empty() && !caller.glance(at, vectors.data(), vectors.size() * sizeof(iovec)))
    return std::nullopt;
  size_t capacity = 0;
  for (const iovec& vector : vectors) capacity += std::min<size_t>(vector.iov_len, INT_MAX);
  return capacity;
}

// Announces the receive of the message at `address`. Nothing: the system will refuse the message.
std::optional<endpoint::Expected> announce(const Receive& receive, uint64_t address) {
  const auto message = receive.caller.glance<msghdr>(address);
  if (!message) return std::nullopt;
  const auto capacity = capacity_of(receive.caller, *message);
  if (!capacity) return std::nullopt;
  receive.caller.check();
  auto expected = receive.world.expect_receive(receive.id, *capacity, receive.flags);
  if (expected.err == 0 && (expected.available || receive.blocks()))
    put_sender(receive, expected, reinterpret_cast<uint64_t>(message->msg_name),
               address + offsetof(msghdr, msg_namelen), static_cast<int>(message->msg_namelen));
  return expected;
}

}  // namespace

Outcome recvfrom_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths) {
  const Call& call = caller.call();
  const auto receive = ours(world, caller, lengths, call.int_arg(3));
  if (!receive) return Outcome::pass();
  const size_t capacity = std::min<size_t>(call.args[2], INT_MAX);
  caller.check();
  const auto expected = world.expect_receive(receive->id, capacity, receive->flags);
  if (expected.err != 0) return Outcome::fails(expected.err);
  if (call.args[4] != 0 && (expected.available || receive->blocks())) {
    if (const auto room = caller.read<int>(call.args[5]))
      put_sender(*receive, expected, call.args[4], call.args[5], *room);
  }
  return Outcome::pass();
}

Outcome recvmsg_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths) {
  const auto receive = ours(world, caller, lengths, caller.call().int_arg(2));
  if (!receive) return Outcome::pass();
  const auto expected = announce(*receive, caller.call().args[1]);
  return expected && expected->err != 0 ? Outcome::fails(expected->err) : Outcome::pass();
}

Outcome recvmmsg_call(KernelAccess& world, const Caller& caller, WaitingLengths& lengths) {
  const Call& call = caller.call();
  const auto receive = ours(world, caller, lengths, call.int_arg(3));
  if (!receive) return Outcome::pass();
  const size_t count = std::min<size_t>(static_cast<unsigned>(call.int_arg(2)), kMostVectors);
  for (size_t i = 0; i < count; ++i) {
    const auto expected = announce(*receive, call.args[1] + i * sizeof(mmsghdr));
    if (!expected) break;
    // An error behind the first message is for the next call.
    if (expected->err != 0) return i == 0 ? Outcome::fails(expected->err) : Outcome::pass();
    if (!expected->available && ((receive->flags & MSG_WAITFORONE) != 0 && i > 0)) break;
    if (!expected->available && !receive->blocks()) break;
  }
  return Outcome::pass();
}

}  // namespace ipvsim::run
