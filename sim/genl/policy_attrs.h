// How one attribute's policy is told: in an extended ack and in a GETPOLICY dump (netlink.md 4.1, second
// table).
#pragma once

#include <optional>

#include "sim/wire/cursor.h"
#include "sim/wire/policy.h"

namespace ipvsim::genl {

// Index and maxattr of the policy inside a nest, told in a GETPOLICY dump only.
struct InnerPolicy {
  uint32_t index = 0;
  uint32_t maxattr = 0;
};

// Whether a policy entry is described at all: unspecified and rejected attributes are not.
bool is_described(const wire::AttrPolicy& rule);

// Writes the nest `type` that describes `rule`; nothing when it is not described.
void put_policy(wire::Cursor& cursor, uint16_t type, const wire::AttrPolicy& rule,
                std::optional<InnerPolicy> inner = std::nullopt);

// What a kernel sets aside for that nest before it knows what it will hold; 0 when it is not described.
// netlink.md 10 leaves the amount open; measured on 6.1.176 by what a full receive buffer still takes.
size_t policy_estimate(const wire::AttrPolicy& rule, wire::Pad64 pad64);

}  // namespace ipvsim::genl
