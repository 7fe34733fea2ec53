// The fuzz target: one input is one session (session.h). Built by itself it is for libFuzzer; with
// replay_main.cpp it replays files without a fuzzer.
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "proptests/fuzz/session.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> script(data, size);
  const ipvsim::fuzz::SessionReport report = ipvsim::fuzz::play(script);
  if (report.fault.empty()) return 0;
  (void)ipvsim::fuzz::play(script, ipvsim::fuzz::RequestMix::everything, &std::cerr);
  std::fprintf(stderr, "request_fuzz: %s\n", report.fault.c_str());
  std::abort();
}
