// When a check of the simulator stops the program, says on stderr what the command was at.
#pragma once

#include <cstddef>
#include <string>

namespace ipvsim::tools {

// Alive, it stands for what is being done; one at a time, on one thread. On SIGABRT it prints "ipvsim: WHAT,
// line N".
class LastWords {
 public:
  explicit LastWords(const std::string& what);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  // Where to keep the line that is being worked on.
  volatile size_t* line() const;
};

}  // namespace ipvsim::tools
