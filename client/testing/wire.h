// Hand-built netlink bytes for tests: attributes, messages and datagrams as any kernel might send them, well
// formed or not. Shares nothing with the code under test but the numbers in uapi/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ipvsim::client::testing {

using ByteString = std::vector<std::byte>;

// A run of attributes, each padded to 4.
class Attrs {
 public:
  Attrs& raw(uint16_t type, const ByteString& value);
  Attrs& u8(uint16_t type, uint8_t v);
  Attrs& u16(uint16_t type, uint16_t v);
  Attrs& be16(uint16_t type, uint16_t v);
  Attrs& u32(uint16_t type, uint32_t v);
  Attrs& be32(uint16_t type, uint32_t v);
  Attrs& u64(uint16_t type, uint64_t v);
  Attrs& text(uint16_t type, std::string_view v);         // with its NUL
  Attrs& text_no_nul(uint16_t type, std::string_view v);  // without
  Attrs& nest(uint16_t type, const Attrs& inside);
  // Bytes as they are, without a header.
  Attrs& bytes(const ByteString& v);
  Attrs& append(const Attrs& more);

  const ByteString& content() const { return content_; }

 private:
  ByteString content_;
};

// One message. Sequence number and port id are filled in when it is sent, unless set here.
struct Message {
  uint16_t type = 0;
  uint16_t flags = 0;
  ByteString payload;
  std::optional<uint32_t> seq;
  std::optional<uint32_t> portid;
  std::optional<uint32_t> claimed_len;  // what the header says, if not the truth

  Message with_flags(uint16_t more) const;
  Message with_seq(uint32_t v) const;
  Message with_portid(uint32_t v) const;
};

// `pad_last`: whether the last message is filled up to a multiple of 4.
ByteString datagram(const std::vector<Message>& messages, uint32_t seq, uint32_t portid,
                    bool pad_last = true);

inline constexpr uint16_t kFamilyId = 0x25;  // of IPVS in these tests

Message genl(uint16_t type, uint16_t flags, uint8_t command, uint8_t version, const Attrs& attributes);
// Messages of the IPVS family: a part of a dump, and an answer to a GET.
Message part(uint8_t command, const Attrs& attributes);
Message answer(uint8_t command, const Attrs& attributes);

// The ends (netlink.md 4, 12.4). `code` is a positive errno. `request_len` bytes of request are echoed in an
// error, none when `capped`.
Message ack();
Message error(int code, size_t request_len = 20, bool capped = false, const Attrs& tlvs = {});
Message done(int code = 0);
Message done_without_payload();

// The controller's answer for IPVS; `commands` become the OPS list, each with flags 0x0f, no list when empty.
Message family_answer(const std::vector<uint32_t>& commands);
std::vector<uint32_t> commands_1_to(uint32_t last);

}  // namespace ipvsim::client::testing
