// One way to read tables, in a process of its own: what it does to the heap and the caches it does to itself,
// as in a program that reads by it alone.
#pragma once

#include <sys/types.h>

#include "sim/endpoint/fd.h"
#include "sim/genl/socket.h"
#include "tools/bench/compare/reading.h"
#include "tools/bench/compare/shapes.h"
#include "tools/bench/compare/ways.h"

namespace ipvsim::tools::bench {

// What one round measures.
struct Round {
  Reading reading;
  Span by_call;  // the same read without the socketpair
  Span floor;    // the same datagrams through a socketpair, walked from header to header
  Span copy;     // memcpy of the same bytes
};

// Not thread-safe. The caller's process must have one thread when a contestant is made.
class ReaderProcess {
 public:
  // Starts the process, which makes a table of `shape` in a kernel and reads it once for nothing. Throws
  // std::system_error; all functions throw std::runtime_error when the process has ended. `rule`: how large
  // dump buffers are, if not as the kernel chooses.
  ReaderProcess(const Way& way, const Shape& shape, const DumpBufferRule& rule = DumpBufferRule::kernel());
  // Ends it.
  ~ReaderProcess();
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  const Way& way() const { return way_; }
  Round round();
  // What one read costs its kernel.
  genl::Counters counters();

 private:
  const Way way_;
  pid_t process_ = -1;
  endpoint::Fd socket_;
};

}  // namespace ipvsim::tools::bench
