// What is timed: reading a whole table, and printing it as `ipvsadm -Sn` does.
#pragma once

#include <string>

#include "client/client.h"
#include "tools/bench/compare/timing.h"

namespace ipvsim::tools::bench {

struct Reading {
  Span read;
  Span print;  // sorting, formatting, and one write to /dev/null
  size_t services = 0;
  size_t dests = 0;

  Span total() const {
    Span sum = read;
    sum += print;
    return sum;
  }
};

// Reads and prints one table after the other, into one buffer.
class Reader {
 public:
  Reader();
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Throws client::Error.
  Reading read_and_print(client::Client& client, client::ReadMethod method);
  Reading read(client::Client& client, client::ReadMethod method);
  const std::string& text() const { return text_; }

 private:
  client::Table timed_read(client::Client& client, client::ReadMethod method, Reading& reading);

  int null_;
  std::string text_;
};

}  // namespace ipvsim::tools::bench
