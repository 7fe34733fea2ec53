// The libnl socket and its two overrides.
#include "client/netlink/handle.h"

#include <netlink/handlers.h>
#include <netlink/msg.h>
#include <netlink/socket.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#include "client/netlink/fd_transport.h"
#include "client/values/error.h"
#include "uapi/netlink.h"

namespace ipvsim::client {
namespace {

// The overrides get the nl_sock and nothing of ours, so this finds its Handle. Sockets of one process, any
// thread.
struct Registry {
  std::mutex mutex;
  std::unordered_map<nl_sock*, Handle*> handles;
};

Registry& registry() {
  static Registry r;
  return r;
}

// Set while a Handle sends: saves the look-up on the way every request takes.
thread_local Handle* sending = nullptr;

Handle* handle_of(nl_sock* socket) {
  if (sending != nullptr && sending->socket() == socket) return sending;
  Registry& r = registry();
  const std::lock_guard lock(r.mutex);
  const auto found = r.handles.find(socket);
  return found == r.handles.end() ? nullptr : found->second;
}

int nl_code(int error) {
  switch (error) {
    case EAGAIN:
      return -NLE_AGAIN;
    case ENOMEM:
    case ENOBUFS:
      return -NLE_NOMEM;
    case EPERM:
      return -NLE_PERM;
    default:
      return -NLE_FAILURE;
  }
}

int open_kernel(nl_sock* socket, const Transport::Kernel& kernel) {
  errno = 0;
  if (nl_connect(socket, uapi::kNetlinkGeneric) < 0) return errno != 0 ? errno : EIO;
  const int fd = nl_socket_get_fd(socket);
  const int on = 1;
  // Not there before Linux 4.12: then errors come without text.
  (void)setsockopt(fd, uapi::kSolNetlink, uapi::kNetlinkExtAck, &on, sizeof on);
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(kernel.timeout).count();
  timeval limit{};
  limit.tv_sec = us / 1000000;
  limit.tv_usec = us % 1000000;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) < 0) return errno;
  return 0;
}

}  // namespace

// The functions libnl calls.
struct HandleSeam {
  static int send(nl_sock* socket, nl_msg* message) {
    Handle* handle = handle_of(socket);
    if (handle == nullptr) return -NLE_BAD_SOCK;
    const nlmsghdr* header = nlmsg_hdr(message);
    const std::span bytes(reinterpret_cast<const std::byte*>(header), header->nlmsg_len);
    try {
      handle->send_error_ = handle->datagrams_->send(bytes);
    } catch (...) {
      // Not through libnl's frames: Handle::send throws it again.
      handle->thrown_ = std::current_exception();
      handle->send_error_ = EIO;
    }
    return handle->send_error_ == 0 ? static_cast<int>(bytes.size()) : nl_code(handle->send_error_);
  }

  // libnl frees the buffer. Serves plain libnl code only; a client reads into its own buffer
  // (Handle::receive).
  static int receive(nl_sock* socket, sockaddr_nl* from, unsigned char** buffer, ucred**) {
    Handle* handle = handle_of(socket);
    if (handle == nullptr) return -NLE_BAD_SOCK;
    auto* bytes = static_cast<unsigned char*>(std::malloc(kReceiveSize));
    if (bytes == nullptr) return -NLE_NOMEM;
    Received got{EIO, 0, 0};
    try {
      got = handle->receive({reinterpret_cast<std::byte*>(bytes), kReceiveSize}, 0);
    } catch (...) {
      // libnl's caller has only codes.
    }
    if (got.error != 0 || got.length == 0 || got.length > kReceiveSize) {
      std::free(bytes);
      if (got.error != 0) return nl_code(got.error);
      return got.length == 0 ? 0 : -NLE_MSG_TRUNC;
    }
    *from = {};
    from->nl_family = uapi::kAfNetlink;
    from->nl_pid = got.sender;
    *buffer = bytes;
    return static_cast<int>(got.length);
  }
};

Handle::Handle(Transport transport) : socket_(nl_socket_alloc()) {
  if (socket_ == nullptr) throw std::bad_alloc();
  if (const auto* kernel = std::get_if<Transport::Kernel>(&transport.where_)) {
    if (const int error = open_kernel(socket_, *kernel); error != 0) {
      nl_socket_free(socket_);
      throw Error(Error::Kind::transport, "open a NETLINK_GENERIC socket", error);
    }
    datagrams_ =
        std::make_unique<FdTransport>(nl_socket_get_fd(socket_), false, nl_socket_get_local_port(socket_));
  } else {
    datagrams_ = std::move(std::get<std::unique_ptr<DatagramTransport>>(transport.where_));
  }
  nl_cb* callbacks = nl_socket_get_cb(socket_);
  nl_cb_overwrite_send(callbacks, &HandleSeam::send);
  nl_cb_overwrite_recv(callbacks, &HandleSeam::receive);
  nl_cb_put(callbacks);
  Registry& r = registry();
  const std::lock_guard lock(r.mutex);
  r.handles.emplace(socket_, this);
}

Handle::~Handle() {
  {
    Registry& r = registry();
    const std::lock_guard lock(r.mutex);
    r.handles.erase(socket_);
  }
  datagrams_.reset();
  nl_socket_free(socket_);
}

int Handle::send(nl_msg* message) {
  send_error_ = 0;
  Handle* outer = std::exchange(sending, this);
  const int result = nl_send(socket_, message);
  sending = outer;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (result >= 0) return 0;
  return send_error_ != 0 ? send_error_ : EIO;
}

}  // namespace ipvsim::client
