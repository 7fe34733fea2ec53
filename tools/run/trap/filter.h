// Which system calls of the programs wait for the supervisor's word. All others run at full speed.
#pragma once

#include "sim/endpoint/fd.h"

namespace ipvsim::run {

struct FilterOptions {
  bool files = true;     // files of IPVS under /proc
  bool links = false;    // that none of them is a symbolic link
  bool isolate = false;  // netlink sockets of every protocol
};

class Filter {
 public:
  // Throws std::runtime_error when the library cannot make it for this machine.
  explicit Filter(const FilterOptions& options);
  ~Filter();
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  // Puts the calling process and all it will ever start under the filter; gives the listener. Cannot be
  // undone. Throws std::system_error when the system refuses.
  endpoint::Fd load();

 private:
  void* context_;
};

}  // namespace ipvsim::run
