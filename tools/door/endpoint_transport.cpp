// Handing datagrams over.
#include "tools/door/endpoint_transport.h"

#include <sys/socket.h>

#include <cerrno>

namespace ipvsim::tools {

EndpointTransport::EndpointTransport(sim::Kernel& kernel, genl::NetnsId netns) : endpoint_(kernel, netns) {}

int EndpointTransport::send(std::span<const std::byte> datagram) {
  return endpoint_.send(datagram.data(), datagram.size()) < 0 ? errno : 0;
}

client::Received EndpointTransport::receive(std::span<std::byte> buffer, int flags) {
  endpoint::ReceiveInfo info;
  const ssize_t length = endpoint_.recv(buffer.data(), buffer.size(), (flags & MSG_PEEK) | MSG_TRUNC, &info);
  if (length < 0) return {.error = errno};
  return {.error = 0, .length = static_cast<size_t>(length), .sender = info.source.pid};
}

std::optional<uint32_t> EndpointTransport::portid() const {
  const genl::Socket& socket = endpoint_.socket();
  return socket.bound() ? std::optional(socket.portid()) : std::nullopt;
}

}  // namespace ipvsim::tools
