// `ipvsim show`: prints a recording decoded.
#pragma once

#include "tools/ipvsim/command.h"

namespace ipvsim::tools {

Command add_show(CLI::App& root);

}  // namespace ipvsim::tools
