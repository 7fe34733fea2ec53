// Appending numbers and padded columns to a string. Part of the table printers.
#pragma once

#include <fmt/format.h>

#include <string>

#include "client/values/service.h"

namespace ipvsim::client {

template <typename Integer>
void append_number(std::string& out, Integer value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

// Fills up with spaces to `width` characters counted from position `start`.
inline void pad_to(std::string& out, size_t start, size_t width) {
  if (out.size() < start + width) out.append(start + width - out.size(), ' ');
}

// "255.255.255.0", or a prefix length.
void append_netmask(std::string& out, const Service& service);

// ipvsadm prints a firewall mark as a signed number.
void append_mark(std::string& out, uint32_t mark);

}  // namespace ipvsim::client
