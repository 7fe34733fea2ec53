// Waiting for requests and for datagrams to be taken. Both are edges on the kernel's end of a pair: input
// arrived, or the peer made room by reading.
#include "sim/endpoint/pump_thread.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
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
  if (failure_ == nullptr || failure_told_) return;
  try {
    std::rethrow_exception(failure_);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "ipvsim: the pump's thread had ended: %s\n", e.what());
  } catch (...) {
    std::fputs("ipvsim: the pump's thread had ended\n", stderr);
  }
}

int PumpThread::open(genl::NetnsId netns, uint32_t task) {
  const std::lock_guard lock(mutex_);
  tell_failure();
  auto endpoint = std::make_unique<Endpoint>(kernel_, netns, task);
  watch(epoll_.get(), endpoint->kernel_fd(), EPOLLIN | EPOLLOUT | EPOLLET);
  endpoints_.push_back(std::move(endpoint));
  return endpoints_.back()->release_fd();
}

void PumpThread::with_kernel(const std::function<void(sim::Kernel&)>& edit) {
  const std::lock_guard lock(mutex_);
  tell_failure();
  edit(kernel_);
}

void PumpThread::with_endpoint(int fd, const std::function<void(Endpoint*)>& look) {
  const std::lock_guard lock(mutex_);
  tell_failure();
  // The newest first: the number of a descriptor that was closed just now may be in use again.
  const auto at = std::find_if(endpoints_.rbegin(), endpoints_.rend(),
                               [&](const auto& endpoint) { return endpoint->fd() == fd; });
  look(at == endpoints_.rend() ? nullptr : at->get());
}

void PumpThread::tell_failure() {
  if (failure_ == nullptr) return;
  failure_told_ = true;
  std::rethrow_exception(failure_);
}

void PumpThread::run() {
  for (bool going = true; going;) {
    epoll_event ready[16];
    const int count = epoll_wait(epoll_.get(), ready, std::size(ready), -1);
    // The end and what led to it are one step for who waits for the lock, and who is woken by the close.
    const std::lock_guard lock(mutex_);
    try {
      if (count < 0 && errno != EINTR) system_failed("ipvsim: epoll_wait");
      for (int i = 0; i < count; ++i) going = serve(ready[i].data.fd) && going;
    } catch (...) {
      failure_ = std::current_exception();
      going = false;
    }
    if (!going) endpoints_.clear();
  }
}

// False: the thread is asked to stop.
bool PumpThread::serve(int fd) {
  if (fd == stop_.get()) return false;
  std::erase_if(endpoints_,
                [&](const auto& endpoint) { return endpoint->kernel_fd() == fd && !endpoint->pump(); });
  return true;
}

}  // namespace ipvsim::endpoint
