// Messages between an `ipvsim run --serve` and those who joined it or control it: JSON values as MessagePack,
// each behind its length, over a Unix stream socket; a descriptor may go with one.
#pragma once

#include <sys/un.h>

#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/endpoint/fd.h"

namespace ipvsim::run {

// The longest message either side accepts; a table of a million entries fits.
inline constexpr size_t kLongestMessage = size_t{1} << 30;

// One end of a connection. Not thread-safe. Errors of the system and messages that are none throw
// std::runtime_error, after which the connection is of no use.
class Channel {
 public:
  explicit Channel(endpoint::Fd socket) : socket_(std::move(socket)) {}

  int fd() const { return socket_.get(); }

  // Queues a message, with a copy of a descriptor when `fd` is not negative, and sends what the peer takes
  // now.
  void send(const nlohmann::json& message, int fd = -1);
  // Sends on what is queued. Never blocks.
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }

  // Reads what is there. Never blocks. False: the peer is gone.
  bool read();
  // The next whole message that was read.
  std::optional<nlohmann::json> next();
  // The descriptor that came with a message; not valid when there is none.
  endpoint::Fd take_fd();

  // For a client: sends as send() does, and waits for one answer. Throws also when the peer is gone.
  nlohmann::json ask(const nlohmann::json& message, int fd = -1);

 private:
  struct Outgoing {
    std::vector<uint8_t> bytes;
    endpoint::Fd fd;
    size_t sent = 0;
  };
  void wait(short events) const;

  endpoint::Fd socket_;
  std::deque<Outgoing> unsent_;
  std::vector<uint8_t> received_;
  std::deque<endpoint::Fd> fds_;
};

// The address of a socket at `path`. Throws std::runtime_error when that is too long for one.
sockaddr_un unix_address(const std::string& path);

// Connects to the socket at `path`. Throws std::runtime_error, "PATH: REASON".
Channel connect_channel(const std::string& path);

}  // namespace ipvsim::run
