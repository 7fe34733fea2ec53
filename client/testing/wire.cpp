// Hand-built netlink bytes for tests.
#include "client/testing/wire.h"

#include <bit>
#include <cstring>

namespace ipvsim::client::testing {
namespace {

void put(ByteString& out, const void* from, size_t n) {
  if (n == 0) return;
  const size_t at = out.size();
  out.resize(at + n);
  std::memcpy(out.data() + at, from, n);
}

template <typename T>
ByteString host(T v) {
  ByteString out(sizeof v);
  std::memcpy(out.data(), &v, sizeof v);
  return out;
}

template <typename T>
ByteString big_endian(T v) {
  ByteString out;
  for (size_t i = sizeof v; i-- > 0;) out.push_back(static_cast<std::byte>(v >> (8 * i)));
  return out;
}

void pad4(ByteString& out) {
  while (out.size() % 4 != 0) out.push_back(std::byte{0});
}

ByteString text_bytes(std::string_view v) {
  ByteString out;
  put(out, v.data(), v.size());
  return out;
}

}  // namespace

Attrs& Attrs::raw(uint16_t type, const ByteString& value) {
  bytes(host(static_cast<uint16_t>(4 + value.size())));
  bytes(host(type));
  bytes(value);
  pad4(content_);
  return *this;
}

Attrs& Attrs::u8(uint16_t type, uint8_t v) { return raw(type, host(v)); }
Attrs& Attrs::u16(uint16_t type, uint16_t v) { return raw(type, host(v)); }
Attrs& Attrs::be16(uint16_t type, uint16_t v) { return raw(type, big_endian(v)); }
Attrs& Attrs::u32(uint16_t type, uint32_t v) { return raw(type, host(v)); }
Attrs& Attrs::be32(uint16_t type, uint32_t v) { return raw(type, big_endian(v)); }
Attrs& Attrs::u64(uint16_t type, uint64_t v) { return raw(type, host(v)); }

Attrs& Attrs::text(uint16_t type, std::string_view v) {
  ByteString value = text_bytes(v);
  value.push_back(std::byte{0});
  return raw(type, value);
}

Attrs& Attrs::text_no_nul(uint16_t type, std::string_view v) { return raw(type, text_bytes(v)); }

Attrs& Attrs::nest(uint16_t type, const Attrs& inside) { return raw(type, inside.content()); }

Attrs& Attrs::bytes(const ByteString& v) {
  content_.insert(content_.end(), v.begin(), v.end());
  return *this;
}

Attrs& Attrs::append(const Attrs& more) { return bytes(more.content()); }

Message Message::with_flags(uint16_t more) const {
  Message m = *this;
  m.flags |= more;
  return m;
}

Message Message::with_seq(uint32_t v) const {
  Message m = *this;
  m.seq = v;
  return m;
}

Message Message::with_portid(uint32_t v) const {
  Message m = *this;
  m.portid = v;
  return m;
}

ByteString datagram(const std::vector<Message>& messages, uint32_t seq, uint32_t portid, bool pad_last) {
  ByteString out;
  for (size_t i = 0; i < messages.size(); ++i) {
    const Message& m = messages[i];
    const auto len = static_cast<uint32_t>(16 + m.payload.size());
    for (const ByteString& field : {host(m.claimed_len.value_or(len)), host(m.type), host(m.flags),
                                    host(m.seq.value_or(seq)), host(m.portid.value_or(portid)), m.payload})
      out.insert(out.end(), field.begin(), field.end());
    if (pad_last || i + 1 < messages.size()) pad4(out);
  }
  return out;
}

Message genl(uint16_t type, uint16_t flags, uint8_t command, uint8_t version, const Attrs& attributes) {
  Message m{type, flags, {}, {}, {}, {}};
  m.payload = {std::byte{command}, std::byte{version}, std::byte{0}, std::byte{0}};
  put(m.payload, attributes.content().data(), attributes.content().size());
  return m;
}

Message part(uint8_t command, const Attrs& attributes) {
  return genl(kFamilyId, 0x2, command, 1, attributes);
}
Message answer(uint8_t command, const Attrs& attributes) {
  return genl(kFamilyId, 0, command, 1, attributes);
}

Message ack() {
  Message m{2, 0x100, host(int32_t{0}), {}, {}, {}};
  m.payload.resize(20);
  return m;
}

Message error(int code, size_t request_len, bool capped, const Attrs& tlvs) {
  Message m{2, static_cast<uint16_t>((capped ? 0x100 : 0) | (tlvs.content().empty() ? 0 : 0x200)), {}, {}, {},
            {}};
  put(m.payload, host(int32_t{-code}).data(), 4);
  put(m.payload, host(static_cast<uint32_t>(request_len)).data(), 4);
  m.payload.resize(20);
  if (!capped) m.payload.resize(20 + (request_len - 16));
  pad4(m.payload);
  put(m.payload, tlvs.content().data(), tlvs.content().size());
  return m;
}

Message done(int code) { return {3, 0x2, host(int32_t{-code}), {}, {}, {}}; }
Message done_without_payload() { return {3, 0x2, {}, {}, {}, {}}; }

Message family_answer(const std::vector<uint32_t>& commands) {
  Attrs a;
  a.text(2, "IPVS").u16(1, kFamilyId).u32(3, 1).u32(4, 0).u32(5, 6);
  Attrs list;
  for (size_t i = 0; i < commands.size(); ++i)
    list.nest(static_cast<uint16_t>(i + 1), Attrs().u32(1, commands[i]).u32(2, 0x0f));
  if (!commands.empty()) a.nest(6, list);
  return genl(0x10, 0, 1, 2, a);
}

std::vector<uint32_t> commands_1_to(uint32_t last) {
  std::vector<uint32_t> out;
  for (uint32_t c = 1; c <= last; ++c) out.push_back(c);
  return out;
}

}  // namespace ipvsim::client::testing
