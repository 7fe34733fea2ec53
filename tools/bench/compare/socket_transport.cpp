// Handing bytes over.
#include "tools/bench/compare/socket_transport.h"

#include <algorithm>
#include <cstring>

namespace ipvsim::tools::bench {

int SocketTransport::send(std::span<const std::byte> datagram) {
  if (recording_ != nullptr) recording_->datagrams.push_back({true, {datagram.begin(), datagram.end()}});
  return socket_->send({reinterpret_cast<const uint8_t*>(datagram.data()), datagram.size()}).err();
}

client::Received SocketTransport::receive(std::span<std::byte> buffer, int flags) {
  const genl::RecvResult got = socket_->recv(buffer.size(), flags & genl::kMsgPeek);
  if (got.err != 0) return {.error = got.err};
  if (!got.bytes.empty()) std::memcpy(buffer.data(), got.bytes.data(), got.bytes.size());
  if (recording_ != nullptr) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(got.bytes.data());
    recording_->datagrams.push_back({false, {bytes, bytes + got.bytes.size()}});
  }
  return {.error = 0, .length = got.length, .sender = got.source.pid};
}

}  // namespace ipvsim::tools::bench
