// Datagrams over a simulated socket.
#include "proptests/client_laws/socket_transport.h"

#include <algorithm>
#include <cstring>

#include "uapi/ipvs.h"

namespace ipvsim::client_laws {

SocketTransport::SocketTransport(sim::Kernel& kernel, genl::NetnsId netns, Boundaries boundaries)
    : socket_(kernel.socket(netns)), boundaries_(std::move(boundaries)) {
  IPVSIM_CHECK(socket_->set_option(uapi::kNetlinkExtAck, 1).ok());
}

int SocketTransport::send(std::span<const std::byte> datagram) {
  if (boundaries_.before_send) boundaries_.before_send();
  return socket_->send({reinterpret_cast<const uint8_t*>(datagram.data()), datagram.size()}).err();
}

client::Received SocketTransport::receive(std::span<std::byte> buffer, int) {
  if (boundaries_.before_receive) boundaries_.before_receive();
  const genl::RecvResult got = socket_->recv(buffer.size());
  if (got.err != 0) return {got.err, 0, 0};
  const size_t fitted = std::min(got.bytes.size(), buffer.size());
  if (fitted > 0) std::memcpy(buffer.data(), got.bytes.data(), fitted);
  if (boundaries_.received) boundaries_.received(buffer.first(fitted));
  return {0, got.length, got.source.pid};
}

client::Transport transport_to(sim::Kernel& kernel, genl::NetnsId netns, Boundaries boundaries) {
  return client::Transport::custom(std::make_unique<SocketTransport>(kernel, netns, std::move(boundaries)));
}

client::Family family_of(const sim::Kernel& kernel) {
  client::Family family;
  family.id = kernel.family_id();
  family.version = uapi::kIpvsVersion;
  family.combined_dump = kernel.profile().variant != DumpVariant::stock;
  return family;
}

}  // namespace ipvsim::client_laws
