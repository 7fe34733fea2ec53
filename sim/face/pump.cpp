// A pump is the thread of endpoint/pump_thread.h.
#include "ipvsim/pump.h"

#include "sim/endpoint/pump_thread.h"

namespace ipvsim {

Pump::Pump(Kernel& kernel)
    : kernel_(kernel), thread_(std::make_unique<endpoint::PumpThread>(kernel.inside())) {}
Pump::~Pump() = default;

int Pump::open(uint32_t netns) { return thread_->open(netns); }

void Pump::with_kernel(const std::function<void(Kernel&)>& edit) {
  thread_->with_kernel([&](sim::Kernel&) { edit(kernel_); });
}

}  // namespace ipvsim
