// Setting a world up.
#include "tools/bench/world.h"

#include "tools/bench/fill.h"
#include "tools/bench/reading.h"
#include "tools/bench/socket_transport.h"
#include "tools/door/endpoint_transport.h"

namespace ipvsim::tools::bench {

namespace {

KernelProfile profile_of(const Way& way, DumpBufferRule rule) {
  KernelProfile profile;
  profile.variant = way.variant;
  profile.dump_buffer = std::move(rule);
  return profile;
}

}  // namespace

World::World(const Way& way, const Shape& shape, DumpBufferRule rule)
    : way_(way), kernel_(std::make_unique<Kernel>(profile_of(way, std::move(rule)))) {
  fill(*kernel_, shape);
  by_socketpair_.emplace(client::Transport::custom(std::make_unique<EndpointTransport>(*kernel_)));
  by_call_.emplace(client::Transport::custom(std::make_unique<SocketTransport>(*kernel_)));
}

Floor& World::floor() {
  if (floor_ == nullptr) {
    Recording recording;
    client::Client client(client::Transport::custom(std::make_unique<SocketTransport>(*kernel_, &recording)));
    // Only the read itself is wanted, not how the family was found.
    recording.datagrams.clear();
    (void)Reader().read(client, way_.method);
    floor_ = std::make_unique<Floor>(std::move(recording));
  }
  return *floor_;
}

genl::Counters counters_of_read(World& world) {
  const genl::Counters before = world.kernel().counters();
  (void)Reader().read(world.by_socketpair(), world.way().method);
  const genl::Counters& after = world.kernel().counters();
  return {after.requests - before.requests, after.datagrams - before.datagrams, after.bytes - before.bytes,
          after.chunks - before.chunks, after.table_steps - before.table_steps};
}

}  // namespace ipvsim::tools::bench
