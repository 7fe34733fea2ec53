// The tests' own reader of netlink.
#include "sim/testing/answer.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace ipvsim::testing {

namespace {

[[noreturn]] void unreadable(const std::string& what) {
  throw std::runtime_error("unreadable answer: " + what);
}

template <class T>
T number(const Data& payload) {
  if (payload.size() != sizeof(T))
    unreadable("a number of " + std::to_string(sizeof(T)) + " bytes has " + std::to_string(payload.size()));
  T value;
  std::memcpy(&value, payload.data(), sizeof(T));
  return value;
}

template <class T>
T at(const Data& data, size_t offset) {
  if (data.size() < offset + sizeof(T)) unreadable("too short");
  T value;
  std::memcpy(&value, data.data() + offset, sizeof(T));
  return value;
}

Data part(const Data& data, size_t begin, size_t end) {
  return {data.begin() + static_cast<ptrdiff_t>(begin), data.begin() + static_cast<ptrdiff_t>(end)};
}

}  // namespace

uint8_t AnswerAttr::u8() const { return number<uint8_t>(payload); }
uint16_t AnswerAttr::u16() const { return number<uint16_t>(payload); }
uint32_t AnswerAttr::u32() const { return number<uint32_t>(payload); }
uint64_t AnswerAttr::u64() const { return number<uint64_t>(payload); }
uint16_t AnswerAttr::be16() const {
  (void)u16();
  return static_cast<uint16_t>(payload[0] << 8 | payload[1]);
}

std::string AnswerAttr::text() const {
  const auto nul = std::find(payload.begin(), payload.end(), uint8_t{0});
  if (payload.empty() || nul != payload.end() - 1) unreadable("a string without its NUL at the end");
  return {payload.begin(), nul};
}

AnswerAttrs AnswerAttr::inside() const { return read_attrs(payload); }

AnswerAttrs read_attrs(const Data& data) {
  AnswerAttrs attrs;
  for (size_t offset = 0; offset < data.size();) {
    const auto header = at<uapi::NlAttr>(data, offset);
    const size_t end = offset + uapi::align4(header.len);
    if (header.len < uapi::kNlaHdrLen || end > data.size()) unreadable("an attribute beyond its message");
    const size_t payload_end = offset + header.len;
    for (size_t i = payload_end; i < end; ++i)
      if (data[i] != 0) unreadable("padding that is not zero");
    attrs.push_back({header.type, part(data, offset + uapi::kNlaHdrLen, payload_end)});
    offset = end;
  }
  return attrs;
}

bool has(const AnswerAttrs& attrs, uint16_t type) {
  return std::any_of(attrs.begin(), attrs.end(), [&](const AnswerAttr& attr) { return attr.type == type; });
}

const AnswerAttr& find(const AnswerAttrs& attrs, uint16_t type) {
  const AnswerAttr* found = nullptr;
  for (const AnswerAttr& attr : attrs) {
    if (attr.type != type) continue;
    if (found != nullptr) unreadable("attribute " + std::to_string(type) + " twice");
    found = &attr;
  }
  if (found == nullptr) unreadable("no attribute " + std::to_string(type));
  return *found;
}

std::vector<uint16_t> types_of(const AnswerAttrs& attrs) {
  std::vector<uint16_t> types;
  for (const AnswerAttr& attr : attrs) types.push_back(attr.type);
  return types;
}

int Answer::error() const {
  if (!is_error() && !is_done()) unreadable("neither ERROR nor DONE");
  return -at<int32_t>(payload, 0);
}

AnswerAttrs Answer::attrs() const {
  if (payload.size() < uapi::kGenlHdrLen) unreadable("no generic netlink header");
  return read_attrs(part(payload, uapi::kGenlHdrLen, payload.size()));
}

AnswerAttrs Answer::tlvs() const {
  if ((header.flags & uapi::kNlmFAckTlvs) == 0) return {};
  size_t begin = sizeof(int32_t);
  if (is_error()) {
    const auto request = at<uapi::NlMsgHdr>(payload, begin);
    const bool capped = (header.flags & uapi::kNlmFCapped) != 0;
    begin += capped ? uapi::kNlHdrLen : uapi::align4(request.len);
  }
  if (begin > payload.size()) unreadable("an echoed request beyond its answer");
  return read_attrs(part(payload, begin, payload.size()));
}

std::vector<Answer> read_answers(const Data& datagram) {
  std::vector<Answer> answers;
  for (size_t offset = 0; offset < datagram.size();) {
    Answer answer;
    answer.header = at<uapi::NlMsgHdr>(datagram, offset);
    const size_t length = answer.header.len;
    if (length < uapi::kNlHdrLen || length % uapi::kAlignTo != 0 || length > datagram.size() - offset)
      unreadable("a message of " + std::to_string(length) + " bytes");
    answer.payload = part(datagram, offset + uapi::kNlHdrLen, offset + length);
    if (answer.is_error() || answer.is_done())
      (void)answer.tlvs();
    else
      (void)answer.attrs();
    answers.push_back(std::move(answer));
    offset += length;
  }
  return answers;
}

std::string hex(const Data& data) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : data) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  return text;
}

std::optional<std::string> malformed(const Data& datagram) {
  if (datagram.empty()) return "an empty datagram";
  try {
    (void)read_answers(datagram);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace ipvsim::testing
