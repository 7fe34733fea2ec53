// The ways to reach a kernel that need no libnl.
#include "client/netlink/transport.h"

#include <utility>

#include "client/netlink/fd_transport.h"

namespace ipvsim::client {
namespace {

class CallsTransport final : public DatagramTransport {
 public:
  CallsTransport(Transport::SendFn send, Transport::ReceiveFn receive, std::optional<uint32_t> portid)
      : send_(std::move(send)), receive_(std::move(receive)), portid_(portid) {}

  int send(std::span<const std::byte> datagram) override { return send_(datagram); }
  Received receive(std::span<std::byte> buffer, int flags) override { return receive_(buffer, flags); }
  std::optional<uint32_t> portid() const override { return portid_; }

 private:
  Transport::SendFn send_;
  Transport::ReceiveFn receive_;
  std::optional<uint32_t> portid_;
};

}  // namespace

Transport Transport::kernel(std::chrono::milliseconds timeout) { return Transport(Kernel{timeout}); }

Transport Transport::fd(int fd, Own own, std::optional<uint32_t> portid) {
  return custom(std::make_unique<FdTransport>(fd, own == Own::close, portid));
}

Transport Transport::calls(SendFn send, ReceiveFn receive, std::optional<uint32_t> portid) {
  return custom(std::make_unique<CallsTransport>(std::move(send), std::move(receive), portid));
}

Transport Transport::custom(std::unique_ptr<DatagramTransport> datagrams) {
  return Transport(Where(std::move(datagrams)));
}

}  // namespace ipvsim::client
