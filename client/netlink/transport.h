// How a client reaches its kernel: a real one, a descriptor, or two functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>

#include "client/netlink/datagram_transport.h"

namespace ipvsim::client {

// Says where to connect; the connection is made by the Client (or Connection) that takes it.
class Transport {
 public:
  struct Kernel {
    // How long to wait for any one datagram; 0 is for ever. A kernel is allowed to lose an answer
    // (sockets-and-builds.md 4).
    std::chrono::milliseconds timeout;
  };
  enum class Own : uint8_t { borrow, close };
  using SendFn = std::function<int(std::span<const std::byte> datagram)>;
  using ReceiveFn = std::function<Received(std::span<std::byte> buffer, int flags)>;

  // A NETLINK_GENERIC socket of this system, with extended acks. Needs CAP_NET_ADMIN for every IPVS command.
  static Transport kernel(std::chrono::milliseconds timeout = std::chrono::seconds(10));

  // Any descriptor that carries datagrams, for example one end of a socketpair. Blocking or not, and its
  // timeouts, are as the caller set them: "nothing there" in the middle of an answer is an error. Give
  // `portid` if the port id of the peer's socket is known; otherwise it is asked from the descriptor, or
  // learned from the first answer.
  static Transport fd(int fd, Own own = Own::borrow, std::optional<uint32_t> portid = std::nullopt);

  // Two functions with the meaning of DatagramTransport::send and receive: drives a kernel in the same
  // process, which thereby learns the size of every receiving call.
  static Transport calls(SendFn send, ReceiveFn receive, std::optional<uint32_t> portid = std::nullopt);

  // An implementation of the caller's.
  static Transport custom(std::unique_ptr<DatagramTransport> datagrams);

 private:
  friend class Handle;
  using Where = std::variant<Kernel, std::unique_ptr<DatagramTransport>>;
  explicit Transport(Where where) : where_(std::move(where)) {}
  Where where_;
};

}  // namespace ipvsim::client
