// The world whose kernel lives in this process.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <unordered_map>

#include "sim/endpoint/endpoint.h"
#include "sim/kernel.h"
#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {

class LocalKernel final : public KernelAccess {
 public:
  // `first` is the namespace of the system that the kernel's namespace 0 stands for. The kernel must outlive
  // the object. Throws std::system_error when the system gives no descriptors.
  LocalKernel(sim::Kernel& kernel, const NetnsKey& first);
  ~LocalKernel() override;

  sim::Kernel& kernel() { return kernel_; }
  // Sockets opened from now on are watched by it; it must outlive the object.
  void observe(endpoint::Observer& observer) { observer_ = &observer; }

  size_t sockets() const { return sockets_.size(); }
  // Every open socket has lost something: the next receive on each says ENOBUFS.
  void overrun();

  int fd() const override { return epoll_.get(); }
  void serve() override;
  OpenedSocket open(const NetnsKey& netns, int type, uint32_t task) override;
  bool has(SocketId id) const override { return sockets_.contains(id); }
  bool has_any() const override { return !sockets_.empty(); }
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
  bool privileged() const override { return kernel_.netlink().caller().netns_admin; }

 private:
  struct Socket {
    std::unique_ptr<endpoint::Endpoint> endpoint;
    int type;
  };

  genl::NetnsId netns_of(const NetnsKey& key);
  // Serves, then gives the socket; null when there is none of this id.
  endpoint::Endpoint* find(SocketId id);

  sim::Kernel& kernel_;
  endpoint::Observer* observer_ = nullptr;
  endpoint::Fd epoll_;
  std::unordered_map<SocketId, Socket> sockets_;
  std::map<NetnsKey, genl::NetnsId> namespaces_;
  Rng salts_;  // of namespaces after the first
  Rng names_;
};

}  // namespace ipvsim::run
