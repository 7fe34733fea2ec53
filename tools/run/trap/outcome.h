// What becomes of a waiting call.
#pragma once

#include <cstdint>

#include "sim/endpoint/fd.h"

namespace ipvsim::run {

struct Outcome {
  enum class Kind {
    pass,   // the system makes it
    value,  // it returns `value`
    fail,   // it fails with errno `value`
    give,   // it returns a copy of `fd` in the caller's table
  };
  Kind kind = Kind::pass;
  int64_t value = 0;
  endpoint::Fd fd;
  bool close_on_exec = false;

  static Outcome pass() { return {}; }
  static Outcome returns(int64_t value) { return {Kind::value, value, {}, false}; }
  static Outcome fails(int err) { return {Kind::fail, err, {}, false}; }
  static Outcome gives(endpoint::Fd fd, bool close_on_exec) {
    return {Kind::give, 0, std::move(fd), close_on_exec};
  }
  // For calls that return 0 or an errno.
  static Outcome of(int err) { return err == 0 ? returns(0) : fails(err); }
};

}  // namespace ipvsim::run
