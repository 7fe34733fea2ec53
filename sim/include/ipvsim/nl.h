// One's own libnl client on a simulated kernel, its code untouched: the nl_sock sends to a Door and receives
// from it, so an edit is placed between two receives of a loop one cannot change. Needs libnl-3 (the target
// ipvsim::nl) and no descriptor.
//
//   nl_sock* sock = nl_socket_alloc();          // neither nl_connect() nor genl_connect()
//   ipvsim::NlDoor door(sock, kernel);
//   door.before_receive(2, [&] { kernel.del_service("tcp:10.0.0.1:80"); });
//   my_list_of(sock);
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "ipvsim/door.h"

struct nl_sock;

namespace ipvsim {

// While it lives, everything libnl sends and receives on the nl_sock goes through the door. Not thread-safe,
// like its kernel; several may live in one process, in any threads. Must go before the nl_sock is freed and
// before the kernel.
class NlDoor {
 public:
  // Throws std::system_error when the system gives no descriptors for the door, std::invalid_argument when
  // the nl_sock has a door already.
  NlDoor(nl_sock* sock, Kernel& kernel, uint32_t netns = 0);
  // From now on the nl_sock cannot be used but to be freed.
  ~NlDoor();
  NlDoor(const NlDoor&) = delete;
  NlDoor& operator=(const NlDoor&) = delete;

  // As Door's. A receive of libnl has the size that nl_socket_set_msg_buf_size() gave, or four pages; it
  // never waits: libnl gives -NLE_AGAIN where nothing is there, and its caller must not take that for the end
  // of a dump.
  void before_receive(std::function<void()> edit) { door_.before_receive(std::move(edit)); }
  void before_receive(size_t n, std::function<void()> edit) { door_.before_receive(n, std::move(edit)); }
  const std::vector<Data>& requests() const { return door_.requests(); }
  Door& door() { return door_; }

 private:
  nl_sock* sock_;
  Door door_;
};

}  // namespace ipvsim
