// The Unix socket of a run that serves its kernel: other runs join it, `ipvsim ctl` controls it.
#pragma once

#include <list>
#include <string>

#include "tools/run/serve/channel.h"
#include "tools/run/world/known_namespaces.h"
#include "tools/run/world/local_kernel.h"

namespace ipvsim::run {

// Clients may be as bad as they like: one that breaks the rules is cut off, the others go on. Not
// thread-safe.
class KernelServer {
 public:
  // Only this user's programs may connect. A socket file that nobody listens at any more is replaced. Throws
  // std::runtime_error, "PATH: REASON".
  KernelServer(LocalKernel& world, std::string path);
  // Removes the socket file.
  ~KernelServer();
  KernelServer(const KernelServer&) = delete;
  KernelServer& operator=(const KernelServer&) = delete;

  // Readable when serve() has work.
  int fd() const { return epoll_.get(); }
  // Answers what clients asked. Never blocks.
  void serve();

  size_t clients() const { return clients_.size(); }

 private:
  void accept_clients();
  // False: the client is to be cut off.
  bool serve_client(Channel& client);
  void answer(Channel& client, const nlohmann::json& message);
  void watch(int fd, uint32_t events, int operation);

  LocalKernel& world_;
  const std::string path_;
  endpoint::Fd epoll_;
  endpoint::Fd listener_;
  std::list<Channel> clients_;
  KnownNamespaces namespaces_;  // that clients met
};

}  // namespace ipvsim::run
