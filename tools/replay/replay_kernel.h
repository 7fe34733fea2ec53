// What a replay needs of a kernel. The seam lets the replayer be tested against kernels that answer wrongly
// on purpose; sim_kernel.h is the one that is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ipvsim::tools {

// Errors are positive errno numbers, 0 = fine. Socket and namespace numbers are the recording's. The caller
// opens a socket before it uses it and closes it at most once (the trace reader checks).
class ReplayKernel {
 public:
  virtual ~ReplayKernel() = default;

  // A second (third, ...) namespace, empty, with `lo` alone.
  virtual void add_namespace(uint32_t ns, uint8_t salt) = 0;
  // Opens a socket and binds it to `portid`.
  virtual int open(uint32_t sock, uint32_t portid, uint32_t ns) = 0;
  // setsockopt at level SOL_NETLINK.
  virtual int set_option(uint32_t sock, int option, int value) = 0;
  // setsockopt SO_RCVBUF.
  virtual int set_rcvbuf(uint32_t sock, int value) = 0;
  virtual int send(uint32_t sock, std::span<const uint8_t> datagram) = 0;

  struct Received {
    int error = 0;
    size_t length = 0;           // of the datagram
    std::vector<uint8_t> bytes;  // what fitted into the buffer
  };
  // recv with MSG_TRUNC and a buffer of `capacity` bytes.
  virtual Received receive(uint32_t sock, size_t capacity, bool peek) = 0;
  virtual void close(uint32_t sock) = 0;

  // What is wrong inside, one line each; empty when every invariant holds.
  virtual std::vector<std::string> audit() = 0;
};

}  // namespace ipvsim::tools
