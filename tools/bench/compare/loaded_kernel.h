// One kernel with a table in it and the doors to read it by.
#pragma once

#include <memory>
#include <optional>

#include "client/client.h"
#include "sim/kernel.h"
#include "tools/bench/compare/bare_transfer.h"
#include "tools/bench/compare/shapes.h"
#include "tools/bench/compare/ways.h"

namespace ipvsim::tools::bench {

class LoadedKernel {
 public:
  // `rule`: how large dump buffers are, if not as the kernel chooses.
  LoadedKernel(const Way& way, const Shape& shape, DumpBufferRule rule = DumpBufferRule::kernel());

  const Way& way() const { return way_; }
  sim::Kernel& kernel() { return *kernel_; }
  // Through the socketpair.
  client::Client& by_socketpair() { return *by_socketpair_; }
  // Without it.
  client::Client& by_call() { return *by_call_; }
  // The datagrams of one read, made on first use. Not counted among the kernel's counters of later reads.
  BareTransfer& bare_transfer();

 private:
  const Way way_;
  std::unique_ptr<sim::Kernel> kernel_;
  std::optional<client::Client> by_socketpair_;
  std::optional<client::Client> by_call_;
  std::unique_ptr<BareTransfer> bare_transfer_;
};

// What one read of `client` cost its kernel.
genl::Counters counters_of_read(LoadedKernel& world);

}  // namespace ipvsim::tools::bench
