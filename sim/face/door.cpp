// A door is an endpoint with numbered requests and hooks.
#include "ipvsim/door.h"

#include <cerrno>
#include <utility>

#include "sim/endpoint/endpoint.h"
#include "uapi/netlink.h"

namespace ipvsim {
namespace {

// Whether an answer ends with this datagram. An overrun does not end one: what was queued comes after it.
bool ends_answer(const Datagram& datagram) {
  if (datagram.error != 0) return datagram.error != ENOBUFS;
  const std::vector<Message> messages = datagram.messages();
  if (messages.empty()) return true;
  const Message& last = messages.back();
  return last.is_done() || last.is_error() || (last.flags & uapi::kNlmFMulti) == 0;
}

}  // namespace

Door::Door(Kernel& kernel, uint32_t netns)
    : endpoint_(std::make_unique<endpoint::Endpoint>(kernel.inside(), netns)), kernel_(&kernel.inside()) {}
Door::~Door() = default;
Door::Door(Door&&) noexcept = default;
Door& Door::operator=(Door&&) noexcept = default;

int Door::send(const Request& request) {
  return send(request.bytes(kernel_->family_id(), request.seq != 0 ? request.seq : ++seq_));
}

int Door::send(std::span<const uint8_t> datagram) {
  requests_.emplace_back(datagram.begin(), datagram.end());
  return endpoint_->send(datagram.data(), datagram.size()) < 0 ? errno : 0;
}

Datagram Door::receive(size_t capacity) {
  ++received_;
  for (size_t i = 0; i < hooks_.size(); ++i)  // a hook may set another
    if (hooks_[i].n == 0 || hooks_[i].n == received_) std::function(hooks_[i].edit)();
  Datagram datagram;
  datagram.bytes.resize(capacity);
  endpoint::ReceiveInfo info;
  const ssize_t length =
      endpoint_->recv(datagram.bytes.data(), capacity, static_cast<int>(genl::kMsgTrunc), &info);
  if (length < 0) {
    datagram.error = errno;
    datagram.bytes.clear();
    return datagram;
  }
  datagram.length = static_cast<size_t>(length);
  datagram.truncated = info.truncated;
  datagram.sender = info.source.pid;
  datagram.bytes.resize(std::min(capacity, datagram.length));
  return datagram;
}

std::vector<Datagram> Door::receive_all(size_t capacity, size_t limit) {
  std::vector<Datagram> reading;
  while (reading.size() < limit) {
    Datagram datagram = receive(capacity);
    if (datagram.error == EAGAIN) break;
    reading.push_back(std::move(datagram));
    if (ends_answer(reading.back())) break;
  }
  return reading;
}

void Door::before_receive(std::function<void()> edit) { hooks_.push_back({0, std::move(edit)}); }
void Door::before_receive(size_t n, std::function<void()> edit) {
  hooks_.push_back({received_ + n, std::move(edit)});
}

int Door::fd() { return endpoint_->fd(); }
uint32_t Door::portid() const { return endpoint_->socket().portid(); }

}  // namespace ipvsim
