// How to read a table: by which commands, and what to do when the kernel says that a dump was interrupted.
#pragma once

#include <cstdint>

namespace ipvsim::client {

// An interrupted dump is read again up to `retries` times; if all were interrupted, `then` decides.
struct RetryPolicy {
  enum class Then : uint8_t {
    return_marked,  // the last result, with `interrupted` set
    error,          // Error of kind interrupted, EINTR
  };
  unsigned retries = 0;
  Then then = Then::return_marked;
};

enum class ReadMethod : uint8_t {
  automatic,  // combined where the kernel has the command, else N+1; found out once for a connection
  n_plus_1,   // GET_SERVICE, then GET_DEST for each service
  combined,   // GET_SERVICE_DEST, an error (EOPNOTSUPP) where there is none
};

struct ReadOptions {
  ReadMethod method = ReadMethod::automatic;
  RetryPolicy retry{};
};

}  // namespace ipvsim::client
