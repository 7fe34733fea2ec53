// A counterexample as a GoogleTest to paste: the steps of the case written with the public face alone
// (ipvsim/...), so that it compiles wherever ipvsim is installed.
#pragma once

#include <string>

#include "laws/shrink.h"

namespace ipvsim::laws {

// The test: each edit with the errno it is answered with, each receive with what it tells, the complaint on
// top. It needs the headers ipvsim/door.h and gtest/gtest.h, and to link ipvsim::sim.
std::string cpp_test(const Counterexample& example);

}  // namespace ipvsim::laws
