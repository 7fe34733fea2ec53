// Simulated traffic in a capture file, and what tshark reads in it: for the tests of this folder and of
// tools/wireshark/.
#pragma once

#include <string>
#include <vector>

#include "sim/testing/ipvs_user.h"
#include "tools/pcap/pcap_writer.h"

namespace ipvsim::tools {

// One program that asks, all of it captured, the family's introduction first.
class Capture {
 public:
  // The file is in the system's folder for temporary files, and goes with the object.
  Capture(sim::Kernel& kernel, const std::string& name);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  const std::string& path() const { return path_; }
  testing::IpvsUser& user() { return user_; }

  // Sends, and receives until nothing is there.
  void ask(const testing::Data& datagram);
  void ask(uint8_t cmd, const testing::Attrs& top = {}, uint16_t flags = testing::kDoAck);

 private:
  sim::Kernel& kernel_;
  std::string path_;
  PcapWriter writer_;
  testing::IpvsUser user_;
};

// What `program`, a tshark, prints about the file; `options` stand on its command line as they are. Throws
// std::runtime_error when it fails or complains.
std::string tshark(const std::string& program, const std::string& file, const std::string& options);

// The values of a field, one datagram an entry; several in one datagram have commas between.
std::vector<std::string> tshark_field(const std::string& program, const std::string& file,
                                      const std::string& field, const std::string& options = "");

}  // namespace ipvsim::tools
