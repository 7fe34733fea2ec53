// Describing a policy entry.
#include "sim/genl/policy_attrs.h"

#include <limits>

#include "uapi/netlink.h"

namespace ipvsim::genl {

namespace {

using wire::AttrKind;

uint32_t type_value(AttrKind kind) {
  switch (kind) {
    case AttrKind::flag:
      return uapi::kAttrTypeFlag;
    case AttrKind::u8:
      return uapi::kAttrTypeU8;
    case AttrKind::u16:
      return uapi::kAttrTypeU16;
    case AttrKind::u32:
      return uapi::kAttrTypeU32;
    case AttrKind::u64:
      return uapi::kAttrTypeU64;
    case AttrKind::binary:
      return uapi::kAttrTypeBinary;
    case AttrKind::string:
      return uapi::kAttrTypeString;
    case AttrKind::nul_string:
      return uapi::kAttrTypeNulString;
    case AttrKind::nested:
      return uapi::kAttrTypeNested;
    case AttrKind::unspec:
    case AttrKind::reject:
      break;
  }
  return uapi::kAttrTypeInvalid;
}

uint64_t highest(AttrKind kind) {
  switch (kind) {
    case AttrKind::u8:
      return std::numeric_limits<uint8_t>::max();
    case AttrKind::u16:
      return std::numeric_limits<uint16_t>::max();
    case AttrKind::u32:
      return std::numeric_limits<uint32_t>::max();
    default:
      return std::numeric_limits<uint64_t>::max();
  }
}

}  // namespace

bool is_described(const wire::AttrPolicy& rule) { return type_value(rule.kind) != uapi::kAttrTypeInvalid; }

void put_policy(wire::Cursor& cursor, uint16_t type, const wire::AttrPolicy& rule,
                std::optional<InnerPolicy> inner) {
  if (!is_described(rule)) return;
  uint8_t* const nest = cursor.begin_nest(type);
  switch (rule.kind) {
    case AttrKind::u8:
    case AttrKind::u16:
    case AttrKind::u32:
    case AttrKind::u64:
      cursor.put_u64(uapi::kPolicyMinValueU, uapi::kPolicyPad, 0);
      cursor.put_u64(uapi::kPolicyMaxValueU, uapi::kPolicyPad, highest(rule.kind));
      break;
    case AttrKind::binary:
    case AttrKind::string:
    case AttrKind::nul_string:
      if (rule.len != 0) cursor.put_u32(uapi::kPolicyMaxLength, rule.len);
      break;
    case AttrKind::nested:
      if (inner) {
        cursor.put_u32(uapi::kPolicyIdx, inner->index);
        cursor.put_u32(uapi::kPolicyMaxtype, inner->maxattr);
      }
      break;
    default:
      break;
  }
  cursor.put_u32(uapi::kPolicyType, type_value(rule.kind));
  cursor.end_nest(nest);
}

size_t policy_estimate(const wire::AttrPolicy& rule, wire::Pad64 pad64) {
  constexpr size_t kU32 = sizeof(uapi::NlAttr) + sizeof(uint32_t);
  constexpr size_t kU64 = sizeof(uapi::NlAttr) + sizeof(uint64_t);
  constexpr size_t kNestAndType = 2 * kU32;
  if (!is_described(rule)) return 0;
  switch (rule.kind) {
    case AttrKind::u8:
    case AttrKind::u16:
    case AttrKind::u32:
    case AttrKind::u64:
      return kNestAndType + 2 * (kU64 + (pad64 == wire::Pad64::yes ? sizeof(uapi::NlAttr) : 0));
    case AttrKind::flag:
      return kNestAndType;
    default:
      // Least and most length; index and maxattr of a nest.
      return kNestAndType + 2 * kU32;
  }
}

}  // namespace ipvsim::genl
