// Sound requests of every command, to begin mutations with: identities from small pools, so that they often
// meet.
#pragma once

#include <cstdint>

#include "proptests/fuzz/choices.h"
#include "sim/testing/message.h"

namespace ipvsim::fuzz {

using testing::Data;

// Of IPVS (whose id is `family`) or of the controller. Its header is as it should be; what it asks may well
// be refused. It carries NLM_F_ACK when `acked`.
Data sound_request(Choices& choices, uint16_t family, uint32_t seq, bool acked);

}  // namespace ipvsim::fuzz
