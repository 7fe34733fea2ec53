// The formats of the tables, one by one.
#include "tools/decode/value.h"

#include <arpa/inet.h>

#include <fmt/format.h>

#include "tools/decode/flag_names.h"
#include "tools/text/hex.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim::tools {
namespace {

struct NumberName {
  uint32_t number;
  std::string_view name;
};

// clang-format off
constexpr NumberName kFamilies[] = {{uapi::kAfInet, "inet"}, {uapi::kAfInet6, "inet6"}};
constexpr NumberName kProtocols[] = {
    {uapi::kIpprotoTcp, "tcp"}, {uapi::kIpprotoUdp, "udp"}, {uapi::kIpprotoSctp, "sctp"}};
constexpr NumberName kFwdMethods[] = {
    {uapi::kIpvsFwdMasq, "masq"}, {uapi::kIpvsFwdLocalnode, "localnode"}, {uapi::kIpvsFwdTunnel, "tunnel"},
    {uapi::kIpvsFwdDroute, "droute"}, {uapi::kIpvsFwdBypass, "bypass"}};
constexpr NumberName kTunTypes[] = {
    {uapi::kIpvsTunIpip, "ipip"}, {uapi::kIpvsTunGue, "gue"}, {uapi::kIpvsTunGre, "gre"}};
constexpr NumberName kTunFlagsNames[] = {
    {uapi::kIpvsTunFlagNocsum, "nocsum"}, {uapi::kIpvsTunFlagCsum, "csum"}, {uapi::kIpvsTunFlagRemcsum, "remcsum"}};
constexpr NumberName kDaemonStates[] = {{uapi::kIpvsDaemonMaster, "master"}, {uapi::kIpvsDaemonBackup, "backup"}};
constexpr NumberName kPolicyTypes[] = {
    {uapi::kAttrTypeInvalid, "INVALID"}, {uapi::kAttrTypeFlag, "FLAG"}, {uapi::kAttrTypeU8, "U8"},
    {uapi::kAttrTypeU16, "U16"}, {uapi::kAttrTypeU32, "U32"}, {uapi::kAttrTypeU64, "U64"},
    {uapi::kAttrTypeBinary, "BINARY"}, {uapi::kAttrTypeString, "STRING"},
    {uapi::kAttrTypeNulString, "NUL_STRING"}, {uapi::kAttrTypeNested, "NESTED"},
    {uapi::kAttrTypeNestedArray, "NESTED_ARRAY"}};
// clang-format on

std::string named(uint64_t number, std::span<const NumberName> names) {
  for (const NumberName& row : names) {
    if (row.number == number) return std::string(row.name);
  }
  return fmt::format("{}", number);
}

// How many bytes a payload of this format has; 0 where that is not fixed.
size_t width_of(Format format) {
  switch (format) {
    case Format::u8:
    case Format::tun_type:
      return 1;
    case Format::u16:
    case Format::family:
    case Format::protocol:
    case Format::port:
    case Format::tun_flags:
      return 2;
    case Format::u32:
    case Format::s32:
    case Format::netmask:
    case Format::address4:
    case Format::fwd_method:
    case Format::seconds:
    case Format::daemon_state:
    case Format::ipvs_version:
    case Format::cmd_flags:
    case Format::policy_type:
      return 4;
    case Format::u64:
    case Format::svc_flags:
      return 8;
    case Format::address:
    case Format::address6:
      return 16;
    case Format::raw:
    case Format::string:
    case Format::pad:
    case Format::nest:
      break;
  }
  return 0;
}

uint64_t number_of(Bytes payload, size_t width) {
  switch (width) {
    case 1:
      return read_at<uint8_t>(payload, 0).value_or(0);
    case 2:
      return read_at<uint16_t>(payload, 0).value_or(0);
    case 4:
      return read_at<uint32_t>(payload, 0).value_or(0);
    default:
      return read_at<uint64_t>(payload, 0).value_or(0);
  }
}

bool all_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

ValueText string_text(Bytes payload) {
  const auto nul = std::find(payload.begin(), payload.end(), uint8_t{0});
  const auto length = static_cast<size_t>(nul - payload.begin());
  std::string text;
  for (uint8_t byte : payload.first(length)) {
    const bool printable = byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\';
    text += printable ? std::string(1, static_cast<char>(byte)) : fmt::format("\\x{:02x}", byte);
  }
  if (length == payload.size()) return {fmt::format("\"{}\" without NUL", text), false};
  if (length + 1 == payload.size()) return {fmt::format("\"{}\"", text), true};
  return {fmt::format("\"{}\" and behind the NUL {}", text, to_hex_short(payload.subspan(length + 1))),
          false};
}

// An address attribute has 16 bytes, of which IPv4 uses 4; requests may be shorter (ipvs-control.md 3).
ValueText family_address(Bytes payload, uint16_t family) {
  const size_t used = family == uapi::kAfInet ? 4 : 16;
  if (family != uapi::kAfInet && family != uapi::kAfInet6) return {to_hex_short(payload), false};
  if (payload.size() < used) return {fmt::format("{} bytes: {}", payload.size(), to_hex(payload)), false};
  std::string text = address_text(payload, family);
  if (payload.size() != 16) text += fmt::format(" ({} bytes)", payload.size());
  const Bytes rest = payload.subspan(used);
  if (all_zero(rest)) return {text, payload.size() == 16};
  return {fmt::format("{} and behind it {}", text, to_hex_short(rest)), false};
}

std::string netmask_text(Bytes payload, uint16_t family) {
  const auto value = static_cast<uint32_t>(number_of(payload, 4));
  if (family == uapi::kAfInet) return address_text(payload, family);
  if (family == uapi::kAfInet6) return fmt::format("/{}", value);
  return fmt::format("{:#010x}", value);
}

// The text of a payload that has at least the width of its format.
std::string fixed_text(Format format, Bytes payload, uint16_t family) {
  const uint64_t number = number_of(payload, width_of(format));
  const auto low = static_cast<uint32_t>(number);
  switch (format) {
    case Format::s32:
      return fmt::format("{}", static_cast<int32_t>(low));
    case Format::family:
      return named(number, kFamilies);
    case Format::protocol:
      return named(number, kProtocols);
    case Format::port:
      return fmt::format("{}", from_be16(static_cast<uint16_t>(number)));
    case Format::address4:
      return address_text(payload, uapi::kAfInet);
    case Format::address6:
      return address_text(payload, uapi::kAfInet6);
    case Format::netmask:
      return netmask_text(payload, family);
    case Format::svc_flags: {
      const uint32_t mask = read_at<uint32_t>(payload, 4).value_or(0);
      return fmt::format("{} ({:#x}) mask {:#x}", service_flags(low), low, mask);
    }
    case Format::fwd_method:
      return named(number, kFwdMethods);
    case Format::tun_type:
      return named(number, kTunTypes);
    case Format::tun_flags:
      return named(number, kTunFlagsNames);
    case Format::seconds:
      return fmt::format("{} s", number);
    case Format::daemon_state:
      return named(number, kDaemonStates);
    case Format::ipvs_version:
      return fmt::format("{}.{}.{}", low >> 16, (low >> 8) & 0xff, low & 0xff);
    case Format::cmd_flags:
      return command_flags(low);
    case Format::policy_type:
      return named(number, kPolicyTypes);
    default:
      return fmt::format("{}", number);
  }
}

}  // namespace

