// Validation of attributes: the checks of nlattr.md 4 in their order.
#include "sim/wire/policy.h"

#include <algorithm>
#include <cerrno>

namespace ipvsim::wire {

namespace {

constexpr int kMaxNesting = 10;

size_t fixed_size(AttrKind kind) {
  switch (kind) {
    case AttrKind::u8:
      return 1;
    case AttrKind::u16:
      return 2;
    case AttrKind::u32:
      return 4;
    case AttrKind::u64:
      return 8;
    default:
      return 0;
  }
}

size_t length_without_nul(Bytes payload) {
  return payload.empty() || payload.back() != 0 ? payload.size() : payload.size() - 1;
}

Status check_nul_string(Bytes payload, size_t longest) {
  const size_t window = longest == 0 ? payload.size() : std::min(payload.size(), longest + 1);
  const Bytes head = payload.first(window);
  if (std::find(head.begin(), head.end(), uint8_t{0}) == head.end()) return EINVAL;
  return longest != 0 && length_without_nul(payload) > longest ? ERANGE : 0;
}

// Step d of nlattr.md 4.
Status check_payload(Bytes payload, const AttrPolicy& rule) {
  const size_t n = payload.size();
  switch (rule.kind) {
    case AttrKind::u8:
    case AttrKind::u16:
    case AttrKind::u32:
    case AttrKind::u64:
      return n < fixed_size(rule.kind) ? ERANGE : 0;
    case AttrKind::flag:
      return n != 0 ? ERANGE : 0;
    case AttrKind::nul_string:
      return check_nul_string(payload, rule.len);
    case AttrKind::string:
      return n < 1 || (rule.len != 0 && length_without_nul(payload) > rule.len) ? ERANGE : 0;
    case AttrKind::binary:
      return rule.len != 0 && n > rule.len ? ERANGE : 0;
    case AttrKind::nested:
      return n != 0 && n < uapi::kNlaHdrLen ? ERANGE : 0;
    case AttrKind::unspec:
      return n < rule.len ? ERANGE : 0;
    case AttrKind::reject:
      return EINVAL;
  }
  return EINVAL;
}

struct Parser {
  Validation mode;
  ExtAck* extack;

  Status fail(int err, std::string_view text, const Attr& attr, const AttrPolicy* rule) const {
    if (extack != nullptr) extack->set_bad_attr(text, attr.offset, rule);
    return err;
  }

  Status validate(const Attr& attr, const AttrPolicy& rule, int depth) const {
    if (mode == Validation::strict) {
      const size_t size = fixed_size(rule.kind);
      if (size != 0 && attr.payload.size() != size)
        return fail(EINVAL, "invalid attribute length", attr, &rule);
      if (rule.kind == AttrKind::nested && !attr.nested)
        return fail(EINVAL, "NLA_F_NESTED is missing", attr, &rule);
      if (attr.nested && rule.kind != AttrKind::nested && rule.kind != AttrKind::unspec)
        return fail(EINVAL, "NLA_F_NESTED not expected", attr, &rule);
      if (rule.kind == AttrKind::unspec) return fail(EINVAL, "Unsupported attribute", attr, nullptr);
    }
    if (const Status status = check_payload(attr.payload, rule); !status.ok())
      return fail(status.err(), "Attribute failed policy validation", attr, &rule);
    if (rule.kind == AttrKind::nested && rule.inner != nullptr && !attr.payload.empty())
      return parse(attr.payload, attr.offset + uapi::kNlaHdrLen, *rule.inner, nullptr, depth + 1);
    return 0;
  }

  Status parse(Bytes bytes, size_t base, const Policy& policy, AttrTable* out, int depth) const {
    if (depth > kMaxNesting) {
      if (extack != nullptr) extack->set_message("allowed policy recursion depth exceeded");
      return EINVAL;
    }
    AttrStream stream(bytes, base);
    Attr attr;
    while (stream.next(attr)) {
      if (attr.type == 0 || attr.type > policy.maxattr()) {
        if (mode == Validation::strict) return fail(EINVAL, "Unknown attribute type", attr, nullptr);
        continue;
      }
      if (const Status status = validate(attr, policy.entries[attr.type], depth); !status.ok()) return status;
      if (out != nullptr) out->store(attr);
    }
    if (stream.leftover() > 0) {
      if (extack != nullptr) extack->set_message("bytes leftover after parsing attributes");
      if (mode == Validation::strict) return EINVAL;
    }
    return 0;
  }
};

}  // namespace

Status parse_attrs(Bytes bytes, size_t base, const Policy& policy, Validation mode, AttrTable& out,
                   ExtAck* extack) {
  IPVSIM_CHECK(policy.maxattr() <= AttrTable::kMaxAttr);
  out = AttrTable{};
  return Parser{mode, extack}.parse(bytes, base, policy, &out, 0);
}

}  // namespace ipvsim::wire
