// The libnl socket of a client, whatever is behind it. The only header that shows libnl.
//
// libnl refuses a socketpair in nl_socket_set_fd. Its documented seam is nl_cb_overwrite_send and
// nl_cb_overwrite_recv: with both set no descriptor inside libnl is needed, and every libnl function that
// sends or receives on socket() goes through the DatagramTransport.
#pragma once

#include <netlink/netlink.h>

#include <exception>
#include <memory>
#include <optional>
#include <span>

#include "client/netlink/transport.h"

namespace ipvsim::client {

class Handle {
 public:
  // Throws Error (transport) when the kernel's socket cannot be had.
  explicit Handle(Transport transport);
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();

  // For plain libnl code; the sender of what it receives is always port 0.
  nl_sock* socket() { return socket_; }

  // nl_send of a complete message. 0 or a positive errno, exactly the transport's: libnl's own code maps
  // several errnos to one.
  int send(nl_msg* message);
  Received receive(std::span<std::byte> buffer, int flags) { return datagrams_->receive(buffer, flags); }
  std::optional<uint32_t> portid() const { return datagrams_->portid(); }

 private:
  friend struct HandleSeam;
  nl_sock* socket_;
  std::unique_ptr<DatagramTransport> datagrams_;
  int send_error_ = 0;
  std::exception_ptr thrown_;
};

// The largest datagram a kernel makes of a dump (netlink.md 9: chunks never exceed 32448 bytes), rounded up.
inline constexpr size_t kReceiveSize = 32768;

}  // namespace ipvsim::client
