// The short form: one line a message, for logs and for the event lists of a replay.
#pragma once

#include <string>
#include <vector>

#include "tools/decode/bytes.h"
#include "tools/decode/message.h"

namespace ipvsim::tools {

// "NEW_SERVICE seq 1000 flags REQUEST|ACK  10.0.0.1:80 tcp rr", "ERROR seq 1000  EEXIST to NEW_SERVICE",
// "ACK seq 1000", "DONE seq 7 flags MULTI  0". Any bytes are accepted.
std::string summary(const Message& message, const DecodeOptions& options);

// One line for each message of a datagram, and one for bytes that are no message.
std::vector<std::string> summaries(Bytes datagram, const DecodeOptions& options);

}  // namespace ipvsim::tools
