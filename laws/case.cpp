// Cases as text.
#include "laws/case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>

namespace ipvsim::laws {

namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

uint32_t number(std::string_view text, uint32_t limit, std::string_view what) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value >= limit)
    throw std::invalid_argument(fmt::format("case: '{}' is no {}", text, what));
  return value;
}

uint32_t indexed(std::string_view text, char letter, uint32_t limit, std::string_view what) {
  if (text.empty() || text[0] != letter)
    throw std::invalid_argument(fmt::format("case: '{}' is no {}", text, what));
  return number(text.substr(1), limit, what);
}
ServiceIndex service_index(std::string_view text) {
  return static_cast<ServiceIndex>(indexed(text, 's', kServices, "service"));
}
DestIndex dest_index(std::string_view text) {
  return static_cast<DestIndex>(indexed(text, 'd', kDests, "destination"));
}
uint8_t edit_value(std::string_view text) { return static_cast<uint8_t>(number(text, kValues, "value")); }

Edit parse_edit(std::string_view text) {
  Edit edit;
  if (text == "flush") {
    edit.kind = EditKind::flush;
    return edit;
  }
  if (text.size() < 2) throw std::invalid_argument(fmt::format("case: '{}' is no edit", text));
  const char sign = text[0];
  const auto parts = split(text.substr(1), '.');
  if (parts[0][0] == 'f' && parts.size() == 1 && (sign == '+' || sign == '-')) {
    edit.kind = sign == '+' ? EditKind::add_foreign : EditKind::del_foreign;
    edit.service = static_cast<ServiceIndex>(indexed(parts[0], 'f', kServices, "foreign service"));
    return edit;
  }
  edit.service = service_index(parts[0]);
  const bool of_dest = parts.size() > 1 && !parts[1].empty() && parts[1][0] == 'd';
  if (of_dest) edit.dest = dest_index(parts[1]);
  const size_t expected = (of_dest ? 2u : 1u) + (sign == '=' ? 1u : 0u);
  if (parts.size() != expected) throw std::invalid_argument(fmt::format("case: '{}' is no edit", text));
  if (sign == '=') edit.value = edit_value(parts.back());
  switch (sign) {
    case '+':
      edit.kind = of_dest ? EditKind::add_dest : EditKind::add_service;
      break;
    case '-':
      edit.kind = of_dest ? EditKind::del_dest : EditKind::del_service;
      break;
    case '=':
      edit.kind = of_dest ? EditKind::set_dest : EditKind::set_service;
      break;
    default:
      throw std::invalid_argument(fmt::format("case: '{}' is no edit", text));
  }
  return edit;
}

}  // namespace

std::string to_text(const Edit& edit) {
  const int service = edit.service;
  const int dest = edit.dest;
  const int value = edit.value;
  switch (edit.kind) {
    case EditKind::add_service:
      return fmt::format("+s{}", service);
    case EditKind::del_service:
      return fmt::format("-s{}", service);
    case EditKind::set_service:
      return fmt::format("=s{}.{}", service, value);
    case EditKind::add_dest:
      return fmt::format("+s{}.d{}", service, dest);
    case EditKind::del_dest:
      return fmt::format("-s{}.d{}", service, dest);
    case EditKind::set_dest:
      return fmt::format("=s{}.d{}.{}", service, dest, value);
    case EditKind::flush:
      return "flush";
    case EditKind::add_foreign:
      return fmt::format("+f{}", service);
    case EditKind::del_foreign:
      return fmt::format("-f{}", service);
  }
  return {};
}

namespace {
std::string asked_text(const Case& which) {
  if (which.services_only) return "services";
  return which.single ? fmt::format("s{}", int{*which.single}) : "all";
}
}  // namespace

std::string to_text(const Case& which) {
  std::vector<std::string> services;
  for (const TableService& entry : which.table) {
    std::vector<std::string> dests;
    for (const DestIndex dest : entry.dests) dests.push_back(fmt::format("d{}", int{dest}));
    services.push_back(
        fmt::format("s{}{}{}", int{entry.service}, dests.empty() ? "" : ":", fmt::join(dests, ",")));
  }
  std::vector<std::string> edits;
  for (const TimedEdit& timed : which.edits)
    edits.push_back(fmt::format("{}:{}", timed.boundary, to_text(timed.edit)));
  return fmt::format("{} {} {} {} {}", dump_variant_name(which.variant),
                     services.empty() ? "-" : fmt::format("{}", fmt::join(services, ";")), asked_text(which),
                     fmt::join(which.sizes, ","),
                     edits.empty() ? "-" : fmt::format("{}", fmt::join(edits, ";")));
}

Case parse_case(std::string_view text) {
  constexpr uint32_t kLargestChunk = 1'000'000;
  constexpr uint32_t kLastBoundary = 1'000'000;
  const auto words = split(text, ' ');
  if (words.size() != 5)
    throw std::invalid_argument("case: wants five words: variant table asked sizes edits");
  Case out;
  out.variant = dump_variant(words[0]);
  if (words[1] != "-")
    for (const std::string_view entry : split(words[1], ';')) {
      const auto halves = split(entry, ':');
      TableService service{service_index(halves[0]), {}};
      if (halves.size() > 2) throw std::invalid_argument(fmt::format("case: '{}' is no service", entry));
      if (halves.size() == 2)
        for (const std::string_view dest : split(halves[1], ',')) service.dests.push_back(dest_index(dest));
      out.table.push_back(std::move(service));
    }
  out.services_only = words[2] == "services";
  if (out.services_only && out.variant != DumpVariant::stock)
    throw std::invalid_argument("case: only stock has a dump of the services alone");
  if (words[2] != "all" && !out.services_only) out.single = service_index(words[2]);
  out.sizes.clear();
  for (const std::string_view size : split(words[3], ',')) {
    out.sizes.push_back(number(size, kLargestChunk, "chunk size"));
    if (out.sizes.back() < DumpBufferRule::kSmallest)
      throw std::invalid_argument(fmt::format("case: chunk size {} is below 20", size));
  }
  if (words[4] != "-")
    for (const std::string_view entry : split(words[4], ';')) {
      const size_t colon = entry.find(':');
      if (colon == std::string_view::npos)
        throw std::invalid_argument(fmt::format("case: '{}' is no edit", entry));
      out.edits.push_back(
          {number(entry.substr(0, colon), kLastBoundary, "boundary"), parse_edit(entry.substr(colon + 1))});
    }
  return out;
}

std::string describe(const Edit& edit) {
  const std::string_view service = service_facts(edit.service).name;
  const std::string& dest = dest_facts(edit.dest).name;
  switch (edit.kind) {
    case EditKind::add_service:
      return fmt::format("service {} is added", service);
    case EditKind::del_service:
      return fmt::format("service {} is removed", service);
    case EditKind::set_service:
      return fmt::format("timeout of {} becomes {} s", service, int{edit.value});
    case EditKind::add_dest:
      return fmt::format("destination {} is added to {}", dest, service);
    case EditKind::del_dest:
      return fmt::format("destination {} is removed from {}", dest, service);
    case EditKind::set_dest:
      return fmt::format("weight of {} in {} becomes {}", dest, service, int{edit.value});
    case EditKind::flush:
      return "the table is flushed";
    case EditKind::add_foreign:
      return fmt::format("another namespace adds {}", service);
    case EditKind::del_foreign:
      return fmt::format("another namespace removes {}", service);
  }
  return {};
}

}  // namespace ipvsim::laws
