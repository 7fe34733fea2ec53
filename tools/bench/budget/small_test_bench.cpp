// One whole small test, as there are thousands in a suite: a new kernel, 20 services added by request, three
// dumps of five chunks each.
#include <benchmark/benchmark.h>
#include <sys/socket.h>

#include "sim/endpoint/endpoint.h"
#include "sim/kernel.h"
#include "tools/bench/budget/names.h"
#include "tools/bench/budget/requests.h"
#include "tools/bench/compare/entries.h"

namespace ipvsim::tools::bench {
namespace {

constexpr size_t kServices = 20;
constexpr size_t kChunkBytes = 4 * kServiceBytes;
constexpr int kDumps = 3;
constexpr size_t kReceive = 8192;

struct Requests {
  explicit Requests(uint16_t family) : dump(dump_request(family, uapi::kIpvsGetService)) {
    for (size_t i = 0; i < kServices; ++i) add.push_back(new_service_request(family, service_key(i)));
  }
  std::vector<std::vector<uint8_t>> add;
  std::vector<uint8_t> dump;
};

Profile profile_of_test() {
  Profile profile;
  profile.dump_buffer = DumpBufferRule::fixed(kChunkBytes);
  return profile;
}

// Adds, then dumps: `send` takes a request, `receive` gives the length of the next datagram.
template <class Send, class Receive>
void whole_test(const Requests& requests, Send send, Receive receive) {
  for (const auto& request : requests.add) {
    send(request);
    IPVSIM_CHECK(receive() == 36);  // an ack
  }
  for (int dump = 0; dump < kDumps; ++dump) {
    send(requests.dump);
    int chunks = 0;
    while (receive() == kChunkBytes) ++chunks;
    IPVSIM_CHECK(chunks == 5);
  }
}

void in_process(benchmark::State& state) {
  const Requests requests(Profile().family_id);
  const Profile profile = profile_of_test();
  for (auto _ : state) {
    sim::Kernel kernel(profile);
    const auto socket = kernel.socket();
    // An ack echoes only the header of its request.
    (void)socket->set_option(uapi::kNetlinkCapAck, 1);
    whole_test(
        requests, [&](const auto& request) { benchmark::DoNotOptimize(socket->send(request)); },
        [&] { return socket->recv(kReceive).length; });
  }
}

void through_socketpair(benchmark::State& state) {
  const Requests requests(Profile().family_id);
  const Profile profile = profile_of_test();
  std::vector<uint8_t> buffer(kReceive);
  for (auto _ : state) {
    sim::Kernel kernel(profile);
    endpoint::Endpoint door(kernel);
    (void)door.socket().set_option(uapi::kNetlinkCapAck, 1);
    whole_test(
        requests, [&](const auto& request) { door.send(request.data(), request.size()); },
        [&] { return static_cast<size_t>(door.recv(buffer.data(), buffer.size(), MSG_TRUNC)); });
  }
}

}  // namespace

void declare_small_test() {
  benchmark::RegisterBenchmark(kSmallTest, in_process);
  benchmark::RegisterBenchmark(kSmallTestByDoor, through_socketpair);
}

}  // namespace ipvsim::tools::bench
