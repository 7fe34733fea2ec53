// The far end of a socketpair, played by a test: it queues answers before the client asks (sequence numbers
// of a client count from 1) and looks at the requests afterwards. One thread holds both ends; nothing ever
// waits.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "client/testing/wire.h"

namespace ipvsim::client::testing {

// A request as it came. Attributes are reached by a path of types: value({1, 3}) is ADDR inside SERVICE.
struct SeenRequest {
  uint16_t type = 0;
  uint16_t flags = 0;
  uint32_t seq = 0;
  uint8_t command = 0;
  uint8_t version = 0;
  ByteString attributes;

  bool has(const std::vector<uint16_t>& path) const { return value(path).has_value(); }
  std::optional<ByteString> value(const std::vector<uint16_t>& path) const;
  // The value as a host-order number of its length; fails a test's expectations with 0xbad if absent.
  uint64_t number(const std::vector<uint16_t>& path) const;
  std::string text(const std::vector<uint16_t>& path) const;
  // How many attributes of that type stand in the nest that the path names without its last step.
  int count(const std::vector<uint16_t>& path) const;
};

SeenRequest read_request(const ByteString& bytes);

class ScriptedKernel {
 public:
  static constexpr uint32_t kPortid = 77;

  // Answers the client's first request, for the family, with the commands of a stock kernel.
  ScriptedKernel();
  // The same with another list of commands; nothing is answered when `resolve` is false.
  explicit ScriptedKernel(const std::vector<uint32_t>& commands, bool resolve = true);
  ScriptedKernel(const ScriptedKernel&) = delete;
  ScriptedKernel& operator=(const ScriptedKernel&) = delete;
  ~ScriptedKernel();

  // For the client; may be called once.
  Transport transport();
  // A client on transport(), its family resolved.
  Client client(const ConnectionOptions& options = {});

  // The answer to the next request, one datagram for each list of messages.
  ScriptedKernel& answers(const std::vector<std::vector<Message>>& datagrams);
  // More of the answer that answers() began.
  void raw(const ByteString& datagram);
  // The sequence number of the request that the last answers() belongs to.
  uint32_t seq() const { return seq_; }
  // Nothing more will come; requests are still taken.
  void hang_up();

  // Every request since the last call, the family's included.
  std::vector<SeenRequest> requests();
  SeenRequest last_request();

 private:
  int client_fd_ = -1;
  int fd_ = -1;
  uint32_t seq_ = 0;
};

}  // namespace ipvsim::client::testing
