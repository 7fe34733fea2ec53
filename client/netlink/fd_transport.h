// Datagrams over a file descriptor: a netlink socket, or one end of a SOCK_SEQPACKET or SOCK_DGRAM
// socketpair.
#pragma once

#include "client/netlink/datagram_transport.h"

namespace ipvsim::client {

class FdTransport final : public DatagramTransport {
 public:
  // Closes `fd` at the end when `owned`. An unknown `portid` is asked from getsockname where `fd` is netlink.
  FdTransport(int fd, bool owned, std::optional<uint32_t> portid);
  ~FdTransport() override;

  int send(std::span<const std::byte> datagram) override;
  Received receive(std::span<std::byte> buffer, int flags) override;
  std::optional<uint32_t> portid() const override { return portid_; }

 private:
  int fd_;
  bool owned_;
  std::optional<uint32_t> portid_;
};

}  // namespace ipvsim::client
