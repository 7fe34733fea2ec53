// libnl's documented seam: nl_cb_overwrite_send and nl_cb_overwrite_recv. It refuses a socketpair in
// nl_socket_set_fd.
#include <netlink/errno.h>
#include <netlink/handlers.h>
#include <netlink/msg.h>
#include <netlink/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include "ipvsim/nl.h"

namespace ipvsim {
namespace {

constexpr size_t kFourPages = 4 * 4096;

// The overrides get the nl_sock and nothing of ours, so this finds its door. Sockets of one process, any
// thread.
struct Registry {
  std::mutex mutex;
  std::unordered_map<nl_sock*, Door*> doors;
};

Registry& registry() {
  static Registry the_one;
  return the_one;
}

Door* door_of(nl_sock* sock) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.doors.find(sock);
  return found == all.doors.end() ? nullptr : found->second;
}

int nl_code(int error) {
  switch (error) {
    case EAGAIN:
      return -NLE_AGAIN;
    case ENOBUFS:
    case ENOMEM:
      return -NLE_NOMEM;
    case EPERM:
      return -NLE_PERM;
    default:
      return -NLE_FAILURE;
  }
}

int send(nl_sock* sock, nl_msg* message) {
  Door* const door = door_of(sock);
  if (door == nullptr) return -NLE_BAD_SOCK;
  const nlmsghdr* const header = nlmsg_hdr(message);
  const std::span bytes(reinterpret_cast<const uint8_t*>(header), header->nlmsg_len);
  const int error = door->send(bytes);
  return error == 0 ? static_cast<int>(bytes.size()) : nl_code(error);
}

// libnl frees the buffer.
int receive(nl_sock* sock, sockaddr_nl* from, unsigned char** buffer, ucred**) {
  Door* const door = door_of(sock);
  if (door == nullptr) return -NLE_BAD_SOCK;
  const size_t capacity = nl_socket_get_msg_buf_size(sock);
  const Datagram datagram = door->receive(capacity != 0 ? capacity : kFourPages);
  if (datagram.error != 0) return nl_code(datagram.error);
  if (datagram.truncated) return -NLE_MSG_TRUNC;
  *from = {};
  from->nl_family = AF_NETLINK;
  from->nl_pid = datagram.sender;
  *buffer = static_cast<unsigned char*>(std::malloc(std::max<size_t>(datagram.bytes.size(), 1)));
  if (*buffer == nullptr) return -NLE_NOMEM;
  std::copy(datagram.bytes.begin(), datagram.bytes.end(), *buffer);
  return static_cast<int>(datagram.bytes.size());
}

}  // namespace

NlDoor::NlDoor(nl_sock* sock, Kernel& kernel, uint32_t netns) : sock_(sock), door_(kernel, netns) {
  {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    if (!all.doors.emplace(sock, &door_).second)
      throw std::invalid_argument("the nl_sock has a door already");
  }
  nl_cb* const callbacks = nl_socket_get_cb(sock);
  nl_cb_overwrite_send(callbacks, &send);
  nl_cb_overwrite_recv(callbacks, &receive);
  nl_cb_put(callbacks);
}

NlDoor::~NlDoor() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.doors.erase(sock_);
}

}  // namespace ipvsim
