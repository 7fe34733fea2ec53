// The one walk over all attribute tables.
#include "tools/decode/attributes.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/decode/attr_walk.h"
#include "tools/decode/tables.h"
#include "tools/decode/value.h"
#include "tools/text/hex.h"

namespace ipvsim::tools {
namespace {

bool all_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

std::string attr_name(const Attr& attr, const AttrSpec* spec, const AttrSet& set) {
  std::string name;
  if (spec != nullptr) {
    name = spec->name;
  } else {
    name = set.each != nullptr ? fmt::format("[{}]", attr.type) : fmt::format("attribute {}", attr.type);
  }
  if (attr.nested) name += "|NESTED";
  if (attr.net) name += "|NET_BYTEORDER";
  return name;
}

const AttrSet* nest_of(const AttrSpec* spec, const AttrSet& set) {
  if (set.each != nullptr) return set.each;
  if (spec == nullptr || spec->format != Format::nest) return nullptr;
  return spec->nest != nullptr ? spec->nest : &kUnknownAttrs;
}

// A run of zeros in the short form: "CONNS..OUTPKTS 0".
struct ZeroRun {
  std::string_view first;
  std::string_view last;
  int count = 0;

  void flush(std::string& text) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    if (count == 1) text += fmt::format("{} 0", first);
    if (count > 1) text += fmt::format("{}{}{} 0", first, count == 2 ? ", " : "..", last);
    count = 0;
  }
};

// The content of a nest in one line, or "" where something is irregular and wants a line of its own.
std::string compact_text(Bytes area, size_t offset, const AttrSet& set, uint16_t family) {
  const AttrWalk walk = walk_attributes(area, offset);
  if (!walk.rest.empty() || walk.attrs.empty()) return "";
  std::string text;
  ZeroRun zeros;
  const AttrSpec* previous = nullptr;
  for (const Attr& attr : walk.attrs) {
    const AttrSpec* spec = find_spec(set, attr.type);
    const bool plain = spec != nullptr && spec->format != Format::nest && !attr.nested && !attr.net;
    if (!plain || !all_zero(attr.padding)) return "";
    const ValueText value = value_text(spec->format, attr.payload, family);
    if (!value.regular) return "";
    const bool in_order = previous != nullptr && spec == previous + 1;
    if (value.zero && value.text == "0" && (zeros.count == 0 || in_order)) {
      if (zeros.count++ == 0) zeros.first = spec->name;
      zeros.last = spec->name;
    } else {
      zeros.flush(text);
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", spec->name, value.text.empty() ? "" : " ",
                          value.text);
    }
    previous = spec;
  }
  zeros.flush(text);
  return text;
}

}  // namespace

uint16_t family_of(Bytes area, const AttrSet& set, uint16_t inherited) {
  if (set.family_attr != 0) {
    const auto payload = find_attribute(area, set.family_attr);
    const uint16_t family = payload ? read_at<uint16_t>(*payload, 0).value_or(0) : uint16_t{0};
    return family != 0 ? family : inherited;
  }
  for (const AttrSpec& spec : set.attrs) {
    if (spec.nest == nullptr || spec.nest->family_attr == 0) continue;
    const auto nest = find_attribute(area, spec.type);
    const uint16_t family = nest ? family_of(*nest, *spec.nest, 0) : uint16_t{0};
    if (family != 0) return family;
  }
  return inherited;
}

void decode_attributes(Bytes area, size_t offset, const AttrSet& set, int depth, uint16_t family,
                       Lines& lines) {
  family = family_of(area, set, family);
  const AttrWalk walk = walk_attributes(area, offset);
  for (const Attr& attr : walk.attrs) {
    const AttrSpec* spec = set.each == nullptr ? find_spec(set, attr.type) : nullptr;
    const AttrSet* nest = nest_of(spec, set);
    Line line{attr.offset, attr.end(), depth, attr_name(attr, spec, set), ""};
    const std::string padding =
        all_zero(attr.padding) ? "" : fmt::format("  padding {}", to_hex(attr.padding));
    if (nest == nullptr) {
      line.value =
          value_text(spec != nullptr ? spec->format : Format::raw, attr.payload, family).text + padding;
      lines.push_back(std::move(line));
      continue;
    }
    const std::string compact =
        nest->compact ? compact_text(attr.payload, attr.payload_offset(), *nest, family) : "";
    if (!compact.empty() || attr.payload.empty()) {
      line.value = (compact.empty() ? "empty" : compact) + padding;
      lines.push_back(std::move(line));
      continue;
    }
    line.end = attr.payload_offset();
    line.value = fmt::format("{} bytes", attr.payload.size());
    lines.push_back(std::move(line));
    decode_attributes(attr.payload, attr.payload_offset(), *nest, depth + 1, family, lines);
    // Zero padding behind a nest is not worth a line; it goes with the nest's last one.
    const size_t at = attr.payload_offset() + attr.payload.size();
    if (padding.empty()) {
      lines.back().end = attr.end();
    } else {
      lines.push_back({at, attr.end(), depth, "padding", to_hex(attr.padding)});
    }
  }
  if (!walk.rest.empty()) {
    lines.push_back({walk.rest_offset, walk.rest_offset + walk.rest.size(), depth, "!",
                     fmt::format("{}: {}", walk.rest_reason, to_hex_short(walk.rest))});
  }
}

}  // namespace ipvsim::tools
