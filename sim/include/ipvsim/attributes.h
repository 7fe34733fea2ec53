// Netlink attributes as a test writes and reads them: byte by byte, well formed or not (nlattr.md 1). Shares
// no code with the simulated kernel's own reader and writer.
//
// Numbers of attributes are those of <linux/ip_vs.h> and <linux/genetlink.h>. Plain values, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ipvsim {

using Data = std::vector<uint8_t>;

// A run of attributes, each padded to 4; calls can be chained.
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

// One attribute that was received. The numbers want a payload of exactly their size. What cannot be read
// throws std::runtime_error, which fails a test, here and in all that follows.
struct Attr {
  uint16_t type = 0;  // as on the wire, flag bits included
  Data payload;

  uint8_t u8() const;
  uint16_t u16() const;
  uint32_t u32() const;
  uint64_t u64() const;
  uint16_t be16() const;
  std::string text() const;  // the payload must end with its only NUL
  std::vector<Attr> inside() const;
};

// The attributes `data` is made of, to its last byte; padding must be zero.
std::vector<Attr> read_attrs(const Data& data);
bool has(const std::vector<Attr>& attrs, uint16_t type);
// The only attribute of that type; `attrs` must outlive what is returned.
const Attr& find(const std::vector<Attr>& attrs, uint16_t type);
std::vector<uint16_t> types_of(const std::vector<Attr>& attrs);

}  // namespace ipvsim
