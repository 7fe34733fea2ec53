// The extended-ack record of one request: what the ERROR or DONE message may tell beyond the errno
// (netlink.md 4.1).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ipvsim::wire {

struct AttrPolicy;

struct ExtAck {
  // Empty: no message. The text must live for ever; every message of the kernel is a literal.
  std::string_view message;
  // Offset of the bad attribute's header from the start of its request's netlink header.
  std::optional<size_t> bad_attr;
  // The rule the bad attribute broke, if it is to be told.
  const AttrPolicy* policy = nullptr;

  // A later message replaces an earlier one and leaves what was recorded of an attribute (nlattr.md 5).
  void set_message(std::string_view text) { message = text; }
  void set_bad_attr(std::string_view text, size_t offset, const AttrPolicy* broken) {
    message = text;
    bad_attr = offset;
    policy = broken;
  }
};

}  // namespace ipvsim::wire
