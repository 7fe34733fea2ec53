// Bytes as hexadecimal text, both ways.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ipvsim::tools {

// Lower case, two digits a byte, nothing between; "" for no bytes.
std::string to_hex(std::span<const uint8_t> bytes);

// The same for people: at most `max_bytes` bytes, then ".. (N bytes)".
std::string to_hex_short(std::span<const uint8_t> bytes, size_t max_bytes = 32);

// The inverse of to_hex. Nothing when the length is odd or a character is no lower-case hex digit.
std::optional<std::vector<uint8_t>> from_hex(std::string_view text);

}  // namespace ipvsim::tools
