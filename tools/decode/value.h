// Writes one attribute's payload down by its format.
#pragma once

#include <string>

#include "tools/decode/bytes.h"
#include "tools/decode/spec.h"

namespace ipvsim::tools {

struct ValueText {
  std::string text;
  // The payload has the usual size and shape; otherwise the text says what is odd, and no byte is hidden.
  bool regular = true;
  // All counters stand at nothing most of the time: a number, and it is 0.
  bool zero = false;
};

// `family` (2, 10, or 0 where none is known) decides how addresses and netmasks are read. Any payload is
// accepted. Not for Format::nest, which is walked (attributes.h).
ValueText value_text(Format format, Bytes payload, uint16_t family);

// "10.0.0.1" or "2001:db8::1"; the payload must hold 4 or 16 bytes, more is ignored, fewer gives hex.
std::string address_text(Bytes payload, uint16_t family);

// The number as the network sends it.
uint16_t from_be16(uint16_t value);

}  // namespace ipvsim::tools
