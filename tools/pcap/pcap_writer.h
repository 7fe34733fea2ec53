// A capture file with the netlink link type, which Wireshark and tshark open.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace ipvsim::tools {

// Which way a datagram went.
enum class Direction {
  to_kernel,   // a program's request
  to_program,  // the kernel's answer or announcement
};

// Writes the old pcap format, link type NETLINK (253), protocol NETLINK_GENERIC, times in microseconds. The
// same datagrams with the same times give the same file: nothing comes from a clock. Wireshark names a
// generic netlink family once the capture has shown its NEWFAMILY message: see newfamily.h. Not thread-safe.
class PcapWriter {
 public:
  // What a reader keeps of one datagram; of a longer one the beginning is written, with its true length.
  static constexpr size_t kSnapLength = 262144 - 16;

  // Replaces the file; a FIFO works too. Throws std::runtime_error, "PATH: REASON", when it cannot be opened.
  explicit PcapWriter(std::string path);

  // One datagram, as it was sent or received, of any number of messages. `at_us`: microseconds since the run
  // began, 0 or more and below 2^32 seconds. Stamps strictly increase: a datagram not later than the one
  // before it gets the microsecond after that one, so that virtual time may stand still. The file is complete
  // after each call. Throws std::runtime_error, "PATH: REASON", when it cannot be written.
  void datagram(Direction direction, std::span<const uint8_t> bytes, int64_t at_us);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void put(std::span<const uint8_t> bytes);
  void flush();
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int64_t last_us_ = -1;
};

}  // namespace ipvsim::tools
