// A difference as text for people.
#pragma once

#include <string>

#include "tools/decode/decode.h"
#include "tools/replay/replay.h"

namespace ipvsim::tools {

// Several lines, each ending in a newline: the trace's line and call, the request in short, both datagrams
// attribute by attribute with ">" at the line that holds the first differing byte, and that byte on both
// sides.
std::string difference_text(const Difference& difference, const DecodeOptions& options);

}  // namespace ipvsim::tools
