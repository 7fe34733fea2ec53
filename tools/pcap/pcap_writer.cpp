// The file's header, and a header before each datagram.
#include "tools/pcap/pcap_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

// Numbers in host order: the magic number tells readers which that is, and netlink's own numbers are the
// same.
struct FileHeader {
  uint32_t magic = 0xa1b2c3d4;
  uint16_t major = 2;
  uint16_t minor = 4;
  uint32_t reserved[2] = {0, 0};
  uint32_t snap_length = PcapWriter::kSnapLength + 16;
  uint32_t link_type = 253;  // LINKTYPE_NETLINK
};
static_assert(sizeof(FileHeader) == 24);

struct RecordHeader {
  uint32_t seconds;
  uint32_t microseconds;
  uint32_t kept;
  uint32_t length;
};
static_assert(sizeof(RecordHeader) == 16);

// Before each datagram, numbers big-endian. The first is not used by the link type; the "cooked" capture it
// is taken from has 4 for "sent by us" and 0 for "sent to us" there, which tells a reader the direction.
constexpr size_t kCookedLength = 16;
constexpr uint8_t kSentByUs = 4;
constexpr uint16_t kArphrdNetlink = 824;

std::array<uint8_t, kCookedLength> cooked_header(Direction direction) {
  std::array<uint8_t, kCookedLength> header{};
  header[1] = direction == Direction::to_kernel ? kSentByUs : 0;
  header[2] = kArphrdNetlink >> 8;
  header[3] = kArphrdNetlink & 0xff;
  header[15] = uapi::kNetlinkGeneric;
  return header;
}

template <class T>
std::span<const uint8_t> bytes_of(const T& value) {
  return {reinterpret_cast<const uint8_t*>(&value), sizeof(value)};
}

}  // namespace

PcapWriter::PcapWriter(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wbe")) {
  if (file_ == nullptr) fail();
  put(bytes_of(FileHeader{}));
  flush();
}

void PcapWriter::datagram(Direction direction, std::span<const uint8_t> bytes, int64_t at_us) {
  constexpr int64_t kSecond = 1'000'000;
  last_us_ = std::max(at_us, last_us_ + 1);
  const auto kept = bytes.first(std::min(bytes.size(), kSnapLength));
  put(bytes_of(RecordHeader{static_cast<uint32_t>(last_us_ / kSecond),
                            static_cast<uint32_t>(last_us_ % kSecond),
                            static_cast<uint32_t>(kCookedLength + kept.size()),
                            static_cast<uint32_t>(kCookedLength + bytes.size())}));
  put(cooked_header(direction));
  put(kept);
  flush();
}

void PcapWriter::put(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail();
}

void PcapWriter::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

void PcapWriter::fail() const {
  throw std::runtime_error(fmt::format("{}: {}", path_, std::strerror(errno)));
}

}  // namespace ipvsim::tools
