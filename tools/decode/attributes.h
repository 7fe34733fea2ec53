// Walks attributes by their table and writes a line for each, nests inside out of the same code.
#pragma once

#include "tools/decode/bytes.h"
#include "tools/decode/line.h"
#include "tools/decode/spec.h"

namespace ipvsim::tools {

// Appends the lines of `area`, which starts at `offset` of its datagram. `family` is that of the
// surroundings; a set with an attribute for it goes by its own. Any bytes are accepted; each byte of `area`
// is covered by some line.
void decode_attributes(Bytes area, size_t offset, const AttrSet& set, int depth, uint16_t family,
                       Lines& lines);

// The address family that `area` speaks of: its own attribute, else that of a nest in it, else `inherited`.
uint16_t family_of(Bytes area, const AttrSet& set, uint16_t inherited);

}  // namespace ipvsim::tools
