// Rules made and told as text.
#include "ipvsim/dump_buffer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>
#include <utility>

namespace ipvsim {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view wanted) {
  throw std::invalid_argument(fmt::format("{}: {}", text, wanted));
}

std::vector<size_t> sizes_of(std::string_view text, std::string_view list) {
  std::vector<size_t> sizes;
  for (bool more = true; more;) {
    const size_t comma = list.find(',');
    more = comma != std::string_view::npos;
    const std::string_view field = list.substr(0, comma);
    if (more) list.remove_prefix(comma + 1);
    size_t size = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), size);
    if (error != std::errc{} || end != field.data() + field.size() || size < DumpBufferRule::kSmallest ||
        size > DumpBufferRule::kLargest)
      refuse(text,
             fmt::format("a size must be {} to {}", DumpBufferRule::kSmallest, DumpBufferRule::kLargest));
    sizes.push_back(size);
  }
  return sizes;
}

DumpBufferRule parse(std::string_view text) {
  if (text == "kernel") return DumpBufferRule::kernel();
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  if (colon == std::string_view::npos || (kind != "fixed" && kind != "script" && kind != "random"))
    refuse(text, "must be fixed:N, script:N,N,..., random:LO,HI or kernel");
  std::vector<size_t> sizes = sizes_of(text, text.substr(colon + 1));
  if (kind == "script") return DumpBufferRule::script(std::move(sizes));
  if (kind == "fixed") {
    if (sizes.size() != 1) refuse(text, "fixed takes one size");
    return DumpBufferRule::fixed(sizes[0]);
  }
  if (sizes.size() != 2 || sizes[0] > sizes[1]) refuse(text, "random takes LO,HI with LO <= HI");
  return DumpBufferRule::random(sizes[0], sizes[1]);
}

}  // namespace

DumpBufferRule::DumpBufferRule(Kind kind, std::vector<size_t> sizes) : kind_(kind), sizes_(std::move(sizes)) {
  if (kind != Kind::kernel && sizes_.empty()) throw std::invalid_argument("dump buffer rule without a size");
  for (const size_t size : sizes_)
    if (size < kSmallest) throw std::invalid_argument("dump buffer below 20 bytes");
  if (kind == Kind::random && sizes_[0] > sizes_[1])
    throw std::invalid_argument("dump buffer range is upside down");
}

DumpBufferRule::DumpBufferRule(std::string_view text) : DumpBufferRule(parse(text)) {}

std::string DumpBufferRule::text() const {
  switch (kind_) {
    case Kind::fixed:
      return fmt::format("fixed:{}", sizes_[0]);
    case Kind::script:
      return fmt::format("script:{}", fmt::join(sizes_, ","));
    case Kind::random:
      return fmt::format("random:{},{}", sizes_[0], sizes_[1]);
    case Kind::kernel:
      break;
  }
  return "kernel";
}

}  // namespace ipvsim
