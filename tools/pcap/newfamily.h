// How a capture introduces the IPVS family to its reader.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/kernel.h"

namespace ipvsim::tools {

// The kernel's answer to a look-up of "IPVS" by nobody in particular (sequence number and port id 0): the
// first datagram of a capture, so that a reader can put a name to the family id. Empty while the module is
// not loaded; the program's own look-up then brings it.
std::vector<uint8_t> newfamily_answer(const sim::Kernel& kernel);

}  // namespace ipvsim::tools
