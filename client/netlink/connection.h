// One netlink socket with its sequence numbers: sends a request, reads the answer to its end, and finds
// everything that is wrong with it. Knows netlink and generic netlink, but no family. One thread at a time.
//
// After an Error a Connection can go on: what the abandoned request still sends is recognised by its sequence
// number and skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "client/bytes/message_sink.h"
#include "client/bytes/request.h"
#include "client/netlink/transport.h"

namespace ipvsim::client {

class Handle;

struct ConnectionOptions {
  // Size of the buffer of every receiving call. Smaller than a datagram is an error when one comes
  // (EMSGSIZE).
  size_t receive_size = 32768;
  // So many datagrams in a row without anything new end a dump with ELOOP: some kernels repeat a fragment for
  // ever (rfc-dumps.md 3, "What remains").
  unsigned idle_datagram_limit = 16;
};

class Connection {
 public:
  // Throws Error (transport) when the socket cannot be had.
  explicit Connection(Transport transport, const ConnectionOptions& options = {});
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // Sends a request made with NLM_F_ACK and waits for its ack. With a sink exactly one answer has to come
  // before the ack, without one none. Throws Error.
  void call(Request& request, MessageSink* sink = nullptr);

  // Sends a request made with NLM_F_DUMP and reads to DONE; true when any message carried NLM_F_DUMP_INTR.
  // Throws Error.
  bool dump(Request& request, MessageSink& sink);

  // The libnl socket, for code that wants it.
  Handle& handle() { return *handle_; }

 private:
  struct Exchange;
  void run(Exchange& exchange);
  void send(Exchange& exchange);
  bool receive(Exchange& exchange);
  void drain();
  bool skip_abandoned(const uapi::NlMsgHdr& header);

  std::unique_ptr<Handle> handle_;
  ConnectionOptions options_;
  std::vector<std::byte> buffer_;
  uint32_t seq_ = 0;
  std::optional<uint32_t> portid_;
  // Requests whose answer was not read to its end: abandoned_first_ to abandoned_last_, none while first is
  // 0.
  uint32_t abandoned_first_ = 0;
  uint32_t abandoned_last_ = 0;
};

}  // namespace ipvsim::client
