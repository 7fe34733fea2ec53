// Damage to requests: bytes, lengths, headers, attributes.
#pragma once

#include "proptests/fuzz/choices.h"
#include "sim/testing/message.h"

namespace ipvsim::fuzz {

using testing::Data;

// `request` with a few mutations, a piece of `other` perhaps spliced in. May return anything, also no bytes
// at all.
Data mutate(Choices& choices, Data request, const Data& other);

}  // namespace ipvsim::fuzz
