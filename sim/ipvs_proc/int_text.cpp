// Parsing and writing integers.
#include "sim/ipvs_proc/int_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <optional>

namespace ipvsim::ipvs_proc {

namespace {

constexpr size_t kLongestText = 4095;
constexpr size_t kLongestNumber = 20;

std::string_view without_blanks(std::string_view text) {
  const size_t at = text.find_first_not_of(" \t\n\v\f\r");
  return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

std::optional<int64_t> parse_int(std::string_view token, IntRange range) {
  if (token.size() > kLongestNumber) return std::nullopt;
  const bool negative = token.starts_with('-');
  if (negative) token.remove_prefix(1);
  int base = 10;
  if (token.starts_with("0x") || token.starts_with("0X")) {
    base = 16;
    token.remove_prefix(2);
  } else if (token.starts_with('0')) {
    base = 8;
  }
  uint64_t magnitude = 0;
  const char* const end = token.data() + token.size();
  const auto [stopped, error] = std::from_chars(token.data(), end, magnitude, base);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  const uint64_t most = negative ? uint64_t{0} - static_cast<uint64_t>(range.least) : range.most;
  // Where nothing is below 0, not even "-0" is a number: measured on 6.1.176 with sync_qlen_max.
  if (magnitude > most || (negative && range.least == 0)) return std::nullopt;
  return static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
}

}  // namespace

IntsWritten write_ints(std::string_view text, std::span<int64_t> values, IntRange range) {
  std::string_view rest = text.substr(0, kLongestText);
  for (size_t i = 0; i < values.size(); ++i) {
    rest = without_blanks(rest);
    if (rest.empty()) {
      if (i == 0 && !text.empty()) return {EINVAL};
      break;
    }
    const std::string_view token = rest.substr(0, rest.find_first_of(" \t\n"));
    const std::optional<int64_t> value = parse_int(token, range);
    if (!value) return {EINVAL};
    values[i] = *value;
    rest.remove_prefix(token.size());
  }
  return {{}, text.size() - without_blanks(rest).size()};
}

std::string ints_text(std::span<const int64_t> values) {
  return fmt::format("{}\n", fmt::join(values.begin(), values.end(), "\t"));
}

}  // namespace ipvsim::ipvs_proc
