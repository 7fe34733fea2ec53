// Reading what a socket gave, for tests: datagrams cut into messages and attributes by a reader of its own,
// so that sim/wire does not vouch for itself. What cannot be read throws std::runtime_error, which fails the
// test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/testing/message.h"

namespace ipvsim::testing {

// One attribute. The numbers want a payload of exactly their size.
struct AnswerAttr {
  uint16_t type = 0;  // as on the wire, flag bits included
  Data payload;

  uint8_t u8() const;
  uint16_t u16() const;
  uint32_t u32() const;
  uint64_t u64() const;
  uint16_t be16() const;
  std::string text() const;  // the payload must end with its only NUL
  std::vector<AnswerAttr> inside() const;
};
using AnswerAttrs = std::vector<AnswerAttr>;

// The attributes `data` is made of.
AnswerAttrs read_attrs(const Data& data);
bool has(const AnswerAttrs& attrs, uint16_t type);
// The only attribute of that type.
const AnswerAttr& find(const AnswerAttrs& attrs, uint16_t type);
std::vector<uint16_t> types_of(const AnswerAttrs& attrs);

struct Answer {
  uapi::NlMsgHdr header{};
  Data payload;  // behind the netlink header

  bool is_error() const { return header.type == uapi::kNlmsgError; }
  bool is_done() const { return header.type == uapi::kNlmsgDone; }
  // The errno of an ERROR or DONE, positive or 0.
  int error() const;
  uint8_t cmd() const { return payload.at(0); }
  uint8_t version() const { return payload.at(1); }
  AnswerAttrs attrs() const;  // of a generic netlink message
  // The TLVs of an ERROR or DONE; empty without the flag ACK_TLVS.
  AnswerAttrs tlvs() const;
};

// What is wrong with a datagram as netlink: lengths, alignment, attributes or TLVs that do not tile their
// message. Nothing when it is sound.
std::optional<std::string> malformed(const Data& datagram);

std::string hex(const Data& data);

// A datagram's messages.
std::vector<Answer> read_answers(const Data& datagram);

}  // namespace ipvsim::testing
