// Which laws each variant is known to break: the result this project exists to show (ARCHITECTURE.md 5).
#pragma once

#include "laws/laws.h"

namespace ipvsim::laws {

inline constexpr std::array<DumpVariant, 5> kAllVariants = {
    DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3, DumpVariant::serial};

// True: cases as campaigns draw them break the law, and a committed counterexample shows one.
bool expected_broken(DumpVariant variant, Law law);

}  // namespace ipvsim::laws
