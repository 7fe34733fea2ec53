// Attribute policies and parsing against them, liberal and strict (nlattr.md 3 and 4).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/base/status.h"
#include "sim/wire/attr.h"
#include "sim/wire/extack.h"

namespace ipvsim::wire {

enum class AttrKind : uint8_t { unspec, flag, u8, u16, u32, u64, binary, string, nul_string, nested, reject };

struct Policy;

// The rule of one attribute. `len` means: binary, string and nul_string: the longest value (without the NUL
// of a string), 0 for no limit; unspec: the shortest value; otherwise unused.
struct AttrPolicy {
  AttrKind kind = AttrKind::unspec;
  uint16_t len = 0;
  const Policy* inner = nullptr;  // of a nest whose content is to be validated as well
};

// Rules by attribute number; entry 0 is never used. Numbers above the last entry are unknown.
struct Policy {
  std::span<const AttrPolicy> entries;
  uint16_t maxattr() const { return static_cast<uint16_t>(entries.empty() ? 0 : entries.size() - 1); }
};

enum class Validation : uint8_t { liberal, strict };

// Parsed attributes by number. Room for every family of this project; no allocation.
class AttrTable {
 public:
  static constexpr size_t kMaxAttr = 15;

  const Attr* find(uint16_t type) const {
    return type <= kMaxAttr && slots_[type].has_value() ? &*slots_[type] : nullptr;
  }
  bool has(uint16_t type) const { return find(type) != nullptr; }
  void store(const Attr& attr) { slots_[attr.type] = attr; }

 private:
  std::array<std::optional<Attr>, kMaxAttr + 1> slots_;
};

// Parses `bytes`, which start at `base` in the request. A repeated attribute: every instance is validated,
// the last one stays. Returns EINVAL or ERANGE as nlattr.md 4 says; what is to be told goes to `extack`,
// which may be null.
Status parse_attrs(Bytes bytes, size_t base, const Policy& policy, Validation mode, AttrTable& out,
                   ExtAck* extack);

}  // namespace ipvsim::wire
