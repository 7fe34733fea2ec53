// Takes a run of netlink attributes apart (nlattr.md 1 and 2). Knows no attribute's meaning.
#pragma once

#include <string>
#include <vector>

#include "tools/decode/bytes.h"

namespace ipvsim::tools {

struct Attr {
  size_t offset = 0;    // of the header, in the datagram
  uint16_t type = 0;    // without the two flag bits
  bool nested = false;  // NLA_F_NESTED
  bool net = false;     // NLA_F_NET_BYTEORDER
  Bytes payload;
  Bytes padding;  // up to 3 bytes behind the payload, as far as they are there

  size_t payload_offset() const;
  size_t end() const;  // behind the padding
};

struct AttrWalk {
  std::vector<Attr> attrs;
  // What no attribute could be made of: empty when the walk ended well.
  Bytes rest;
  size_t rest_offset = 0;
  std::string rest_reason;
};

// Walks `area`, which starts at `offset` of its datagram. A last attribute without its padding is fine.
AttrWalk walk_attributes(Bytes area, size_t offset);

// The payload of the last attribute of this type (the kernel lets the last one win, nlattr.md 3 row 4).
std::optional<Bytes> find_attribute(Bytes area, uint16_t type);

}  // namespace ipvsim::tools
