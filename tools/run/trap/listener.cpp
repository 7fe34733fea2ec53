// The ioctls of a seccomp listener.
#include "tools/run/trap/listener.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace ipvsim::run {
namespace {

// Since Linux 6.6: the caller and we hand the processor to each other instead of waking another one.
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif
#ifndef SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

int retried_ioctl(int fd, unsigned long request, void* argument) {
  int result;
  do {
    result = ioctl(fd, request, argument);
  } while (result != 0 && errno == EINTR);
  return result;
}

}  // namespace

Listener::Listener(endpoint::Fd fd) : fd_(std::move(fd)) {
  seccomp_notif_sizes sizes{};
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0)
    throw std::system_error(errno, std::generic_category(), "seccomp user notification");
  request_.resize(std::max<size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
  response_.resize(std::max<size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
  // Only faster; an older kernel refuses, and that is fine.
  (void)ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
}

bool Listener::receive(Call& call) {
  // The system insists on a cleared structure.
  std::fill(request_.begin(), request_.end(), uint8_t{0});
  if (ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_RECV, request_.data()) != 0) return false;
  seccomp_notif request;
  std::memcpy(&request, request_.data(), sizeof(request));
  call.id = request.id;
  call.task = static_cast<pid_t>(request.pid);
  call.number = request.data.nr;
  std::copy(std::begin(request.data.args), std::end(request.data.args), call.args.begin());
  return true;
}

bool Listener::hung_up() const {
  pollfd fd{fd_.get(), 0, 0};
  return poll(&fd, 1, 0) == 1 && (fd.revents & POLLHUP) != 0;
}

bool Listener::valid(const Call& call) const {
  uint64_t id = call.id;
  return ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

void Listener::respond(const Call& call, int64_t value, int err, uint32_t flags) {
  std::fill(response_.begin(), response_.end(), uint8_t{0});
  seccomp_notif_resp response{};
  response.id = call.id;
  response.val = value;
  response.error = -err;
  response.flags = flags;
  std::memcpy(response_.data(), &response, sizeof(response));
  // It fails when the caller is gone, and then nobody misses the answer.
  (void)retried_ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_SEND, response_.data());
}

void Listener::pass(const Call& call) { respond(call, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE); }
void Listener::answer(const Call& call, int64_t value) { respond(call, value, 0, 0); }
void Listener::fail(const Call& call, int err) { respond(call, 0, err, 0); }

void Listener::give(const Call& call, int fd, bool close_on_exec) {
  seccomp_notif_addfd add{};
  add.id = call.id;
  add.flags = SECCOMP_ADDFD_FLAG_SEND;
  add.srcfd = static_cast<uint32_t>(fd);
  add.newfd_flags = close_on_exec ? O_CLOEXEC : 0;
  if (ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ADDFD, &add) < 0 && errno != ENOENT) fail(call, errno);
}

}  // namespace ipvsim::run
