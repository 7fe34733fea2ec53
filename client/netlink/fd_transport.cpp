// Datagrams over a file descriptor.
#include "client/netlink/fd_transport.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "uapi/netlink.h"

namespace ipvsim::client {

FdTransport::FdTransport(int fd, bool owned, std::optional<uint32_t> portid)
    : fd_(fd), owned_(owned), portid_(portid) {
  if (portid_) return;
  uapi::SockAddrNl name{};
  socklen_t size = sizeof name;
  if (getsockname(fd_, reinterpret_cast<sockaddr*>(&name), &size) == 0 && size == sizeof name &&
      name.family == uapi::kAfNetlink && name.pid != 0)
    portid_ = name.pid;
}

FdTransport::~FdTransport() {
  if (owned_) close(fd_);
}

int FdTransport::send(std::span<const std::byte> datagram) {
  for (;;) {
    // MSG_NOSIGNAL: a closed socketpair is an error to report, not a reason to die.
    if (::send(fd_, datagram.data(), datagram.size(), MSG_NOSIGNAL) >= 0) return 0;
    if (errno != EINTR) return errno;
  }
}

Received FdTransport::receive(std::span<std::byte> buffer, int flags) {
  uapi::SockAddrNl from{};
  for (;;) {
    socklen_t size = sizeof from;
    const ssize_t n = recvfrom(fd_, buffer.data(), buffer.size(), flags | MSG_TRUNC,
                               reinterpret_cast<sockaddr*>(&from), &size);
    if (n >= 0) {
      const bool netlink = size >= sizeof from && from.family == uapi::kAfNetlink;
      return {0, static_cast<size_t>(n), netlink ? from.pid : 0};
    }
    if (errno != EINTR) return {errno, 0, 0};
  }
}

}  // namespace ipvsim::client
