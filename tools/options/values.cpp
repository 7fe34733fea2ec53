// Reading one value at a time; numbers are decimal and must fill their field.
#include "tools/options/values.h"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "uapi/ipvs.h"

namespace ipvsim::tools {
namespace {

constexpr uint32_t kSmallestMtu = 68;
constexpr size_t kLongestLinkName = 15;

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view wanted) {
  throw std::invalid_argument(fmt::format("{} {}: {}", option, text, wanted));
}

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// What stands before `mark`, and `text` behind it; nothing when there is no mark.
std::optional<std::string_view> take_until(std::string_view& text, char mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view head = text.substr(0, at);
  text.remove_prefix(at + 1);
  return head;
}

}  // namespace

DumpBufferRule parse_dump_buffer(std::string_view text) {
  try {
    return DumpBufferRule(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("--dump-buffer {}", error.what()));
  }
}

ModuleValue parse_module(std::string_view text) {
  if (text == "present") return {ModuleState::present, 0};
  if (text == "absent") return {ModuleState::absent, 0};
  std::string_view rest = text;
  const auto kind = take_until(rest, ':');
  const auto lookups = number(rest);
  if (kind != "late" || !lookups || *lookups > UINT32_MAX)
    refuse("--module", text, "must be present, absent or late:N");
  return {ModuleState::late, static_cast<unsigned>(*lookups)};
}

Link parse_link(std::string_view text) {
  constexpr std::string_view kOption = "--link";
  std::string_view rest = text;
  const auto name = take_until(rest, ':');
  const auto mtu_text = take_until(rest, ':');
  const auto address_text = take_until(rest, '/');
  if (!name || !mtu_text || !address_text) refuse(kOption, text, "must be NAME:MTU:ADDRESS/LEN");
  if (name->empty() || name->size() > kLongestLinkName)
    refuse(kOption, text, fmt::format("a name has 1 to {} characters", kLongestLinkName));
  const auto mtu = number(*mtu_text);
  if (!mtu || *mtu < kSmallestMtu || *mtu > UINT32_MAX)
    refuse(kOption, text, fmt::format("an MTU is a number from {}", kSmallestMtu));
  Link link;
  link.name = *name;
  link.mtu = static_cast<uint32_t>(*mtu);
  link.af = Address::family_of(*address_text);
  if (link.af == 0) refuse(kOption, text, fmt::format("'{}' is no IPv4 or IPv6 address", *address_text));
  link.address = *Address::parse(*address_text);
  const uint64_t longest = link.af == uapi::kAfInet ? 32 : 128;
  const auto prefix = number(rest);
  if (!prefix || *prefix > longest) refuse(kOption, text, fmt::format("a prefix length is 0 to {}", longest));
  link.prefix = static_cast<uint8_t>(*prefix);
  return link;
}

}  // namespace ipvsim::tools
