// A kernel for the replayer's tests: it does what its script says and keeps a list of what it was asked.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/replay/replay_kernel.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {

class FakeKernel : public ReplayKernel {
 public:
  int error = 0;                    // what open, set_option, set_rcvbuf and send give
  std::deque<Received> answers;     // what receive gives, one by one; EAGAIN when used up
  std::vector<std::string> broken;  // what audit gives
  std::vector<std::string> calls;

  void add_namespace(uint32_t ns, uint8_t salt) override {
    calls.push_back(fmt::format("ns {} salt {}", ns, salt));
  }
  int open(uint32_t sock, uint32_t portid, uint32_t ns) override {
    return call(fmt::format("open {} portid {} ns {}", sock, portid, ns));
  }
  int set_option(uint32_t sock, int option, int value) override {
    return call(fmt::format("option {} {} {}", sock, option, value));
  }
  int set_rcvbuf(uint32_t sock, int value) override { return call(fmt::format("rcvbuf {} {}", sock, value)); }
  int send(uint32_t sock, std::span<const uint8_t> datagram) override {
    return call(fmt::format("send {} {}", sock, to_hex(datagram)));
  }
  Received receive(uint32_t sock, size_t capacity, bool peek) override {
    calls.push_back(fmt::format("{} {} {}", peek ? "peek" : "recv", sock, capacity));
    if (answers.empty()) return {11, 0, {}};
    Received received = answers.front();
    answers.pop_front();
    return received;
  }
  void close(uint32_t sock) override { calls.push_back(fmt::format("close {}", sock)); }
  std::vector<std::string> audit() override {
    ++audits;
    return broken;
  }

  int audits = 0;

 private:
  int call(std::string text) {
    calls.push_back(std::move(text));
    return error;
  }
};

}  // namespace ipvsim::tools
