// What passes between programs and the simulated kernel, made visible: as lines for people, as a capture for
// Wireshark.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <unordered_map>

#include "sim/endpoint/endpoint.h"
#include "sim/kernel.h"
#include "tools/pcap/pcap_writer.h"

namespace ipvsim::run {

struct TrafficLogOptions {
  bool trace = false;
  std::string pcap;  // a file, empty for none

  bool any() const { return trace || !pcap.empty(); }
};

// Not thread-safe. Must outlive the endpoints that it observes.
class TrafficLog final : public endpoint::Observer {
 public:
  // Lines go to `out`: "ipvsadm[77] > GET_INFO seq 1 flags REQUEST", the answers with <. Throws
  // std::runtime_error when the capture cannot be opened.
  TrafficLog(const sim::Kernel& kernel, const TrafficLogOptions& options, std::FILE* out = stderr);

  void request(const genl::Socket& socket, wire::Bytes datagram, pid_t process) override;
  void answer(const genl::Socket& socket, wire::Bytes datagram) override;

  // Why the capture ends early, if it does; programs are not told.
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  void print(const genl::Socket& socket, wire::Bytes datagram, const char* direction);
  void capture(tools::Direction direction, wire::Bytes datagram);

  const sim::Kernel& kernel_;
  const bool trace_;
  std::FILE* const out_;
  std::optional<tools::PcapWriter> pcap_;
  std::optional<std::string> failure_;
  std::unordered_map<const genl::Socket*, std::string> senders_;  // "ipvsadm[77]", of the last request
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace ipvsim::run
