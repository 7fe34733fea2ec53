// One line of a trace, taken apart word by word; each taker names what it misses or refuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ipvsim::tools {

// The word in quotes for an error message: printable characters only, cut when long.
std::string in_quotes(std::string_view word);

class Fields {
 public:
  // Words are separated by single or several blanks; the line must outlive this object.
  Fields(std::string_view line, size_t line_number);

  size_t line() const { return line_; }
  bool empty() const { return next_ == words_.size(); }
  size_t left() const { return words_.size() - next_; }
  // The next word without taking it; "" at the end.
  std::string_view peek() const;

  // Each throws TraceError naming `what` when there is no word or it is not of the form.
  std::string_view word(std::string_view what);
  // A word of printable ASCII, fit to be shown as it is.
  std::string_view name(std::string_view what);
  uint64_t number(std::string_view what, uint64_t max);
  int64_t signed_number(std::string_view what, int64_t min, int64_t max);
  std::vector<uint8_t> hex(std::string_view what);
  // "ok" gives 0, an errno name its number.
  int result(std::string_view what);
  int errno_value(std::string_view what);
  // Takes exactly this word.
  void literal(std::string_view expected);
  // The line must be used up.
  void end();

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  std::vector<std::string_view> words_;
  size_t next_ = 0;
  size_t line_;
};

}  // namespace ipvsim::tools
