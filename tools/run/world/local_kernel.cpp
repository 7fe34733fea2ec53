// The sockets by inode, served in the order in which things happened to them.
#include "tools/run/world/local_kernel.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "sim/ipvs_proc/proc_net.h"
#include "sim/ipvs_sockopt/sockopt.h"

namespace ipvsim::run {
namespace {

// A datagram's sender must have an address as long as a sockaddr_nl, for then the length that a native
// receive reports is right. The address itself never reaches a program (receive_calls.cpp). The name is in
// the abstract name space: a NUL, then nine bytes.
constexpr size_t kNameSize = sizeof(uapi::SockAddrNl) - sizeof(sa_family_t);

void name_kernel_end(int fd, Rng& rng) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  do {
    const uint64_t drawn = rng.next();
    std::memcpy(address.sun_path + 1, &drawn, sizeof(drawn));
  } while (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(sa_family_t) + kNameSize) != 0 &&
           errno == EADDRINUSE);
}

}  // namespace

LocalKernel::LocalKernel(sim::Kernel& kernel, const NetnsKey& first)
    : kernel_(kernel),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      namespaces_{{first, 0}},
      salts_(kernel.seed()),
      // The abstract name space is shared by all runs of this machine, which may have one seed.
      names_(kernel.seed() ^ static_cast<uint64_t>(getpid()) << 32) {
  if (!epoll_.valid()) throw std::system_error(errno, std::generic_category(), "ipvsim: epoll");
}

LocalKernel::~LocalKernel() = default;

// The system lists ready descriptors in the order in which they became so; so a request sent after a datagram
// was taken is served after the dump that the taking advances, also on another socket.
void LocalKernel::serve() {
  for (;;) {
    epoll_event ready[32];
    const int count = epoll_wait(epoll_.get(), ready, std::size(ready), 0);
    for (int i = 0; i < count; ++i) {
      const auto at = sockets_.find(ready[i].data.u64);
      if (at != sockets_.end() && !at->second.endpoint->pump()) sockets_.erase(at);
    }
    if (count < static_cast<int>(std::size(ready))) return;
  }
}

void LocalKernel::overrun() {
  for (auto& [id, socket] : sockets_) socket.endpoint->socket().queue().set_error(ENOBUFS);
}

genl::NetnsId LocalKernel::netns_of(const NetnsKey& key) {
  // A caller whose namespace the system does not tell is taken to be in the first one.
  if (key == NetnsKey{}) return 0;
  const auto [at, is_new] = namespaces_.try_emplace(key, 0);
  if (!is_new) return at->second;
  // A restored state may have brought more of them than were seen here; they are taken in their order.
  const size_t seen = namespaces_.size() - 1;
  if (seen < kernel_.namespaces().size())
    at->second = static_cast<genl::NetnsId>(seen);
  else
    // A salt is a multiple of 16 (ipvs-control.md 8).
    at->second = kernel_.add_netns(static_cast<uint8_t>(salts_.next() & 0xf0));
  return at->second;
}

OpenedSocket LocalKernel::open(const NetnsKey& netns, int type, uint32_t task) {
  serve();
  OpenedSocket opened;
  std::unique_ptr<endpoint::Endpoint> endpoint;
  try {
    endpoint = std::make_unique<endpoint::Endpoint>(kernel_, netns_of(netns), task);
  } catch (const std::system_error& error) {
    opened.err = error.code().value();
    return opened;
  }
  opened.user_end = endpoint::Fd(endpoint->release_fd());
  name_kernel_end(endpoint->kernel_fd(), names_);
  if (observer_ != nullptr) endpoint->observe(*observer_);
  struct stat facts;
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  if (fstat(opened.user_end.get(), &facts) == 0) event.data.u64 = facts.st_ino;
  if (event.data.u64 == 0 || epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, endpoint->kernel_fd(), &event) != 0) {
    opened.err = errno;
    return opened;
  }
  opened.id = facts.st_ino;
  sockets_[opened.id] = {std::move(endpoint), type};
  return opened;
}

endpoint::Endpoint* LocalKernel::find(SocketId id) {
  serve();
  const auto at = sockets_.find(id);
  return at == sockets_.end() ? nullptr : at->second.endpoint.get();
}

int LocalKernel::type(SocketId id) const {
  const auto at = sockets_.find(id);
  return at == sockets_.end() ? 0 : at->second.type;
}

