// The world whose kernel lives in another run, which serves it (kernel_server.h).
#pragma once

#include <unordered_set>

#include "tools/run/serve/channel.h"
#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

// Every function waits for the other run's answer, and throws std::runtime_error when that run is gone.
class RemoteKernel final : public KernelAccess {
 public:
  // Throws std::runtime_error, "PATH: REASON".
  explicit RemoteKernel(const std::string& path);

  int fd() const override { return channel_.fd(); }
  // The other run says nothing unasked; so this only notices its end.
  void serve() override;
  void hold(int netns) override;
  OpenedSocket open(const NetnsKey& netns, int type, uint32_t task) override;
  bool has(SocketId id) const override { return opened_.contains(id); }
  bool has_any() const override { return !opened_.empty(); }
  int type(SocketId id) const override;
  int bind(SocketId id, const uapi::SockAddrNl& address) override;
  int connect(SocketId id, const uapi::SockAddrNl& address) override;
  uapi::SockAddrNl name(SocketId id) override;
  uapi::SockAddrNl peer_name(SocketId id) override;
  int set_option(SocketId id, int option, Bytes value) override;
  OptionAnswer get_option(SocketId id, int option, int length) override;
  int set_rcvbuf(SocketId id, int bytes, bool force) override;
  int rcvbuf(SocketId id) override;
  int take_error(SocketId id) override;
  endpoint::Expected expect_receive(SocketId id, size_t capacity, int flags) override;
  int set_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) override;
  OptionAnswer get_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) override;
  File read_file(const NetnsKey& netns, std::string_view path) override;
  std::vector<std::string> value_names() override;
  int write_file(const NetnsKey& netns, std::string_view path, std::string_view text) override;
  bool privileged() const override;

 private:
  nlohmann::json ask(const nlohmann::json& message) const;

  mutable Channel channel_;
  // All that were ever opened through us: the numbers are not used again, and a closed one is EBADF over
  // there.
  std::unordered_set<SocketId> opened_;
};

}  // namespace ipvsim::run
