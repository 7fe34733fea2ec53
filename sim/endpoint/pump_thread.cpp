// Waiting for requests and for datagrams to be taken. Both are edges on the kernel's end of a pair: input
// arrived, or the peer made room by reading.
#include "sim/endpoint/pump_thread.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace ipvsim::endpoint {

namespace {

[[noreturn]] void system_failed(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void watch(int epoll, int fd, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) system_failed("ipvsim: epoll_ctl");
}

}  // namespace

PumpThread::PumpThread(sim::Kernel& kernel)
    : kernel_(kernel), epoll_(epoll_create1(EPOLL_CLOEXEC)), stop_(eventfd(0, EFD_CLOEXEC)) {
  if (!epoll_.valid() || !stop_.valid()) system_failed("ipvsim: pump thread");
  watch(epoll_.get(), stop_.get(), EPOLLIN);
  thread_ = std::thread([this] { run(); });
}

PumpThread::~PumpThread() {
  const uint64_t one = 1;
  // An eventfd takes eight bytes unless its counter is full, and then it is readable already.
  (void)!::write(stop_.get(), &one, sizeof(one));
  thread_.join();
}

int PumpThread::open(genl::NetnsId netns, uint32_t task) {
  const std::lock_guard lock(mutex_);
  auto endpoint = std::make_unique<Endpoint>(kernel_, netns, task);
  const int user = endpoint->release_fd();
  watch(epoll_.get(), endpoint->kernel_fd(), EPOLLIN | EPOLLOUT | EPOLLET);
  endpoints_.push_back(std::move(endpoint));
  return user;
}

void PumpThread::with_kernel(const std::function<void(sim::Kernel&)>& edit) {
  const std::lock_guard lock(mutex_);
  edit(kernel_);
}

void PumpThread::with_endpoint(int fd, const std::function<void(Endpoint*)>& look) {
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(endpoints_.begin(), endpoints_.end(),
                               [&](const auto& endpoint) { return endpoint->fd() == fd; });
  look(at == endpoints_.end() ? nullptr : at->get());
}

void PumpThread::run() {
  for (;;) {
    epoll_event ready[16];
    const int count = epoll_wait(epoll_.get(), ready, std::size(ready), -1);
    if (count < 0 && errno != EINTR) return;
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < count; ++i) {
      const int fd = ready[i].data.fd;
      if (fd == stop_.get()) {
        endpoints_.clear();
        return;
      }
      std::erase_if(endpoints_,
                    [&](const auto& endpoint) { return endpoint->kernel_fd() == fd && !endpoint->pump(); });
    }
  }
}

}  // namespace ipvsim::endpoint
