// A profile as the kernel's rooms have it, and what the name of a release tells about one.
#pragma once

#include <string_view>

#include "ipvsim/profile.h"
#include "sim/ipvs_genl/family.h"

namespace ipvsim {

using ipvs_genl::SerialFault;

struct KernelProfile : Profile {
  KernelProfile() = default;
  KernelProfile(Profile profile) : Profile(std::move(profile)) {}  // NOLINT(google-explicit-constructor)

  // Planted by tests of the tests.
  SerialFault serial_fault = SerialFault::none;
};

// Whether a release ("6.1.176", Debian's "6.1.0-57-amd64") has the U_THRESH limit (ipvs-drift.md 1). A
// release this project knows nothing of is taken for a recent one.
bool release_has_u_thresh_limit(std::string_view release);

}  // namespace ipvsim
