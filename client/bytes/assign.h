// Bytes of attributes into strings and addresses. Part of the decoders.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "client/bytes/walk.h"
#include "client/values/address.h"

namespace ipvsim::client {

// Up to the first NUL; the NUL itself may be missing.
inline void assign(std::string& out, Bytes v) {
  const char* text = reinterpret_cast<const char*>(v.data());
  out.assign(text, strnlen(text, v.size()));
}

// As much as the family has room for; what the bytes do not say is zero (nlattr.md 6).
inline void assign(Address& out, uint16_t family, Bytes v) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  const bool v4 = family == uapi::kAfInet;
  // Stored as whole words: whoever compares or hashes them so would wait for smaller ones.
  std::array<uint64_t, 2> words{};
  if (v4 && v.size() >= 4)
    words[0] = uint64_t{load<uint32_t>(v.data())} << (kLittle ? 0 : 32);
  else if (!v.empty())
    std::memcpy(words.data(), v.data(), std::min(v4 ? size_t{4} : sizeof words, v.size()));
  out.family = family;
  std::memcpy(out.bytes.data(), words.data(), sizeof words);
}

}  // namespace ipvsim::client
