// Lines and captures.
#include "tools/run/world/traffic_log.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/decode/summary.h"
#include "tools/pcap/newfamily.h"

namespace ipvsim::run {
namespace {

std::string name_of(pid_t process) {
  std::string name;
  std::getline(std::ifstream(fmt::format("/proc/{}/comm", process)), name);
  // A program chooses its name, and must not choose our lines or a terminal's colours with it.
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      '?');
  // It may be gone by now.
  return fmt::format("{}[{}]", name.empty() ? "?" : name, process);
}

}  // namespace

TrafficLog::TrafficLog(const sim::Kernel& kernel, const TrafficLogOptions& options, std::FILE* out)
    : kernel_(kernel), trace_(options.trace), out_(out) {
  if (options.pcap.empty()) return;
  pcap_.emplace(options.pcap);
  capture(tools::Direction::to_program, tools::newfamily_answer(kernel_));
}

void TrafficLog::request(const genl::Socket& socket, wire::Bytes datagram, pid_t process) {
  if (trace_) {
    senders_[&socket] = name_of(process);
    print(socket, datagram, ">");
  }
  capture(tools::Direction::to_kernel, datagram);
}

void TrafficLog::answer(const genl::Socket& socket, wire::Bytes datagram) {
  if (trace_) print(socket, datagram, "<");
  capture(tools::Direction::to_program, datagram);
}

void TrafficLog::print(const genl::Socket& socket, wire::Bytes datagram, const char* direction) {
  const auto sender = senders_.find(&socket);
  const std::string name = sender == senders_.end() ? "?" : sender->second;
  const std::string netns = socket.netns() == 0 ? "" : fmt::format(" netns {}", socket.netns());
  for (const std::string& line : tools::summaries(datagram, {kernel_.family_id()}))
    fmt::print(out_, "{}{} {} {}\n", name, netns, direction, line);
  std::fflush(out_);
}

void TrafficLog::capture(tools::Direction direction, wire::Bytes datagram) {
  if (!pcap_ || datagram.empty()) return;
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  try {
    pcap_->datagram(direction, datagram,
                    std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
  } catch (const std::runtime_error& error) {
    failure_ = error.what();
    pcap_.reset();
  }
}

}  // namespace ipvsim::run
