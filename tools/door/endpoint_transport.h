// The client's transport over door 1: libnl client on one side, a simulated kernel behind a socketpair on the
// other, both in this thread.
#pragma once

#include "client/netlink/datagram_transport.h"
#include "sim/endpoint/endpoint.h"

namespace ipvsim::tools {

// Not thread-safe. Receiving never waits: a simulated kernel has answered by the time a request is sent, so
// nothing there is EAGAIN whatever the flags say. The kernel must outlive it.
class EndpointTransport : public client::DatagramTransport {
 public:
  explicit EndpointTransport(sim::Kernel& kernel, genl::NetnsId netns = 0);

  int send(std::span<const std::byte> datagram) override;
  client::Received receive(std::span<std::byte> buffer, int flags) override;
  std::optional<uint32_t> portid() const override;

  endpoint::Endpoint& endpoint() { return endpoint_; }

 private:
  endpoint::Endpoint endpoint_;
};

}  // namespace ipvsim::tools
