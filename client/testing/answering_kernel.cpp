// A kernel that answers each request when it is sent.
#include "client/testing/answering_kernel.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace ipvsim::client::testing {
namespace {

int next(std::deque<int>& errors) {
  if (errors.empty()) return 0;
  const int e = errors.front();
  errors.pop_front();
  return e;
}

}  // namespace

AnsweringKernel::AnsweringKernel(std::function<Datagrams(const SeenRequest&)> answer,
                                 const std::vector<uint32_t>& commands)
    : answer_(std::move(answer)), commands_(commands) {}

Transport AnsweringKernel::transport() {
  return Transport::calls([this](std::span<const std::byte> d) { return take(d); },
                          [this](std::span<std::byte> b, int flags) { return give(b, flags); });
}

int AnsweringKernel::take(std::span<const std::byte> bytes) {
  if (const int e = next(send_errors); e != 0) return e;
  requests.push_back(read_request(ByteString(bytes.begin(), bytes.end())));
  const SeenRequest& r = requests.back();
  const Datagrams answers = r.type == 0x10 ? Datagrams{{family_answer(commands_)}, {ack()}} : answer_(r);
  for (const std::vector<Message>& messages : answers) queue.push_back(datagram(messages, r.seq, kPortid));
  return 0;
}

Received AnsweringKernel::give(std::span<std::byte> buffer, int) {
  receive_sizes.push_back(buffer.size());
  if (const int e = next(receive_errors); e != 0) return {e, 0, 0};
  if (queue.empty()) return {EAGAIN, 0, 0};
  const ByteString d = std::move(queue.front());
  queue.pop_front();
  std::copy_n(d.begin(), std::min(d.size(), buffer.size()), buffer.begin());
  return {0, d.size(), sender};
}

}  // namespace ipvsim::client::testing