int LocalKernel::bind(SocketId id, const uapi::SockAddrNl& address) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? EBADF : endpoint->socket().bind(address).err();
}

int LocalKernel::connect(SocketId id, const uapi::SockAddrNl& address) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? EBADF : endpoint->socket().connect(address).err();
}

uapi::SockAddrNl LocalKernel::name(SocketId id) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? uapi::SockAddrNl{} : endpoint->socket().name();
}

uapi::SockAddrNl LocalKernel::peer_name(SocketId id) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? uapi::SockAddrNl{} : endpoint->socket().peer_name();
}

int LocalKernel::set_option(SocketId id, int option, Bytes value) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? EBADF : endpoint->socket().set_option(option, value).err();
}

OptionAnswer LocalKernel::get_option(SocketId id, int option, int length) {
  endpoint::Endpoint* const endpoint = find(id);
  if (endpoint == nullptr) return {EBADF, {}, 0};
  auto value = endpoint->socket().get_option(option, length);
  if (!value.ok()) return {value.err(), {}, 0};
  return {0, std::move(value.value().bytes), value.value().length};
}

int LocalKernel::set_rcvbuf(SocketId id, int bytes, bool force) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? EBADF : endpoint->socket().set_rcvbuf(bytes, force).err();
}

int LocalKernel::rcvbuf(SocketId id) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? 0 : static_cast<int>(endpoint->socket().rcvbuf());
}

int LocalKernel::take_error(SocketId id) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? 0 : endpoint->socket().take_error();
}

endpoint::Expected LocalKernel::expect_receive(SocketId id, size_t capacity, int flags) {
  endpoint::Endpoint* const endpoint = find(id);
  return endpoint == nullptr ? endpoint::Expected{} : endpoint->expect_receive(capacity, flags);
}

int LocalKernel::set_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) {
  serve();
  const genl::NetnsId id = netns_of(netns);
  if (!kernel_.module_loaded()) return ENOPROTOOPT;
  return ipvs_sockopt::set_option(kernel_.ipvs(), kernel_.ipvs_netns(id), privileged(), option, value, length)
      .err();
}

OptionAnswer LocalKernel::get_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) {
  serve();
  const genl::NetnsId id = netns_of(netns);
  if (!kernel_.module_loaded()) return {ENOPROTOOPT, {}, 0};
  auto answer =
      ipvs_sockopt::get_option(kernel_.ipvs(), kernel_.ipvs_netns(id), privileged(), option, value, length);
  if (!answer.ok()) return {answer.err(), {}, 0};
  return {0, std::move(answer.value().bytes), static_cast<int>(answer.value().optlen)};
}

KernelAccess::File LocalKernel::read_file(const NetnsKey& netns, std::string_view path) {
  serve();
  const genl::NetnsId id = netns_of(netns);
  if (!kernel_.module_loaded()) return {ENOENT, {}, 0};
  if (path.starts_with(kProcNet)) {
    path.remove_prefix(kProcNet.size());
    auto text = ipvs_proc::proc_net_text(kernel_.ipvs(), kernel_.ipvs_netns(id), path);
    return text ? File{0, std::move(*text), 0444} : File{ENOENT, {}, 0};
  }
  if (!path.starts_with(kProcSysVs)) return {ENOENT, {}, 0};
  path.remove_prefix(kProcSysVs.size());
  const ipvs_proc::Sysctls& values = kernel_.sysctls();
  for (const ipvs_proc::SysctlFile& file : values.files()) {
    if (file.name != path) continue;
    auto text = values.read(id, path);
    return text.ok() ? File{0, std::move(text.value()), file.mode} : File{text.err(), {}, 0};
  }
  return {ENOENT, {}, 0};
}

std::vector<std::string> LocalKernel::value_names() {
  serve();
  std::vector<std::string> names;
  if (!kernel_.module_loaded()) return names;
  for (const ipvs_proc::SysctlFile& file : kernel_.sysctls().files()) names.emplace_back(file.name);
  return names;
}

int LocalKernel::write_file(const NetnsKey& netns, std::string_view path, std::string_view text) {
  serve();
  const genl::NetnsId id = netns_of(netns);
  if (!kernel_.module_loaded() || !path.starts_with(kProcSysVs)) return ENOENT;
  path.remove_prefix(kProcSysVs.size());
  return kernel_.sysctls().write(id, path, text).err();
}

}  // namespace ipvsim::run
