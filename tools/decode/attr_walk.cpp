// The attribute walker of the decoder, written apart from sim/wire on purpose: one judges the other.
#include "tools/decode/attr_walk.h"

#include <fmt/format.h>

#include "uapi/netlink.h"

namespace ipvsim::tools {

size_t Attr::payload_offset() const { return offset + uapi::kNlaHdrLen; }
size_t Attr::end() const { return payload_offset() + payload.size() + padding.size(); }

AttrWalk walk_attributes(Bytes area, size_t offset) {
  AttrWalk walk;
  size_t at = 0;
  while (at < area.size()) {
    const auto header = read_at<uapi::NlAttr>(area, at);
    const size_t left = area.size() - at;
    if (!header) {
      walk.rest_reason = fmt::format("{} bytes, too few for an attribute", left);
    } else if (header->len < uapi::kNlaHdrLen) {
      walk.rest_reason =
          fmt::format("attribute {} with length {}", header->type & uapi::kNlaTypeMask, header->len);
    } else if (header->len > left) {
      walk.rest_reason = fmt::format("attribute {} with length {}, but {} bytes are left",
                                     header->type & uapi::kNlaTypeMask, header->len, left);
    }
    if (!walk.rest_reason.empty()) {
      walk.rest = slice(area, at);
      walk.rest_offset = offset + at;
      break;
    }
    Attr attr;
    attr.offset = offset + at;
    attr.type = header->type & uapi::kNlaTypeMask;
    attr.nested = (header->type & uapi::kNlaFNested) != 0;
    attr.net = (header->type & uapi::kNlaFNetByteorder) != 0;
    attr.payload = slice(area, at + uapi::kNlaHdrLen, header->len - uapi::kNlaHdrLen);
    attr.padding = slice(area, at + header->len, uapi::align4(header->len) - header->len);
    walk.attrs.push_back(attr);
    at += uapi::align4(header->len);
  }
  return walk;
}

std::optional<Bytes> find_attribute(Bytes area, uint16_t type) {
  std::optional<Bytes> found;
  for (const Attr& attr : walk_attributes(area, 0).attrs) {
    if (attr.type == type) found = attr.payload;
  }
  return found;
}

}  // namespace ipvsim::tools
