// The seam below the client: whole datagrams out, whole datagrams in. It is cut here and not at messages,
// because how a kernel packs messages into datagrams, and how large the reader's buffer is, are part of what
// dumps are about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ipvsim::client {

// The result of one receiving call.
struct Received {
  int error = 0;  // positive errno, 0 when a datagram came. EAGAIN: none there (or none in time)
  size_t length =
      0;  // the datagram's true length; larger than the buffer when it was cut. 0: the other end closed
  uint32_t sender = 0;  // nl_pid of the source address; the kernel is 0
};

// One netlink socket. Used by one thread at a time. What its functions throw passes through the client's
// operation; the client then treats the request as abandoned.
class DatagramTransport {
 public:
  DatagramTransport() = default;
  DatagramTransport(const DatagramTransport&) = delete;
  DatagramTransport& operator=(const DatagramTransport&) = delete;
  virtual ~DatagramTransport() = default;

  // Sends one datagram. 0 or a positive errno.
  virtual int send(std::span<const std::byte> datagram) = 0;

  // Receives one datagram into `buffer`, whose size is what a kernel would learn for the next chunk of a dump
  // (netlink.md 9). `flags` are those of recv(2): 0 waits, MSG_DONTWAIT never does.
  virtual Received receive(std::span<std::byte> buffer, int flags) = 0;

  // The port id of this socket, against which answers are checked; if it is not known the first answer tells
  // it.
  virtual std::optional<uint32_t> portid() const { return std::nullopt; }
};

}  // namespace ipvsim::client
