// Lays a difference out.
#include "tools/replay/report.h"

#include <fmt/format.h>

#include "tools/decode/summary.h"
#include "tools/text/errno_name.h"

namespace ipvsim::tools {
namespace {

std::string answer_text(std::string_view title, const Answer& answer, const std::optional<size_t>& mark,
                        const DecodeOptions& options) {
  if (answer.error != 0) return fmt::format("  {}: {}\n", title, errno_name(answer.error));
  std::string text = fmt::format("  {}: {} bytes", title, answer.length);
  if (answer.bytes.size() != answer.length) text += fmt::format(", {} of them received", answer.bytes.size());
  text += "\n";
  for (const Line& line : decode(answer.bytes, options)) {
    const bool marked = mark && line.begin <= *mark && *mark < line.end;
    text += fmt::format("  {} {}\n", marked ? ">" : " ", line_text(line));
  }
  return text;
}

std::string byte_text(const std::vector<uint8_t>& bytes, size_t at) {
  return at < bytes.size() ? fmt::format("{:02x}", bytes[at]) : "nothing";
}

}  // namespace

std::string difference_text(const Difference& difference, const DecodeOptions& options) {
  std::string text = fmt::format("line {}: {}\n", difference.line, difference.what);
  for (const std::string& broken : difference.audit) text += fmt::format("  {}\n", broken);
  if (!difference.recorded || !difference.got) return text;
  if (difference.request_line != 0) {
    text += fmt::format("  last sent on this socket, line {}:\n", difference.request_line);
    for (const std::string& line : summaries(difference.request, options))
      text += fmt::format("      {}\n", line);
  }
  const bool datagrams = difference.recorded->error == 0 && difference.got->error == 0;
  const auto at =
      datagrams ? first_difference(difference.recorded->bytes, difference.got->bytes) : std::nullopt;
  text += answer_text("recorded", *difference.recorded, at, options);
  text += answer_text("got", *difference.got, at, options);
  if (at) {
    text += fmt::format("  first differing byte: {}, recorded {}, got {}\n", *at,
                        byte_text(difference.recorded->bytes, *at), byte_text(difference.got->bytes, *at));
  }
  return text;
}

}  // namespace ipvsim::tools
