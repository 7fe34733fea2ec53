// `ipvsim dump`: prints a table as ipvsadm does, from a real kernel or from a simulated one.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_dump(CLI::App& root);

}  // namespace ipvsim::tools
