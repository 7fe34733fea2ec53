// Requests for tests, byte by byte: attributes, netlink messages and batches, well formed or not. Shares
// nothing with sim/wire, which it is used to test; only the numbers of uapi/.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "uapi/genetlink.h"
#include "uapi/netlink.h"

namespace ipvsim::testing {

using Data = std::vector<uint8_t>;

// A run of attributes, each padded to 4.
class Attrs {
 public:
  // The header's length says exactly what `payload` has.
  Attrs& raw(uint16_t type, const Data& payload);
  Attrs& u8(uint16_t type, uint8_t value);
  Attrs& u16(uint16_t type, uint16_t value);
  Attrs& u32(uint16_t type, uint32_t value);
  Attrs& u64(uint16_t type, uint64_t value);
  Attrs& be16(uint16_t type, uint16_t value);
  Attrs& text(uint16_t type, std::string_view value);  // with its NUL
  Attrs& nest(uint16_t type, const Attrs& inside);
  // Bytes as they are, no header and no padding.
  Attrs& bytes(const Data& data);
  Attrs& append(const Attrs& more) { return bytes(more.data_); }

  const Data& data() const { return data_; }

 private:
  Data data_;
};

// One netlink message; its length is the truth unless the test patches it.
Data netlink_message(uint16_t type, uint16_t flags, uint32_t seq, const Data& payload, uint32_t pid = 0);

inline constexpr uint16_t kDo = uapi::kNlmFRequest;
inline constexpr uint16_t kDoAck = uapi::kNlmFRequest | uapi::kNlmFAck;
inline constexpr uint16_t kDumpRequest = uapi::kNlmFRequest | uapi::kNlmFDump;

// One generic netlink request.
Data genl_request(uint16_t family, uint8_t cmd, uint16_t flags, const Attrs& attrs = {}, uint32_t seq = 7,
                  uint16_t reserved = 0);

// Several messages in one datagram, each starting at a multiple of 4.
Data batch(const std::vector<Data>& messages);

// Overwrites the length in the header of the message that starts `message`.
Data with_length(Data message, uint32_t length);

// The bytes of a number as the host keeps it.
template <class T>
Data bytes_of(T value) {
  const auto* const raw = reinterpret_cast<const uint8_t*>(&value);
  return {raw, raw + sizeof(value)};
}

}  // namespace ipvsim::testing
