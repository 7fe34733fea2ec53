// Reads `.nltrace` text into a Trace, or says in which line it is wrong and how.
#pragma once

#include <filesystem>
#include <istream>
#include <stdexcept>
#include <string>

#include "tools/trace/trace.h"

namespace ipvsim::tools {

// A malformed trace. what() is "line N: reason"; line 0 means the file as a whole (it cannot be opened or
// read).
class TraceError : public std::runtime_error {
 public:
  TraceError(size_t line, const std::string& reason);
  size_t line() const { return line_; }

 private:
  size_t line_;
};

// Reads a whole trace. Beside the form of each line it checks what ties lines together, so that a replay
// needs no checks of its own: `nltrace 1` comes first; each header line once, none missing, all before the
// first event (notes may stand anywhere); a socket is opened before use, not twice, not used after close; a
// namespace is declared before a socket is opened in it; HEX holds exactly min(CAP, LEN) bytes. Blank lines
// are skipped. Throws TraceError.
Trace parse_trace(std::istream& in);

// The same from a file. Throws TraceError with line 0 when the file cannot be opened or read.
Trace read_trace(const std::filesystem::path& path);

}  // namespace ipvsim::tools
