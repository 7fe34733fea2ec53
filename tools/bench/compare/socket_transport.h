// The client's transport straight into a simulated kernel's socket: no descriptor, no system call. What is
// left of a read when the socketpair is taken away.
#pragma once

#include <memory>
#include <vector>

#include "client/netlink/datagram_transport.h"
#include "sim/kernel.h"

namespace ipvsim::tools::bench {

// Every datagram that passed, in order, if somebody wants to keep them.
struct Recording {
  struct Datagram {
    bool request = false;
    std::vector<std::byte> bytes;
  };
  std::vector<Datagram> datagrams;
};

// Not thread-safe. Kernel and recording must outlive it.
class SocketTransport : public client::DatagramTransport {
 public:
  explicit SocketTransport(sim::Kernel& kernel, Recording* recording = nullptr)
      : socket_(kernel.socket()), recording_(recording) {}

  int send(std::span<const std::byte> datagram) override;
  client::Received receive(std::span<std::byte> buffer, int flags) override;

 private:
  std::unique_ptr<genl::Socket> socket_;
  Recording* recording_;
};

}  // namespace ipvsim::tools::bench
