// Framing and descriptors.
#include "tools/run/serve/channel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/run/serve/fd_message.h"

namespace ipvsim::run {
namespace {

using Length = uint32_t;
constexpr size_t kReadSize = 65536;

[[noreturn]] void failed(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, strerror(errno)));
}

}  // namespace

void Channel::send(const nlohmann::json& message, int fd) {
  Outgoing outgoing;
  outgoing.bytes.resize(sizeof(Length));
  nlohmann::json::to_msgpack(message, outgoing.bytes);
  const auto length = static_cast<Length>(outgoing.bytes.size() - sizeof(Length));
  std::memcpy(outgoing.bytes.data(), &length, sizeof(length));
  if (fd >= 0) {
    outgoing.fd.reset(fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (!outgoing.fd.valid()) failed("a descriptor for a client");
  }
  unsent_.push_back(std::move(outgoing));
  flush();
}

void Channel::flush() {
  while (!unsent_.empty()) {
    Outgoing& outgoing = unsent_.front();
    FdMessage message(outgoing.bytes.data() + outgoing.sent, outgoing.bytes.size() - outgoing.sent);
    if (outgoing.fd.valid()) message.attach(outgoing.fd.get());
    const ssize_t sent = sendmsg(socket_.get(), &message.header(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (sent < 0) failed("sending to the other side");
    outgoing.fd.reset();
    outgoing.sent += static_cast<size_t>(sent);
    if (outgoing.sent == outgoing.bytes.size()) unsent_.pop_front();
  }
}

bool Channel::read() {
  for (;;) {
    const size_t before = received_.size();
    received_.resize(before + kReadSize);
    FdMessage message(received_.data() + before, kReadSize);
    message.make_room();
    const ssize_t got = recvmsg(socket_.get(), &message.header(), MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    received_.resize(before + (got > 0 ? static_cast<size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
    if (got <= 0) return false;
    if (endpoint::Fd fd = message.take(); fd.valid()) fds_.push_back(std::move(fd));
    if (static_cast<size_t>(got) < kReadSize) return true;
  }
}

std::optional<nlohmann::json> Channel::next() {
  if (received_.size() < sizeof(Length)) return std::nullopt;
  Length length;
  std::memcpy(&length, received_.data(), sizeof(length));
  if (length > kLongestMessage) throw std::runtime_error("a message that is too long");
  if (received_.size() - sizeof(Length) < length) return std::nullopt;
  const auto begin = received_.begin() + sizeof(Length);
  const auto end = begin + static_cast<ptrdiff_t>(length);
  auto message = nlohmann::json::from_msgpack(begin, end, true, false);
  received_.erase(received_.begin(), end);
  if (message.is_discarded()) throw std::runtime_error("a message that is none");
  return message;
}

endpoint::Fd Channel::take_fd() {
  if (fds_.empty()) return {};
  endpoint::Fd fd = std::move(fds_.front());
  fds_.pop_front();
  return fd;
}

void Channel::wait(short events) const {
  pollfd fd{socket_.get(), events, 0};
  if (poll(&fd, 1, -1) < 0 && errno != EINTR) failed("waiting for the other side");
}

nlohmann::json Channel::ask(const nlohmann::json& message, int fd) {
  send(message, fd);
  while (has_unsent()) {
    wait(POLLOUT);
    flush();
  }
  for (;;) {
    if (auto answer = next()) return std::move(*answer);
    wait(POLLIN);
    if (!read()) {
      // What came before the end still counts.
      if (auto answer = next()) return std::move(*answer);
      throw std::runtime_error("the run that has the kernel is gone");
    }
  }
}

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    throw std::runtime_error(fmt::format("{}: the path is too long", path));
  path.copy(address.sun_path, path.size());
  return address;
}

Channel connect_channel(const std::string& path) {
  const sockaddr_un address = unix_address(path);
  endpoint::Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.valid() ||
      connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    throw std::runtime_error(fmt::format("{}: {}", path, strerror(errno)));
  return Channel(std::move(socket));
}

}  // namespace ipvsim::run
