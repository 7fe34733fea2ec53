// Setting a world up.
#include "tools/bench/compare/loaded_kernel.h"

#include "tools/bench/compare/fill_table.h"
#include "tools/bench/compare/reading.h"
#include "tools/bench/compare/socket_transport.h"
#include "tools/door/endpoint_transport.h"

namespace ipvsim::tools::bench {

namespace {

Profile profile_of(const Way& way, DumpBufferRule rule) {
  Profile profile;
  profile.variant = way.variant;
  profile.dump_buffer = std::move(rule);
  return profile;
}

}  // namespace

LoadedKernel::LoadedKernel(const Way& way, const Shape& shape, DumpBufferRule rule)
    : way_(way), kernel_(std::make_unique<sim::Kernel>(profile_of(way, std::move(rule)))) {
  fill_table(*kernel_, shape);
  by_socketpair_.emplace(client::Transport::custom(std::make_unique<EndpointTransport>(*kernel_)));
  by_call_.emplace(client::Transport::custom(std::make_unique<SocketTransport>(*kernel_)));
}

BareTransfer& LoadedKernel::bare_transfer() {
  if (bare_transfer_ == nullptr) {
    Recording recording;
    client::Client client(client::Transport::custom(std::make_unique<SocketTransport>(*kernel_, &recording)));
    // Only the read itself is wanted, not how the family was found.
    recording.datagrams.clear();
    (void)Reader().read(client, way_.method);
    bare_transfer_ = std::make_unique<BareTransfer>(std::move(recording));
  }
  return *bare_transfer_;
}

genl::Counters counters_of_read(LoadedKernel& world) {
  const genl::Counters before = world.kernel().counters();
  (void)Reader().read(world.by_socketpair(), world.way().method);
  const genl::Counters& after = world.kernel().counters();
  return {after.requests - before.requests, after.datagrams - before.datagrams, after.bytes - before.bytes,
          after.chunks - before.chunks, after.table_steps - before.table_steps};
}

}  // namespace ipvsim::tools::bench
