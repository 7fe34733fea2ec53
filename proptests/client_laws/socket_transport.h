// The client's seam on a netlink socket of a simulated kernel, in the same thread: each receiving call tells
// the kernel its size, and a test can step in before any call.
#pragma once

#include <functional>
#include <memory>

#include "client/netlink/family.h"
#include "client/netlink/transport.h"
#include "sim/kernel.h"

namespace ipvsim::client_laws {

// What a test does at the datagram boundaries; either may be empty.
struct Boundaries {
  std::function<void()> before_send;
  std::function<void()> before_receive;
  // A datagram has been received; `bytes` is what fitted into the reader's buffer.
  std::function<void(std::span<const std::byte> bytes)> received;
};

class SocketTransport final : public client::DatagramTransport {
 public:
  // A socket of the kernel in `netns`, with extended acks as Transport::kernel() has them. Must not outlive
  // the kernel.
  explicit SocketTransport(sim::Kernel& kernel, genl::NetnsId netns = 0, Boundaries boundaries = {});

  int send(std::span<const std::byte> datagram) override;
  // Never waits: what is not there will not come in this thread.
  client::Received receive(std::span<std::byte> buffer, int flags) override;

  const genl::Socket& socket() const { return *socket_; }

 private:
  std::unique_ptr<genl::Socket> socket_;
  Boundaries boundaries_;
};

// The same as a Transport, for a Client.
client::Transport transport_to(sim::Kernel& kernel, genl::NetnsId netns = 0, Boundaries boundaries = {});

// The family as the kernel has it now, for a Client that shall not ask for it.
client::Family family_of(const sim::Kernel& kernel);

}  // namespace ipvsim::client_laws
