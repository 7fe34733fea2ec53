// The netmask that settings mean for a service of a family (ipvsim/settings.h).
#pragma once

#include "ipvsim/names.h"
#include "ipvsim/settings.h"

namespace ipvsim {

inline uint32_t netmask_of(const ServiceSettings& settings, uint16_t af) {
  constexpr uint32_t kWholePrefix = 128;
  return af == kInet6 && settings.netmask == ServiceSettings::kOneAddress ? kWholePrefix : settings.netmask;
}

}  // namespace ipvsim
