// What the name of a release tells about a profile.
#pragma once

#include <string_view>

#include "ipvsim/profile.h"

namespace ipvsim {

// Whether a release ("6.1.176", Debian's "6.1.0-57-amd64") has the U_THRESH limit (ipvs-drift.md 1). A
// release this project knows nothing of is taken for a recent one.
bool release_has_u_thresh_limit(std::string_view release);

}  // namespace ipvsim
