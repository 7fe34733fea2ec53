// On what a measurement was made.
#pragma once

#include <string>

namespace ipvsim::tools::bench {

// "Intel(R) Xeon(R) Processor, 2 cores, Linux 6.1.0": the kind of machine, not which one.
std::string machine_kind();

}  // namespace ipvsim::tools::bench
