// A NETLINK_GENERIC socket as the kernel keeps it: address, options, receive queue, at most one running dump
// (netlink.md 2, 5 to 9). Everything here is driven by the caller; nothing blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/base/status.h"
#include "sim/genl/family.h"
#include "sim/genl/receive_queue.h"
#include "uapi/netlink.h"

namespace ipvsim::genl {

class Dump;
class Netlink;

// Flags of send() and recv(), numbered as the system's.
inline constexpr int kMsgOob = 0x1;
inline constexpr int kMsgPeek = 0x2;
inline constexpr int kMsgTrunc = 0x20;

// What one recv() gave. `err` != 0: nothing was received (EAGAIN: nothing is there; the caller may wait and
// retry).
struct RecvResult {
  int err = 0;
  wire::Bytes bytes;       // what fitted into the caller's buffer; valid while this object lives, or, after a
                           // peek, until the socket is used again
  size_t length = 0;       // the datagram's true length
  bool truncated = false;  // MSG_TRUNC in msg_flags
  uapi::SockAddrNl source{};
  std::optional<uint32_t> pktinfo_group;  // cmsg of NETLINK_PKTINFO
  wire::SkbPtr owner;                     // empty after a peek
};

// Readiness as poll() tells it.
struct Readiness {
  bool readable = false;
  bool error = false;
};

// What a socket has cost so far.
struct Counters {
  uint64_t requests = 0;     // messages dispatched
  uint64_t datagrams = 0;    // received by the user, peeks not counted
  uint64_t bytes = 0;        // of those datagrams, their true length
  uint64_t chunks = 0;       // dump chunks produced
  uint64_t table_steps = 0;  // entries of the service table passed on its behalf

  Counters& operator+=(const Counters& other) {
    requests += other.requests;
    datagrams += other.datagrams;
    bytes += other.bytes;
    chunks += other.chunks;
    table_steps += other.table_steps;
    return *this;
  }
};

// Where a running dump stands; a copy.
struct DumpCursor {
  uint16_t family_id = 0;
  uint8_t cmd = 0;
  uint64_t chunks = 0;  // produced so far
  std::array<uint64_t, 6> args{};
};

// Not thread-safe: a socket is used by the thread that uses its kernel. Must not outlive its kernel.
class Socket {
 public:
  // `task` is the thread-group id autobind prefers; `opener_capable`: the opener had CAP_NET_ADMIN
  // (netlink.md 8).
  Socket(Netlink& netlink, NetnsId netns, uint32_t task, bool opener_capable);
  // Closes: ends a running dump, drops what is queued, frees the port id.
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  // bind(2) with `address_length` bytes given. Errors in order: EINVAL, EPERM, EINVAL, EADDRINUSE (netlink.md
  // 7).
  Status bind(const uapi::SockAddrNl& address, size_t address_length = sizeof(uapi::SockAddrNl));
  // The short way: bind to `portid`, 0 for autobind.
  Status bind(uint32_t portid) { return bind({uapi::kAfNetlink, 0, portid, 0}); }
  // connect(2): family 0 resets. EINVAL, EPERM.
  Status connect(const uapi::SockAddrNl& address);
  uapi::SockAddrNl name() const;
  uapi::SockAddrNl peer_name() const { return {uapi::kAfNetlink, 0, connected_portid_, 0}; }

  // setsockopt at SOL_NETLINK; fewer than 4 bytes read as 0. ENOPROTOOPT, EINVAL, EPERM (netlink.md 6).
  Status set_option(int option, wire::Bytes value);
  Status set_option(int option, int value) {
    return set_option(option, {reinterpret_cast<const uint8_t*>(&value), sizeof(value)});
  }
  // getsockopt at SOL_NETLINK into a buffer of `length` bytes: the bytes to copy back and the length to
  // report.
  struct OptionValue {
    std::vector<uint8_t> bytes;
    int length = 0;
  };
  Result<OptionValue> get_option(int option, int length) const;
  // SO_RCVBUF / SO_RCVBUFFORCE (`force`, EPERM without capability); reading gives the doubled value.
  Status set_rcvbuf(int bytes, bool force = false);
  size_t rcvbuf() const { return queue_.rcvbuf(); }
  // SO_ERROR: the pending error, which is cleared.
  int take_error() { return queue_.take_error(); }

  // sendmsg(2): every request in the datagram is served before it returns (netlink.md 2). Returns the length
  // sent.
  Result<size_t> send(wire::Bytes datagram, const uapi::SockAddrNl* to = nullptr,
                      size_t address_length = sizeof(uapi::SockAddrNl), int flags = 0);
  // recvmsg(2) with a buffer of `capacity` bytes; advances a running dump by at most one chunk (netlink.md
  // 9).
  RecvResult recv(size_t capacity, int flags = 0);
  Readiness poll() const { return {queue_.head() != nullptr, queue_.error() != 0}; }

  // The datagram the next recv() would take, if any; for a transport that moves it on.
  const wire::Skb* head() const { return queue_.head(); }
  bool dumping() const { return dump_ != nullptr; }
  std::optional<DumpCursor> dump_cursor() const;
  const Counters& counters() const { return counters_; }
  size_t drops() const { return queue_.drops(); }
  size_t learned_size() const { return learned_size_; }

  NetnsId netns() const { return netns_; }
  uint32_t portid() const { return portid_; }
  bool bound() const { return bound_; }
  bool member_of(uint32_t group) const { return groups_.contains(group); }
  bool cap_ack() const { return cap_ack_; }
  bool ext_ack() const { return ext_ack_; }

  // For the rooms of this folder.
  ReceiveQueue& queue() { return queue_; }
  Counters& mutable_counters() { return counters_; }
  // netlink_capable() for the request being served: see netlink.md 8.
  bool capable(bool destination_given) const;
  // Kernel to user: refused with ECONNREFUSED by a socket connected elsewhere.
  Status deliver(wire::SkbPtr skb);
  // netlink.md 12.2 from row 2 on: EBUSY, the start hook's errno, ENOBUFS of the first chunk.
  Status start_dump(std::unique_ptr<Dump> dump);

 private:
  Status autobind();
  void set_groups(uint32_t low_groups);
  Status change_membership(uint32_t group, bool join);
  void advance_dump();

  Netlink& netlink_;
  const NetnsId netns_;
  const uint32_t task_;
  const bool opener_capable_;
  uint32_t portid_ = 0;
  bool bound_ = false;
  uint32_t connected_portid_ = 0;
  uint32_t connected_group_ = 0;
  std::set<uint32_t> groups_;
  ReceiveQueue queue_;
  size_t learned_size_ = 0;
  bool pktinfo_ = false;
  bool broadcast_error_ = false;
  bool listen_all_nsid_ = false;
  bool cap_ack_ = false;
  bool ext_ack_ = false;
  bool strict_chk_ = false;
  std::unique_ptr<Dump> dump_;
  Counters counters_;
};

}  // namespace ipvsim::genl
