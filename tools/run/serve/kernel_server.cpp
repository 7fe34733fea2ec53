// Accepting, answering, cutting off.
#include "tools/run/serve/kernel_server.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/run/serve/control.h"
#include "tools/run/serve/kernel_ops.h"

namespace ipvsim::run {
namespace {

[[noreturn]] void failed(const std::string& path) {
  throw std::runtime_error(fmt::format("{}: {}", path, strerror(errno)));
}

bool is_abandoned(const std::string& path, const sockaddr_un& address) {
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0 || !S_ISSOCK(facts.st_mode)) return false;
  const endpoint::Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 &&
         errno == ECONNREFUSED;
}

endpoint::Fd listen_at(const std::string& path) {
  const sockaddr_un address = unix_address(path);
  if (is_abandoned(path, address)) (void)unlink(path.c_str());
  endpoint::Fd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const mode_t before = umask(0077);
  const bool bound = listener.valid() &&
                     bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  umask(before);
  if (!bound || listen(listener.get(), SOMAXCONN) != 0) failed(path);
  return listener;
}

}  // namespace

KernelServer::KernelServer(LocalKernel& world, std::string path)
    : world_(world),
      path_(std::move(path)),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      listener_(listen_at(path_)) {
  if (!epoll_.valid()) failed(path_);
  watch(listener_.get(), EPOLLIN, EPOLL_CTL_ADD);
}

KernelServer::~KernelServer() { (void)unlink(path_.c_str()); }

void KernelServer::watch(int fd, uint32_t events, int operation) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll_.get(), operation, fd, &event) != 0) failed(path_);
}

void KernelServer::serve() {
  epoll_event ready[16];
  const int count = epoll_wait(epoll_.get(), ready, std::size(ready), 0);
  for (int i = 0; i < count; ++i) {
    const int fd = ready[i].data.fd;
    if (fd == listener_.get()) {
      accept_clients();
      continue;
    }
    const auto client =
        std::find_if(clients_.begin(), clients_.end(), [&](const Channel& each) { return each.fd() == fd; });
    if (client == clients_.end()) continue;
    if (serve_client(*client))
      watch(fd, client->has_unsent() ? EPOLLIN | EPOLLOUT : EPOLLIN, EPOLL_CTL_MOD);
    else
      clients_.erase(client);
  }
}

void KernelServer::accept_clients() {
  for (;;) {
    endpoint::Fd client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!client.valid()) return;
    watch(client.get(), EPOLLIN, EPOLL_CTL_ADD);
    clients_.emplace_back(std::move(client));
  }
}

bool KernelServer::serve_client(Channel& client) {
  try {
    client.flush();
    const bool open = client.read();
    while (const auto message = client.next()) answer(client, *message);
    return open;
  } catch (const std::exception&) {
    return false;
  }
}

void KernelServer::answer(Channel& client, const nlohmann::json& message) {
  OpAnswer answer;
  try {
    if (message.at("op") == "hold")
      (void)namespaces_.hold(client.take_fd());
    else if (message.at("op") == "control")
      answer.body = control(world_, message);
    else
      answer = do_world_op(world_, message);
  } catch (const std::exception& error) {
    answer.body = {{"error", error.what()}};
  }
  client.send(answer.body, answer.fd.get());
}

}  // namespace ipvsim::run
