// The test's process.
#include "sim/testing/user.h"

#include <cerrno>
#include <stdexcept>
#include <string>

namespace ipvsim::testing {

Answer Received::answer() const {
  auto all = answers();
  if (err != 0 || all.size() != 1)
    throw std::runtime_error("not one message: errno " + std::to_string(err) + ", " +
                             std::to_string(all.size()) + " messages");
  return all.front();
}

User::User(std::unique_ptr<genl::Socket> socket, uint32_t portid, std::function<void()> after)
    : socket_(std::move(socket)), after_(std::move(after)) {
  if (const Status bound = socket_->bind(portid); !bound.ok())
    throw std::runtime_error("bind: errno " + std::to_string(bound.err()));
}

void User::send(const Data& datagram) {
  const auto sent = socket_->send(datagram);
  if (!sent.ok() || sent.value() != datagram.size())
    throw std::runtime_error("send: errno " + std::to_string(sent.err()));
  if (after_) after_();
}

Received User::recv(size_t capacity, int flags) {
  const genl::RecvResult result = socket_->recv(capacity, flags);
  Received received{result.err,       result.length,
                    result.truncated, {result.bytes.begin(), result.bytes.end()},
                    result.source,    result.pktinfo_group};
  if (after_) after_();
  return received;
}

std::vector<Received> User::drain(size_t capacity, size_t limit) {
  std::vector<Received> all;
  for (size_t i = 0; i < limit; ++i) {
    Received received = recv(capacity);
    if (received.err == EAGAIN) return all;
    all.push_back(std::move(received));
  }
  throw std::runtime_error("still receiving after " + std::to_string(limit) + " datagrams");
}

std::vector<Received> User::ask(const Data& datagram, size_t capacity) {
  send(datagram);
  return drain(capacity);
}

Answer User::ask_one(const Data& datagram) {
  const auto all = ask(datagram);
  if (all.size() != 1) throw std::runtime_error("not one datagram but " + std::to_string(all.size()));
  return all.front().answer();
}

int User::ack_of(const Data& datagram) {
  const Answer answer = ask_one(datagram);
  if (!answer.is_error()) throw std::runtime_error("not an ERROR message");
  return answer.error();
}

std::vector<int> lengths(const std::vector<Received>& datagrams) {
  std::vector<int> all;
  for (const Received& received : datagrams)
    all.push_back(received.err != 0 ? -received.err : static_cast<int>(received.length));
  return all;
}

std::vector<Answer> answers_of(const std::vector<Received>& datagrams) {
  std::vector<Answer> all;
  for (const Received& received : datagrams)
    for (Answer& answer : received.answers()) all.push_back(std::move(answer));
  return all;
}

}  // namespace ipvsim::testing
