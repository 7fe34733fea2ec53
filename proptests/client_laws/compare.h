// The client's result as the laws see a reading, and held against the raw reading of the same case.
#pragma once

#include <optional>
#include <string>

#include "laws/laws.h"
#include "proptests/client_laws/case_reader.h"

namespace ipvsim::client_laws {

// All entries of the client's table as one datagram, in its order. What the raw reader would call strange is
// strange here.
laws::Reading as_reading(const Outcome& outcome);

// What a law looks at, with the client's result in the place of the raw reading. `raw` is the finished world
// of the same case.
laws::Evidence evidence_of(const laws::CaseRun& raw, const Outcome& outcome);

// Where the client's result is not what merging the raw reading gives; nothing when it is. The client must
// throw exactly when the raw reading ended in an error or could not end, and with the same errno.
std::optional<std::string> difference(const laws::CaseRun& raw, const Outcome& outcome);

// "TCP 10.0.0.1:80 (2 s): 192.168.0.1:8080 (weight 1)", a line a service, for failure reports.
std::string describe(const Outcome& outcome);

}  // namespace ipvsim::client_laws
