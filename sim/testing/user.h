// One process with a netlink socket, for tests: sends, receives, and has a check run after each call.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/genl/socket.h"
#include "sim/testing/answer.h"

namespace ipvsim::testing {

// What one recv() gave, copied.
struct Received {
  int err = 0;
  size_t length = 0;
  bool truncated = false;
  Data bytes;
  uapi::SockAddrNl source{};
  std::optional<uint32_t> pktinfo_group;

  std::vector<Answer> answers() const { return read_answers(bytes); }
  // The only message of the datagram; throws std::runtime_error when there are more or none.
  Answer answer() const;
};

class User {
 public:
  // Binds the socket to `portid`. `after` runs after each call.
  User(std::unique_ptr<genl::Socket> socket, uint32_t portid, std::function<void()> after = {});

  genl::Socket& socket() { return *socket_; }
  uint32_t portid() const { return socket_->portid(); }
  void close() { socket_.reset(); }

  // Must be accepted; throws std::runtime_error when it is not.
  void send(const Data& datagram);
  Received recv(size_t capacity = 32768, int flags = 0);
  // Receives until nothing is there, errors included; at most `limit` times.
  std::vector<Received> drain(size_t capacity = 32768, size_t limit = 100000);
  std::vector<Received> ask(const Data& datagram, size_t capacity = 32768);
  // Asks; the answer must be one datagram with one message.
  Answer ask_one(const Data& datagram);
  // Asks with a request that has NLM_F_ACK; its only answer must be the ERROR message, whose errno is
  // returned.
  int ack_of(const Data& datagram);

 private:
  std::unique_ptr<genl::Socket> socket_;
  std::function<void()> after_;
};

// The lengths of what was received; an error as the negative errno.
std::vector<int> lengths(const std::vector<Received>& datagrams);
// All messages, in order.
std::vector<Answer> answers_of(const std::vector<Received>& datagrams);

}  // namespace ipvsim::testing
