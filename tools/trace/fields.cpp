// Words and numbers of a trace line.
#include "tools/trace/fields.h"

#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "tools/text/errno_name.h"
#include "tools/text/hex.h"
#include "tools/trace/parse.h"

namespace ipvsim::tools {
// Datagrams are long, an error message is not; a file that is no trace at all may hold any bytes, a terminal
// not.
std::string in_quotes(std::string_view word) {
  constexpr size_t kMax = 40;
  std::string text;
  for (char c : word.substr(0, kMax)) {
    const bool printable = c >= ' ' && c <= '~';
    text += printable ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<uint8_t>(c));
  }
  return fmt::format("\"{}{}\"", text, word.size() > kMax ? ".." : "");
}

Fields::Fields(std::string_view line, size_t line_number) : line_(line_number) {
  size_t at = 0;
  while ((at = line.find_first_not_of(' ', at)) != std::string_view::npos) {
    const size_t end = std::min(line.find(' ', at), line.size());
    words_.push_back(line.substr(at, end - at));
    at = end;
  }
}

std::string_view Fields::peek() const { return empty() ? std::string_view() : words_[next_]; }

std::string_view Fields::word(std::string_view what) {
  if (empty()) fail(fmt::format("{} is missing", what));
  return words_[next_++];
}

std::string_view Fields::name(std::string_view what) {
  const std::string_view text = word(what);
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable) fail(fmt::format("{} must be printable characters, not {}", what, in_quotes(text)));
  return text;
}

uint64_t Fields::number(std::string_view what, uint64_t max) {
  const std::string_view text = word(what);
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > max) {
    fail(fmt::format("{} must be a number from 0 to {}, not {}", what, max, in_quotes(text)));
  }
  return value;
}

int64_t Fields::signed_number(std::string_view what, int64_t min, int64_t max) {
  const std::string_view text = word(what);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < min || value > max) {
    fail(fmt::format("{} must be a number from {} to {}, not {}", what, min, max, in_quotes(text)));
  }
  return value;
}

std::vector<uint8_t> Fields::hex(std::string_view what) {
  const std::string_view text = word(what);
  auto bytes = from_hex(text);
  if (bytes) return std::move(*bytes);
  const size_t bad = text.find_first_not_of("0123456789abcdef");
  if (bad == std::string_view::npos) {
    fail(fmt::format("{} has an odd number of hex digits ({})", what, text.size()));
  }
  fail(fmt::format("{} holds {} at digit {}; lower-case hex digits are expected", what,
                   in_quotes(text.substr(bad, 1)), bad));
}

int Fields::result(std::string_view what) {
  if (peek() == "ok") {
    ++next_;
    return 0;
  }
  if (!empty() && !errno_number(peek())) {
    fail(fmt::format("{} must be ok or an errno name, not {}", what, in_quotes(peek())));
  }
  return errno_value(what);
}

int Fields::errno_value(std::string_view what) {
  const std::string_view text = word(what);
  const auto number = errno_number(text);
  if (!number) fail(fmt::format("{} must be an errno name, not {}", what, in_quotes(text)));
  return *number;
}

void Fields::literal(std::string_view expected) {
  const std::string_view text = word(fmt::format("\"{}\"", expected));
  if (text != expected) fail(fmt::format("\"{}\" is expected, not {}", expected, in_quotes(text)));
}

void Fields::end() {
  if (!empty()) fail(fmt::format("{} is one word too many", in_quotes(peek())));
}

void Fields::fail(const std::string& reason) const { throw TraceError(line_, reason); }

}  // namespace ipvsim::tools
