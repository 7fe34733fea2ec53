// Reading again what the kernel says was interrupted.
#pragma once

#include <cerrno>

#include "client/values/error.h"
#include "client/values/read_options.h"

namespace ipvsim::client {

// Calls `once` until its result is not `interrupted` or the policy is used up; throws Error (interrupted)
// when the policy says so. `once` gives a Dump or a Table; the result's `attempts` is set.
template <typename Once>
auto read_with_retries(const char* operation, const RetryPolicy& policy, Once&& once) {
  for (unsigned attempt = 1;; ++attempt) {
    auto result = once();
    result.attempts = attempt;
    if (!result.interrupted) return result;
    if (attempt <= policy.retries) continue;
    if (policy.then == RetryPolicy::Then::error)
      throw Error(Error::Kind::interrupted, operation, EINTR, "the table changed during every read");
    return result;
  }
}

}  // namespace ipvsim::client