uint16_t from_be16(uint16_t value) { return ntohs(value); }

std::string address_text(Bytes payload, uint16_t family) {
  char text[INET6_ADDRSTRLEN] = "";
  if (family == uapi::kAfInet && payload.size() >= 4) {
    inet_ntop(AF_INET, payload.data(), text, sizeof(text));
  } else if (family == uapi::kAfInet6 && payload.size() >= 16) {
    inet_ntop(AF_INET6, payload.data(), text, sizeof(text));
  } else {
    return to_hex_short(payload);
  }
  return text;
}

ValueText value_text(Format format, Bytes payload, uint16_t family) {
  if (format == Format::string) return string_text(payload);
  if (format == Format::address) return family_address(payload, family);
  if (format == Format::pad && payload.empty()) return {"", true};
  const size_t width = width_of(format);
  if (width == 0) return {to_hex_short(payload), format == Format::raw};
  if (payload.size() < width) {
    return {fmt::format("{} of {} bytes: {}", payload.size(), width, to_hex(payload)), false};
  }
  ValueText value{fixed_text(format, payload, family), true, all_zero(payload)};
  if (payload.size() > width) {
    value.text += fmt::format(" and behind it {}", to_hex_short(payload.subspan(width)));
    value.regular = false;
  }
  return value;
}

}  // namespace ipvsim::tools
