// A signal handler and what it may touch: plain memory, prepared beforehand, and write(2).
#include "tools/ipvsim/last_words.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace ipvsim::tools {
namespace {

char what_text[512];
size_t what_length = 0;
volatile size_t current_line = 0;

void put(const char* text, size_t length) {
  // Nobody is left to tell if this fails.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, length);
}

extern "C" void ipvsim_say_last_words(int) {
  put(what_text, what_length);
  char digits[24];
  size_t at = sizeof(digits);
  digits[--at] = '\n';
  size_t line = current_line;
  do {
    digits[--at] = static_cast<char>('0' + line % 10);
    line /= 10;
  } while (line != 0);
  put(digits + at, sizeof(digits) - at);
}

}  // namespace

LastWords::LastWords(const std::string& what) {
  const std::string text = "ipvsim: " + what + ", line ";
  what_length = std::min(text.size(), sizeof(what_text));
  std::memcpy(what_text, text.data(), what_length);
  current_line = 0;
  std::signal(SIGABRT, ipvsim_say_last_words);
}

LastWords::~LastWords() { std::signal(SIGABRT, SIG_DFL); }

volatile size_t* LastWords::line() const { return &current_line; }

}  // namespace ipvsim::tools
