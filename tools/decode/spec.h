// What the tables of the decoder are made of. The tables say what there is; the code only walks them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ipvsim::tools {

// How a payload is to be read and written down.
enum class Format : uint8_t {
  raw,  // hex
  u8,
  u16,
  u32,
  u64,
  s32,
  string,    // with its NUL
  family,    // u16: inet, inet6
  protocol,  // u16: tcp, udp, sctp
  address,   // by the family of its set
  address4,
  address6,
  port,          // be16
  netmask,       // by the family of its set: be32 mask or u32 prefix length
  svc_flags,     // u32 flags, u32 mask
  fwd_method,    // u32
  tun_type,      // u8
  tun_flags,     // u16
  seconds,       // u32
  daemon_state,  // u32: master, backup
  ipvs_version,  // u32: 1.2.1
  cmd_flags,     // u32: ADMIN_PERM, DO, ...
  policy_type,   // u32: NLA_* kinds
  pad,           // empty
  nest,
};

struct AttrSet;

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows of the tables read best in this order.
struct AttrSpec {
  uint16_t type;
  std::string_view name;
  Format format;
  const AttrSet* nest = nullptr;  // where format is nest; null: content unknown
};

struct AttrSet {
  std::span<const AttrSpec> attrs = {};
  // An array: each attribute, whatever its number, is a nest of this set.
  const AttrSet* each = nullptr;
  // The attribute of this set that says which family its addresses are of; 0: none.
  uint16_t family_attr = 0;
  // Written in one line where its content is regular.
  bool compact = false;
};

// Which names the flag bits 0x100 and up of a message have (netlink.md 1).
enum class FlagKind : uint8_t { get, new_object, ack };

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): as above.
struct CommandSpec {
  uint8_t cmd;
  std::string_view name;
  FlagKind flags;
  const AttrSet* attrs;
};

struct FamilySpec {
  std::string_view name;
  std::span<const CommandSpec> commands;
};

// The row of a type or command; null when the table has none.
const AttrSpec* find_spec(const AttrSet& set, uint16_t type);
const CommandSpec* find_command(const FamilySpec& family, uint8_t cmd);

}  // namespace ipvsim::tools
