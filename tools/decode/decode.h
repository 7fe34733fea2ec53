// The long form: any netlink datagram of protocol NETLINK_GENERIC as text, attribute by attribute.
//
// It judges the simulator's bytes, so it uses nothing of sim/, only the numbers of uapi/. Bytes may be
// anything: what cannot be understood is shown as hex with the reason, and nothing is ever read out of
// bounds.
#pragma once

#include <string>

#include "tools/decode/bytes.h"
#include "tools/decode/line.h"
#include "tools/decode/message.h"

namespace ipvsim::tools {

// In the order of the bytes; every byte of the datagram is covered by some line.
Lines decode(Bytes datagram, const DecodeOptions& options);

// The same as text, each line with `indent` before it and a newline behind it.
std::string decode_text(Bytes datagram, const DecodeOptions& options, const std::string& indent = "");

}  // namespace ipvsim::tools
