// Reads the text that `ipvsadm -S -n` (ipvsadm-save) writes. Depends on value types only.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "client/values/table.h"

namespace ipvsim::client {

// A line that cannot be used. what() is "FILE:LINE: REASON".
class BadSaveLine : public std::runtime_error {
 public:
  BadSaveLine(std::string_view file, size_t line, std::string_view reason);

  const std::string& file() const { return file_; }
  size_t line() const { return line_; }  // from 1
  const std::string& reason() const { return reason_; }

 private:
  std::string file_;
  size_t line_;
  std::string reason_;
};

// Services and their destinations in the order of the text. Every option that ipvsadm 1.31 writes is
// understood, as are -x and -y (which it does not write), the long names of its manual page, a leading
// "ipvsadm", blank lines and lines that start with '#'. What a line leaves out is as ipvsadm has it:
// scheduler wlc, -p 360, full netmask, -g, weight 1, the service's port. Host and service names are not
// looked up.
//
// `file` is only for messages. Throws BadSaveLine at the first bad line: unknown option, bad value, a service
// twice, a destination twice or without its service. So a bad file changes nothing: there is no result.
//
// A kernel lists the newest destination first: adding these in order gives a list in the opposite order.
std::vector<ServiceEntry> parse_save(std::string_view text, std::string_view file = "stdin");

}  // namespace ipvsim::client
