// A kernel that answers each request when it is sent, in the same process: for tests that need to see the
// order of sends and receives, or the size of each receiving call.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "client/testing/scripted_kernel.h"

namespace ipvsim::client::testing {

class AnsweringKernel {
 public:
  static constexpr uint32_t kPortid = 55;
  using Datagrams = std::vector<std::vector<Message>>;

  // `answer` gives the datagrams for a request; requests for the family are answered with `commands`.
  explicit AnsweringKernel(std::function<Datagrams(const SeenRequest&)> answer,
                           const std::vector<uint32_t>& commands = commands_1_to(17));

  // May be called more than once: every client talks to the same queue. The kernel must outlive them.
  Transport transport();

  std::vector<SeenRequest> requests;
  std::vector<size_t> receive_sizes;
  // Errnos for the next sending calls and receiving calls, one each.
  std::deque<int> send_errors;
  std::deque<int> receive_errors;
  // Sender port id of what is received.
  uint32_t sender = 0;
  // Datagrams not yet read.
  std::deque<ByteString> queue;

 private:
  int take(std::span<const std::byte> datagram);
  Received give(std::span<std::byte> buffer, int flags);

  std::function<Datagrams(const SeenRequest&)> answer_;
  std::vector<uint32_t> commands_;
};

}  // namespace ipvsim::client::testing
